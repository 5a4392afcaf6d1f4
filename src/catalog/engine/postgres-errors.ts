import { AppError } from '../../core/errors.ts';

/**
 * What the failure of a statement says: `conflict` = another transaction was first, the same again may succeed;
 * `lost` = no connection; `unavailable` = the server cannot do it now; `other` = the statement itself is wrong.
 */
export type Failure = 'conflict' | 'lost' | 'unavailable' | 'other';

/** What a client is told to wait. */
const RETRY_AFTER_SECONDS = 5;

/** serialization_failure, deadlock_detected. */
const CONFLICTS = /^(40001|40P01)$/;
/** Connection exceptions; shutdown, crash and start of the server; read-only after a failover. */
const LOST = /^(08...|57P0[1235]|25006)$/;
/** Out of connections, memory or disk; waited too long for a lock; cancelled for its length; I/O errors. */
const UNAVAILABLE = /^(53...|55P03|57014|58...)$/;
const NETWORK = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_AGAIN)/;
/** The driver has no codes for these. */
const DRIVER =
  /connection (terminated|timeout|error)|timeout exceeded when trying to connect|not queryable|was closed/i;

/** @param error as the driver throws it, or as `unavailable` has wrapped it */
export function classifyFailure(error: unknown): Failure {
  const cause = error instanceof AppError ? error.cause : error;
  if (!(cause instanceof Error)) return 'other';
  const code = 'code' in cause ? String(cause.code) : '';
  if (CONFLICTS.test(code)) return 'conflict';
  if (LOST.test(code) || NETWORK.test(code) || DRIVER.test(cause.message)) return 'lost';
  return UNAVAILABLE.test(code) ? 'unavailable' : 'other';
}

/** @returns STORAGE_UNAVAILABLE where the server, the network or another transaction is what failed; else the error as it is */
export function orUnavailable(error: unknown): Error {
  if (error instanceof AppError || classifyFailure(error) === 'other') return error as Error;
  return new AppError('STORAGE_UNAVAILABLE', { cause: error, retryAfterSeconds: RETRY_AFTER_SECONDS });
}
