import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Step } from '../floor/steps.ts';
import { startProgram } from './program.ts';
import { makeAccount } from './service.ts';

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** A reference server in a separate process. */
export interface BareServer extends AsyncDisposable {
  url: string;
  pid: number;
  /** Only some of them need a key. */
  key: string;
}

/** A bare Fastify that only receives and stores uploads. */
export const bareServer = () => start('bare-server-program.ts');

/** An upload handler of express, multer and sharp; `durable` fsyncs what imgd fsyncs. */
export const byHandServer = (mode: 'durable' | 'plain') => start('by-hand-program.ts', mode);

/** A bare server that answers reads with one file and receives uploads on the same event loop. */
export const receivingServer = (file: string) => start('receiving-server-program.ts', file);

/**
 * The same, eager by hand or lazy by Fastify, with the promises of imgd up to a step.
 * @param file what the eager one answers reads with
 */
export async function floorServer(front: 'eager' | 'lazy', last: Step, file?: string): Promise<BareServer> {
  const directory = await mkdtemp(join(tmpdir(), 'imgd-floor-'));
  const key = makeAccount({ ...process.env, IMGD_DATA_DIR: directory });
  return run('../floor/server.ts', directory, key, front, last, ...(file === undefined ? [] : [file]));
}

async function start(name: string, ...args: string[]): Promise<BareServer> {
  return run(name, await mkdtemp(join(tmpdir(), 'imgd-bare-')), 'none', ...args);
}

/** @param directory is removed with the server */
async function run(name: string, directory: string, key: string, ...args: string[]): Promise<BareServer> {
  const program = await startProgram(pathOf(name), [directory, ...args]);
  return {
    url: program.url,
    pid: program.pid,
    key,
    async [Symbol.asyncDispose]() {
      await program[Symbol.asyncDispose]();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
