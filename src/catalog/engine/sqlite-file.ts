import { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../core/errors.ts';
import { isOutcomeUnknown, markOutcomeUnknown } from '../unknown-commit.ts';

/** Older versions may corrupt a database, rarely, when two connections write and one resets the WAL. */
export const SAFE_SQLITE_VERSION = '3.51.3';

/** How long a statement waits for a write lock of another process, such as the command line. */
const BUSY_TIMEOUT_MS = 5_000;
const BUSY = 5;
/** SQLITE_BUSY, IOERR, CORRUPT (which SQLite also says for EIO of a read), FULL, CANTOPEN: it may succeed later. */
const UNAVAILABLE = new Set([BUSY, 10, 11, 13, 14]);
const RETRY_AFTER_SECONDS = 30;

/** Opens a SQLite file for durable commits: WAL mode, fsync at each commit. */
export function openSqliteFile(path: string): DatabaseSync {
  const file = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  file.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA cache_size = -16384',
  );
  return file;
}

/** Opens a second connection that sees committed rows only, also while the writing connection is in a transaction. */
export function openForReading(path: string): DatabaseSync {
  const file = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
  // Opens the file now instead of at the first query.
  file.exec('SELECT 1 FROM sqlite_schema');
  return file;
}

/** @throws AppError STORAGE_UNAVAILABLE for errors of the disk and for locks of other processes; other errors unchanged */
export function orUnavailable<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw unavailableOr(error);
  }
}

/**
 * @returns AppError STORAGE_UNAVAILABLE for an error of the disk or a lock of another process; other errors unchanged. An
 *   unknown commit outcome stays unknown.
 */
export function unavailableOr(error: unknown): unknown {
  // Node.js reads the WAL index itself.
  const isFailedRead = error instanceof Error && 'syscall' in error && error.syscall === 'read';
  if (!isFailedRead && !UNAVAILABLE.has(primaryCodeOf(error) ?? 0)) return error;
  const wrapped = new AppError('STORAGE_UNAVAILABLE', { cause: error, retryAfterSeconds: RETRY_AFTER_SECONDS });
  return isOutcomeUnknown(error) ? markOutcomeUnknown(wrapped) : wrapped;
}

/** Whether another process held the write lock for longer than a statement waits. @param error of `unavailableOr` */
export function isLocked(error: unknown): boolean {
  return error instanceof AppError && primaryCodeOf(error.cause) === BUSY;
}

function primaryCodeOf(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined;
}

/**
 * Locks the data directory for this process by an open exclusive transaction in a separate SQLite file. The operating
 * system releases the lock however the process ends.
 * @returns a function that releases the lock; undefined when another process holds it
 */
export function lockDataDir(lockPath: string): (() => void) | undefined {
  const lock = new DatabaseSync(lockPath, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (error instanceof Error && /locked|busy/i.test(error.message)) return undefined;
    throw error;
  }
  return () => lock.close();
}

/**
 * Shares a lock with any number of processes by an open read transaction. `lockDataDir` locks that file alone when all have
 * ended.
 * @returns a function that releases the lock
 * @throws Error while a process has it alone
 */
export function shareLock(lockPath: string): () => void {
  const lock = new DatabaseSync(lockPath, { timeout: BUSY_TIMEOUT_MS });
  lock.exec('BEGIN; SELECT 1 FROM sqlite_schema');
  return () => lock.close();
}
