import { retryWithBackoff } from '../../lib/retry.ts';
import type { Db, Tx } from '../schema.ts';
import { isOutcomeUnknown } from '../unknown-commit.ts';
import { classifyFailure, type Failure } from './postgres-errors.ts';

/** Enough to share an fsync, and few enough that nobody waits long for the others. */
const MAX_TOGETHER = 32;

interface Waiting {
  work: (tx: Tx) => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/**
 * Lets transactions that wait for the one writer be committed together, so that one fsync serves them all; each is told
 * of its success when that has happened. Where one of them fails, all of them run again, each by itself: as in PostgreSQL,
 * what a transaction does beside its statements must be safe to repeat.
 */
export function groupTransactions(db: Db): Db {
  const begin = db.transaction.bind(db);
  const waiting: Waiting[] = [];
  let running = false;

  async function alone({ work, resolve, reject }: Waiting): Promise<void> {
    await begin().execute(work).then(resolve, reject);
  }

  async function together(group: Waiting[]): Promise<void> {
    const values: unknown[] = [];
    try {
      await begin().execute(async (tx) => {
        for (const { work } of group) values.push(await work(tx));
      });
    } catch (error) {
      // A commit that failed has failed for all: the disk is not asked once more.
      if (values.length === group.length) for (const { reject } of group) reject(error);
      else for (const one of group) await alone(one);
      return;
    }
    for (const [i, { resolve }] of group.entries()) resolve(values[i]);
  }

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting.splice(0, MAX_TOGETHER);
      const [only] = group;
      if (group.length === 1 && only !== undefined) await alone(only);
      else await together(group);
    }
    running = false;
  }

  function enqueue<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      waiting.push({ work, resolve: resolve as (value: unknown) => void, reject });
      if (running) return;
      running = true;
      // Whoever has become ready in the same turn of the event loop comes along.
      setImmediate(run);
    });
  }

  const transaction = () => Object.assign(begin(), { execute: enqueue });
  return Object.assign(db, { transaction });
}

/** How often a transaction is begun at most. */
const ATTEMPTS: Readonly<Record<Failure, number>> = { conflict: 10, lost: 3, unavailable: 1, other: 1 };
const RETRIES = {
  shouldRetry: (error: unknown, attempt: number) =>
    attempt < ATTEMPTS[classifyFailure(error)] && !isOutcomeUnknown(error),
  firstPauseMs: 20,
  maxPauseMs: 250,
  timeoutMs: 8_000,
};

/**
 * Lets every transaction of the catalog run again when another one was in its way or its connection was lost before
 * the commit. What a transaction does beside its statements must therefore be safe to repeat.
 */
export function retryTransactions(db: Db): Db {
  const begin = db.transaction.bind(db);
  const transaction = () => {
    const builder = begin();
    const execute = builder.execute.bind(builder);
    return Object.assign(builder, {
      execute: <T>(work: Parameters<typeof execute<T>>[0]) => retryWithBackoff(() => execute(work), RETRIES),
    });
  };
  return Object.assign(db, { transaction });
}
