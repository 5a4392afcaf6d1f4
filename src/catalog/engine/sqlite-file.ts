import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { AppError } from '../../core/errors.ts';

/** Older versions may corrupt a database, rarely, when two connections write and one resets the WAL. */
export const SAFE_SQLITE_VERSION = '3.51.3';

/** How long a statement waits for a write lock of another process, such as the command line. */
const BUSY_TIMEOUT_MS = 5_000;
/**
 * All transactions write. A deferred one would fail at its first write, without waiting, if another process had committed
 * since its first read.
 */
const BEGIN = 'begin immediate';
/** Prepared statements in the cache; the service has fewer. */
const MAX_STATEMENTS = 256;

/** SQLITE_BUSY, SQLITE_IOERR, SQLITE_FULL and SQLITE_CANTOPEN: the statement may succeed later. */
const UNAVAILABLE = new Set([5, 10, 13, 14]);
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

/** What a statement returned: rows, or the number of changed rows. */
export type Outcome = { rows: unknown[] } | { changes: number | bigint; lastInsertRowid: number | bigint };

/** The statements of a connection, which stay prepared. */
export interface Statements {
  run(sql: string, parameters: readonly unknown[]): Outcome;
  iterate(sql: string, parameters: readonly unknown[]): IterableIterator<unknown>;
}

interface Prepared {
  statement: StatementSync;
  isReader: boolean;
}

/** @returns the statements of `file`; `begin` acquires the write lock */
export function statementsOf(file: DatabaseSync): Statements {
  const known = new Map<string, Prepared>();
  function prepare(sql: string): Prepared {
    let one = known.get(sql);
    if (one === undefined) {
      if (known.size >= MAX_STATEMENTS) known.clear();
      const statement = file.prepare(sql === 'begin' ? BEGIN : sql);
      one = { statement, isReader: statement.columns().length > 0 };
      known.set(sql, one);
    }
    return one;
  }
  return {
    run(sql, parameters) {
      // After a full disk or an I/O error SQLite has rolled back already.
      if (sql === 'rollback' && !file.isTransaction) return { changes: 0, lastInsertRowid: 0 };
      const { statement, isReader } = prepare(sql);
      const values = parameters as SQLInputValue[];
      return isReader ? { rows: statement.all(...values) } : statement.run(...values);
    },
    iterate: (sql, parameters) => prepare(sql).statement.iterate(...(parameters as SQLInputValue[])),
  };
}

/** @throws AppError STORAGE_UNAVAILABLE for errors of the disk and for locks of other processes; other errors unchanged */
export function orUnavailable<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw unavailableOr(error);
  }
}

/** @returns AppError STORAGE_UNAVAILABLE for an error of the disk or a lock of another process; other errors unchanged */
export function unavailableOr(error: unknown): unknown {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined;
  if (code === undefined || !UNAVAILABLE.has(code)) return error;
  return new AppError('STORAGE_UNAVAILABLE', { cause: error, retryAfterSeconds: RETRY_AFTER_SECONDS });
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
