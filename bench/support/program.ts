import { spawn } from 'node:child_process';

/** A server program of this folder, in a separate process. */
export interface Program extends AsyncDisposable {
  /** Its first line of output. */
  url: string;
  pid: number;
}

export async function startProgram(path: string, args: readonly string[]): Promise<Program> {
  const child = spawn(process.execPath, ['--no-warnings', path, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const end = () => void child.kill('SIGTERM');
  process.once('exit', end);
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => {
      process.off('exit', end);
      resolve();
    });
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${path} ended with code ${code}`)));
    child.stdout.setEncoding('utf8').once('data', (text: string) => resolve(text.trim()));
  });
  return {
    url,
    pid: child.pid as number,
    async [Symbol.asyncDispose]() {
      end();
      await exited;
    },
  };
}
