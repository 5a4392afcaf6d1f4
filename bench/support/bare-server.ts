import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('bare-server-program.ts', import.meta.url));

/** A server in a process of its own that takes uploads, and does with them only what no server could leave out. */
export interface BareServer extends AsyncDisposable {
  url: string;
  /** It asks for none. */
  key: string;
}

export async function bareServer(): Promise<BareServer> {
  const directory = await mkdtemp(join(tmpdir(), 'imgd-bare-'));
  const child = spawn(process.execPath, ['--no-warnings', PROGRAM, directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the bare server ended with code ${code}`)));
    child.stdout.setEncoding('utf8').once('data', (text: string) => resolve(text.trim()));
  });
  return {
    url,
    key: 'none',
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await exited;
      await rm(directory, { recursive: true, force: true });
    },
  };
}
