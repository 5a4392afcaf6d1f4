import { spawn } from 'node:child_process';
import { readdir, readFile, rm } from 'node:fs/promises';
import type { Service } from './service.ts';

/** Settings for one file thread, so that the calls of an operation have an order. */
export const ONE_THREAD = { UV_THREADPOOL_SIZE: '1', IMGD_VERIFY_BYTES_PER_SECOND: '0' };

/** The system calls that change files or send responses. */
export const CHANGING = 'openat,mkdir,rename,unlink,rmdir,write,writev,pwrite64,fsync,fdatasync,ftruncate,close,statfs';

/** `main` runs JavaScript and the network, and reads from SQLite; `catalog` writes to it; `files` does other file I/O. */
export const THREADS = ['main', 'catalog', 'files'] as const;

export type Thread = (typeof THREADS)[number];

const NAMES = { catalog: 'catalog', files: 'libuv-worker' };

export interface Tracing {
  /** Ends strace. @returns the traced calls, one a line */
  stop(): Promise<string[]>;
}

/** The id of a thread of a service that was started with ONE_THREAD. */
export async function threadOf({ pid }: Service, thread: Thread): Promise<number> {
  if (thread === 'main') return pid;
  for (const id of await readdir(`/proc/${pid}/task`)) {
    const name = await readFile(`/proc/${pid}/task/${id}/comm`, 'utf8');
    if (name.trim() === NAMES[thread]) return Number(id);
  }
  throw new Error(`the service has no thread ${NAMES[thread]}`);
}

/**
 * Attaches strace to threads and resolves when it is attached to all of them.
 * @param inject injections, for example `fsync:error=EIO:when=2`; strace counts calls for each thread
 */
export async function trace(threads: readonly number[], calls: string, ...inject: readonly string[]): Promise<Tracing> {
  const output = `/tmp/imgd-failures-strace-${process.pid}-${performance.now()}`;
  const child = spawn(
    'strace',
    [
      ...threads.flatMap((id) => ['-p', String(id)]),
      ...['-yy', '-s', '16', '-o', output, '-e', `trace=${calls}`],
      ...inject.flatMap((one) => ['-e', `inject=${one}`]),
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let attachLog = '';
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      attachLog += text;
      if (attachLog.split(' attached').length > threads.length) resolve();
    });
    void ended.then(() => reject(new Error(`strace ended: ${attachLog}`)));
  });
  return {
    async stop() {
      child.kill('SIGINT');
      await ended;
      const text = await readFile(output, 'utf8');
      await rm(output);
      return text.split('\n').filter((line) => /^(\d+ +)?\w+\(/.test(line));
    },
  };
}

/** A system call as strace counts it: the n-th of its name in its thread. */
export interface Call {
  name: string;
  n: number;
  /** The line of the trace. */
  line: string;
}

/** Numbers the calls of one thread's trace. */
export function numbered(lines: readonly string[]): Call[] {
  const counts = new Map<string, number>();
  return lines.map((line) => {
    const name = /(\w+)\(/.exec(line)?.[1] ?? '';
    const n = (counts.get(name) ?? 0) + 1;
    counts.set(name, n);
    return { name, n, line };
  });
}
