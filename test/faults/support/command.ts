import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './options.ts';

/** A command that runs. */
export interface Command {
  kill(signal: NodeJS.Signals): void;
  /** Its exit code, null where a signal has ended it, and what it has printed. */
  ended: Promise<{ code: number | null; text: string }>;
}

/** Starts `imgd` with these arguments on a data directory. */
export function startCommand(args: readonly string[], dataDir: string, env: Record<string, string> = {}): Command {
  const child = spawn(process.execPath, [join(ROOT, 'bin/imgd.js'), ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? '', IMGD_DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  }
  return {
    kill: (signal) => void child.kill(signal),
    ended: new Promise((resolve) => child.once('close', (code) => resolve({ code, text }))),
  };
}
