import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../schema.ts';
import { isDoubtful } from '../unknown-commit.ts';
import { type Verdict, verdictOn } from './postgres-errors.ts';

/** How often a transaction is begun at most. */
const ATTEMPTS: Readonly<Record<Verdict, number>> = { conflict: 10, lost: 3, unavailable: 1, other: 1 };
const FIRST_DELAY_MS = 10;
const MAX_DELAY_MS = 250;
/** Nothing is begun again later than this: the request has waited long enough. */
const PATIENCE_MS = 8_000;

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
      execute: <T>(work: Parameters<typeof execute<T>>[0]) => again(() => execute(work)),
    });
  };
  return Object.assign(db, { transaction });
}

async function again<T>(run: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      const spent = attempt >= ATTEMPTS[verdictOn(error)] || performance.now() - begun > PATIENCE_MS;
      if (spent || isDoubtful(error)) throw error;
      await sleep(Math.min(FIRST_DELAY_MS * 2 ** attempt, MAX_DELAY_MS) * (0.5 + Math.random()));
    }
  }
}
