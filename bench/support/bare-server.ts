import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProgram } from './program.ts';

const PROGRAM = fileURLToPath(new URL('bare-server-program.ts', import.meta.url));

/** A server in a separate process that only receives and stores uploads. */
export interface BareServer extends AsyncDisposable {
  url: string;
  pid: number;
  /** It needs no key. */
  key: string;
}

export async function bareServer(): Promise<BareServer> {
  const directory = await mkdtemp(join(tmpdir(), 'imgd-bare-'));
  const program = await startProgram(PROGRAM, [directory]);
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
