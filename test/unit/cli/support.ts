import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { PROGRAM } from '../../support/program.ts';

export const BIN = fileURLToPath(new URL('../../../bin/imgd.js', import.meta.url));

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A directory that is removed after the test. */
export async function tempDir(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'imgd-cli-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** Ends a hanging command. */
const TIMEOUT_MS = 30_000;
/** Ends a server that a test has left. */
const SERVER_TIMEOUT_MS = 120_000;

/** Starts the command line in its own process, with these settings instead of those of the test run. */
export function start(args: readonly string[], env: Record<string, string>, timeout = TIMEOUT_MS): ChildProcess {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(IMGD_|NODE_)/.test(name));
  return spawn(process.execPath, [PROGRAM, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout,
    killSignal: 'SIGKILL',
    env: { ...Object.fromEntries(inherited), ...env },
  });
}

/** Runs a command to its end. */
export function imgd(args: readonly string[], env: Record<string, string> = {}): Promise<Finished> {
  return finish(start(args, env));
}

async function finish(child: ChildProcess): Promise<Finished> {
  const ended = new Promise<number | null>((resolve, reject) => child.on('close', resolve).on('error', reject));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout!), text(child.stderr!), ended]);
  return { code, stdout, stderr };
}

/** A server in its own process. */
export interface Server extends AsyncDisposable {
  url: string;
  pid: number;
  /** Its output so far: lines of the log. */
  stdout(): string;
  /** Its other output so far. */
  stderr(): string;
  kill(signal: NodeJS.Signals): void;
  /** Exit code; null after a signal. */
  ended: Promise<number | null>;
}

/** `imgd serve` on a free port. @throws Error with its output when it ends before it listens */
export async function serve(
  dataDir: string,
  env: Record<string, string> = {},
  args: readonly string[] = [],
): Promise<Server> {
  const settings = {
    IMGD_DATA_DIR: dataDir,
    IMGD_PORT: '0',
    IMGD_LOG_LEVEL: 'silent',
    IMGD_MIN_FREE_BYTES: '0',
    IMGD_WEB: 'off',
  };
  const child = start(['serve', ...args], { ...settings, ...env }, SERVER_TIMEOUT_MS);
  let stdout = '';
  let stderr = '';
  child.stderr!.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout!.setEncoding('utf8').on('data', (chunk: string) => {
      stdout += chunk;
      const address = /^imgd listening on (\S+)\n/m.exec(stdout)?.[1];
      if (address !== undefined) resolve(address);
    });
    void ended.then((code) => reject(new Error(`serve ended with ${code}: ${stdout}${stderr}`)));
  });
  return {
    url,
    pid: child.pid!,
    stdout: () => stdout,
    stderr: () => stderr,
    kill: (signal) => void child.kill(signal),
    ended,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
