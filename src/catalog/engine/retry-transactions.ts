import { retryWithBackoff } from '../../lib/retry.ts';
import type { Db } from '../schema.ts';
import { isOutcomeUnknown } from '../unknown-commit.ts';
import { classifyFailure, type Failure } from './postgres.ts';

/** The maximum number of runs of a transaction. */
const ATTEMPTS: Readonly<Record<Failure, number>> = { conflict: 10, lost: 3, unavailable: 1, other: 1 };
const RETRIES = {
  shouldRetry: (error: unknown, attempt: number) =>
    attempt < ATTEMPTS[classifyFailure(error)] && !isOutcomeUnknown(error),
  firstPauseMs: 20,
  maxPauseMs: 250,
  timeoutMs: 8_000,
};

/**
 * Retries transactions in PostgreSQL after a conflict with another transaction or a lost connection, unless the outcome of
 * the commit is unknown. Their effects outside the database must be safe to repeat.
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
