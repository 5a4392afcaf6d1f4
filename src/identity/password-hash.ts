import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { AppError } from '../core/errors.ts';
import { PROGRAM_FILES } from '../lib/program-files.ts';
import type { HashReply, HashTask } from './hash-thread.ts';

/** A hash at the same cost that no account has. */
export const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5cyBzYWx0IQ$IhQZVYQ9xDfJyQcwQXdZVmyMzHNMNZZmJtS2GDC3fKQ';

/**
 * Compares a password with a stored hash. Without a hash (unknown e-mail, or an account without a password) it is false
 * after the same work, so that the response time does not reveal which accounts exist.
 * @throws AppError SERVICE_UNAVAILABLE when too many passwords wait already
 */
export type PasswordCheck = (passwordHash: string | null | undefined, password: string) => Promise<boolean>;

const RETRY_AFTER_SECONDS = 2;

export interface HashThreadOptions {
  /** Passwords hashed at the same time; each takes one core and 19 MiB. */
  threads?: number;
  /** Passwords that may wait for a thread. */
  maxWaiting?: number;
  /** A thread without work for this long ends and returns its memory. */
  idleMs?: number;
  /** Replaced by tests. */
  program?: URL;
}

/** Runs a task on a thread. @throws AppError SERVICE_UNAVAILABLE with Retry-After when too many wait already */
export type RunHashTask = (task: HashTask) => Promise<string | boolean>;

interface Waiting {
  task: HashTask;
  resolve(made: string | boolean): void;
  reject(error: Error): void;
}

/**
 * Threads that hash passwords, apart from the threads of Node.js that read files. They start on demand, and an idle one
 * does not keep the process running.
 */
export function createHashThreads({
  threads = Math.max(1, Math.min(4, availableParallelism() - 1)),
  maxWaiting = 64,
  idleMs = 30_000,
  program = PROGRAM_FILES.hashThread,
}: HashThreadOptions = {}): RunHashTask {
  const queue: Waiting[] = [];
  const idle: HashThread[] = [];
  let alive = 0;

  function next(): void {
    while (queue.length > 0 && (idle.length > 0 || alive < threads)) {
      const thread = idle.pop() ?? start();
      thread.run(queue.shift() as Waiting);
    }
  }

  function start(): HashThread {
    alive++;
    const thread = startHashThread(program, idleMs, {
      onIdle() {
        idle.push(thread);
        next();
      },
      onRetire() {
        const at = idle.indexOf(thread);
        if (at >= 0) idle.splice(at, 1);
      },
      onEnd() {
        alive--;
        next();
      },
    });
    return thread;
  }

  return (task) =>
    new Promise((resolve, reject) => {
      if (queue.length >= maxWaiting) {
        const detail = 'Too many passwords are being checked.';
        return reject(new AppError('SERVICE_UNAVAILABLE', { detail, retryAfterSeconds: RETRY_AFTER_SECONDS }));
      }
      queue.push({ task, resolve, reject });
      next();
    });
}

interface HashThread {
  run(waiting: Waiting): void;
}

interface ThreadEvents {
  onIdle(): void;
  /** It takes no more work: it has been idle for long, or has failed. */
  onRetire(): void;
  onEnd(): void;
}

function startHashThread(program: URL, idleMs: number, { onIdle, onRetire, onEnd }: ThreadEvents): HashThread {
  // Without the environment, which has secrets, and the flags of the process, which may not suit a thread.
  const worker = new Worker(program, { env: {}, execArgv: ['--no-warnings'] });
  let current: Waiting | undefined;
  let failure: Error | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  const retire = () => {
    onRetire();
    void worker.terminate();
  };

  worker.on('message', (reply: HashReply) => {
    const done = current;
    current = undefined;
    worker.unref();
    idleTimer = setTimeout(retire, idleMs).unref();
    if ('error' in reply) done?.reject(new Error(`the password cannot be hashed: ${reply.error}`));
    else done?.resolve(reply.made);
    onIdle();
  });
  worker.on('error', (error: Error) => {
    failure = error;
    onRetire();
  });
  worker.on('exit', (code) => {
    clearTimeout(idleTimer);
    current?.reject(new Error(`the thread that hashes passwords ended (code ${code})`, { cause: failure }));
    current = undefined;
    onEnd();
  });

  return {
    run(waiting) {
      clearTimeout(idleTimer);
      current = waiting;
      // Only a thread with work keeps the process running.
      worker.ref();
      worker.postMessage(waiting.task);
    },
  };
}

/** Cores and memory are those of the process, so all its services share the threads. */
const runHashTask = createHashThreads();

/**
 * @returns the hash to store: argon2id in the PHC string format
 * @throws AppError SERVICE_UNAVAILABLE when too many passwords wait already
 */
export async function hashPassword(password: string): Promise<string> {
  return (await runHashTask({ password })) as string;
}

/** @param compare replaced by tests */
export function createPasswordCheck(
  compare: (hashed: string, password: string) => Promise<boolean> = async (hashed, password) =>
    (await runHashTask({ hashed, password })) as boolean,
): PasswordCheck {
  return async (passwordHash, password) => {
    const matches = await compare(passwordHash ?? DUMMY_HASH, password);
    return matches && passwordHash != null;
  };
}
