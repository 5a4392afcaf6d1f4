import { type ChildProcess, spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PROGRAM, PROGRAM_OF_SOURCES } from '../../support/program.ts';
import { MANY_SIGN_INS } from '../../support/start-app.ts';
import { ROOT } from './options.ts';

/** A service in a child process. */
export interface Service extends AsyncDisposable {
  pid: number;
  /** For example `http://127.0.0.1:40123`. */
  url: string;
  dataDir: string;
  /** Time from the start of the process to the line `imgd listening on …`. */
  readyMs: number;
  /** The end of its output. */
  log(): string;
  running(): boolean;
  /** Sends a signal and waits for the exit. */
  kill(signal: NodeJS.Signals): Promise<void>;
  exited: Promise<void>;
  /** Entries of its temporary directory. Each request has its own directory there. */
  temporaryFiles(): Promise<string[]>;
}

export interface ServiceOptions {
  dataDir: string;
  env?: Record<string, string>;
  /** A module that `--import` loads first; it can replace modules of the sources, from which the service then runs. */
  preload?: URL;
}

const START_MS = 30_000;
const LOG_KEPT_CHARACTERS = 200_000;
const SETTINGS = {
  IMGD_PORT: '0',
  IMGD_LOG_LEVEL: 'error',
  IMGD_MIN_FREE_BYTES: '0',
  IMGD_PLANS: '{"anonymous":{"requestsPerHour":null}}',
  IMGD_WINDOWS: MANY_SIGN_INS,
};

/** Spawns a service without waiting until it is ready. */
export function launch({ dataDir, env = {}, preload }: ServiceOptions): {
  child: ChildProcess;
  exited: Promise<void>;
} {
  const program = preload === undefined ? [PROGRAM] : ['--import', preload.href, PROGRAM_OF_SOURCES];
  const child = spawn(process.execPath, [...program, 'serve'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? '', IMGD_DATA_DIR: dataDir, IMGD_WEB: 'off', ...SETTINGS, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { child, exited: new Promise((resolve) => child.once('close', () => resolve())) };
}

/** Starts `imgd serve` and waits until it listens. @throws Error with the log when it does not */
export async function startService(options: ServiceOptions): Promise<Service> {
  const startedAt = performance.now();
  const { child, exited } = launch(options);
  let text = '';
  const url = await new Promise<string>((resolve, reject) => {
    const fail = (reason: string) => reject(new Error(`the service ${reason}:\n${text}`));
    const timer = setTimeout(() => fail('is not ready in time'), START_MS);
    const onData = (chunk: string) => {
      text = (text + chunk).slice(-LOG_KEPT_CHARACTERS);
      const address = /imgd listening on (\S+)\n/.exec(text)?.[1];
      if (address !== undefined) {
        clearTimeout(timer);
        resolve(address);
      }
    };
    child.stdout?.setEncoding('utf8').on('data', onData);
    child.stderr?.setEncoding('utf8').on('data', onData);
    void exited.then(() => {
      clearTimeout(timer);
      fail(`exited (code ${child.exitCode}, signal ${child.signalCode})`);
    });
  });
  const readyMs = performance.now() - startedAt;
  const running = () => child.exitCode === null && child.signalCode === null;
  const kill = async (signal: NodeJS.Signals) => {
    if (running()) child.kill(signal);
    await exited;
  };
  return {
    pid: child.pid as number,
    url,
    dataDir: options.dataDir,
    readyMs,
    log: () => text,
    running,
    kill,
    exited,
    temporaryFiles: () => readdir(join(options.dataDir, 'tmp')),
    [Symbol.asyncDispose]: () => kill('SIGKILL'),
  };
}

/** Paths of all files and directories below a directory. */
export async function filesBelow(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true });
  return entries.map((entry) => join(directory, entry)).sort();
}

/** The number of open descriptors of a process. */
export async function descriptorsOf(pid: number): Promise<number> {
  return (await readdir(`/proc/${pid}/fd`)).length;
}
