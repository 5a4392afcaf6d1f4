import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../bin/imgd.js', import.meta.url));
/** What `npm start` runs: the bundle, where `npm ci` has built it from the sources as they are. */
export const START = fileURLToPath(new URL('../../bin/start.js', import.meta.url));
/** Time to write a profile. */
const END_MS = 20_000;

/** A service in a separate process, with an account without hourly limit. */
export interface BenchService extends AsyncDisposable {
  url: string;
  pid: number;
  dataDir: string;
  /** API key of an enterprise account. */
  key: string;
  /** From the start of the process to the first answer, in milliseconds. */
  startMs: number;
}

export interface ServiceOptions {
  /** An existing directory, which is kept; by default a new one that is removed with the service. */
  dataDir?: string;
  /** Key of an existing account; by default a new account is created. */
  key?: string;
  /** Additional settings. */
  env?: Record<string, string>;
  /** Another bin/imgd.js than that of the checkout. */
  program?: string;
  /** For example `--cpu-prof`. */
  nodeFlags?: string[];
}

/** Starts the service on loopback with default settings, except for a quiet log. */
export async function startService(options: ServiceOptions = {}): Promise<BenchService> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'imgd-bench-')));
  const env = {
    ...process.env,
    IMGD_DATA_DIR: dataDir,
    IMGD_PORT: '0',
    IMGD_LOG_LEVEL: 'warn',
    ...options.env,
  };
  const key = options.key ?? makeAccount(env);
  const begun = performance.now();
  const child = spawn(process.execPath, [...(options.nodeFlags ?? []), options.program ?? PROGRAM, 'serve'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const end = () => void child.kill('SIGKILL');
  process.once('exit', end);
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => {
      process.off('exit', end);
      resolve();
    });
  });
  const url = await listening(child);
  if (!(await fetch(`${url}/readyz`)).ok) throw new Error('the service is not ready');
  const startMs = performance.now() - begun;
  return {
    url,
    pid: child.pid as number,
    dataDir,
    key,
    startMs,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), END_MS);
      await exited;
      clearTimeout(late);
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Creates a catalog and an account with the plan enterprise. @returns its API key */
export function makeAccount(env: NodeJS.ProcessEnv): string {
  const email = `bench-${process.hrtime.bigint()}@example.com`;
  const imgd = (...args: string[]) =>
    execFileSync(process.execPath, [PROGRAM, ...args], { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  // No other command makes a catalog.
  imgd('migrate');
  const said = imgd('account', 'create', email, '--plan', 'enterprise');
  const key = /imgd_[0-9A-Za-z]{38}/.exec(said)?.[0];
  if (key === undefined) throw new Error(`no key in: ${said}`);
  return key;
}

function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the service ended with code ${code}`)));
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      const url = /imgd listening on (\S+)/.exec(text)?.[1];
      if (url !== undefined) resolve(url);
    });
  });
}
