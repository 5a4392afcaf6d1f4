import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProgram } from './program.ts';

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** A reference server in a separate process. */
export interface BareServer extends AsyncDisposable {
  url: string;
  pid: number;
  /** It needs no key. */
  key: string;
}

/** A bare Fastify that only receives and stores uploads. */
export const bareServer = () => start('bare-server-program.ts');

/** An upload handler of express, multer and sharp; `durable` fsyncs what imgd fsyncs. */
export const byHandServer = (mode: 'durable' | 'plain') => start('by-hand-program.ts', mode);

/** A bare server that answers reads with one file and receives uploads on the same event loop. */
export const receivingServer = (file: string) => start('receiving-server-program.ts', file);

async function start(name: string, ...args: string[]): Promise<BareServer> {
  const directory = await mkdtemp(join(tmpdir(), 'imgd-bare-'));
  const program = await startProgram(pathOf(name), [directory, ...args]);
  return {
    url: program.url,
    pid: program.pid,
    key: 'none',
    async [Symbol.asyncDispose]() {
      await program[Symbol.asyncDispose]();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
