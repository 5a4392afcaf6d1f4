import { AppError } from '../../core/errors.ts';

/**
 * Why a statement failed. `conflict`: with another transaction, a retry may succeed; `lost`: the connection;
 * `unavailable`: the server cannot run it now; `other`: an error of the statement itself.
 */
export type Failure = 'conflict' | 'lost' | 'unavailable' | 'other';

const RETRY_AFTER_SECONDS = 5;

/** serialization_failure, deadlock_detected */
const CONFLICTS = /^(40001|40P01)$/;
/** Connection exceptions; shutdown, crash or start of the server; read-only transaction, as after a failover. */
const LOST = /^(08...|57P0[1235]|25006)$/;
/** Out of connections, memory or disk; lock timeout; statement timeout; I/O errors. */
const UNAVAILABLE = /^(53...|55P03|57014|58...)$/;
const NETWORK = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_AGAIN)/;
/** Errors of the driver without a code. */
const DRIVER =
  /connection (terminated|timeout|error)|timeout exceeded when trying to connect|not queryable|was closed/i;

/** @param error of the driver, or wrapped by `orUnavailable` */
export function classifyFailure(error: unknown): Failure {
  const cause = error instanceof AppError ? error.cause : error;
  if (!(cause instanceof Error)) return 'other';
  const code = 'code' in cause ? String(cause.code) : '';
  if (CONFLICTS.test(code)) return 'conflict';
  if (LOST.test(code) || NETWORK.test(code) || DRIVER.test(cause.message)) return 'lost';
  return UNAVAILABLE.test(code) ? 'unavailable' : 'other';
}

/** @returns AppError STORAGE_UNAVAILABLE for failures of server, network and conflicts; other errors unchanged */
export function orUnavailable(error: unknown): Error {
  if (error instanceof AppError || classifyFailure(error) === 'other') return error as Error;
  return new AppError('STORAGE_UNAVAILABLE', { cause: error, retryAfterSeconds: RETRY_AFTER_SECONDS });
}
