import { spawn } from 'node:child_process';
import { PROGRAM } from '../../support/program.ts';
import { ROOT } from './options.ts';

/** A running command. */
export interface Command {
  kill(signal: NodeJS.Signals): void;
  /** The exit code, null after a signal, and the output of stdout and stderr. */
  ended: Promise<{ code: number | null; text: string }>;
}

/** Starts `imgd` with arguments on a data directory. */
export function startCommand(args: readonly string[], dataDir: string, env: Record<string, string> = {}): Command {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
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
