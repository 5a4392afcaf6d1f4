import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { markOutcomeUnknown } from '../unknown-commit.ts';

/**
 * All transactions write. A deferred one would fail at its first write, without waiting, if another process had committed
 * since its first read.
 */
const BEGIN = 'begin immediate';
/** Prepared statements in the cache; the service has fewer. */
const MAX_STATEMENTS = 256;

const NOMEM = 7;
const IOERR = 10;
/** A write failed: the log lacks the end of the transaction, so that no recovery can find it. */
const IOERR_WRITE = 778;

/** A statement and its place in a transaction. */
export interface StatementRequest {
  sql: string;
  parameters: readonly unknown[];
  /** `first` begins a transaction before the statement, `later` fails unless one is open. */
  within: 'none' | 'first' | 'later';
  /** When the statement commits, the commit leaves all rows that a process caches as they are. */
  keepsRows: boolean;
}

/** What a statement returned: rows, or the number of changed rows. */
export type Outcome = { rows: unknown[] } | { changes: number | bigint; lastInsertRowid: number | bigint };

/** The statements of a connection, which stay prepared. */
export interface Statements {
  /**
   * Runs a statement of a writing connection. A statement that commits has synced the commit.
   * @throws Error of SQLite. After a failed commit no restart brings the transaction back, unless the error has an unknown
   *   commit outcome.
   */
  run(request: StatementRequest): Outcome;
  /** Runs a query outside transactions. @throws Error of SQLite */
  read(sql: string, parameters: readonly unknown[]): Outcome;
  iterate(sql: string, parameters: readonly unknown[]): IterableIterator<unknown>;
}

interface Prepared {
  statement: StatementSync;
  isReader: boolean;
}

/** @returns the statements of `file`; transactions acquire the write lock at once */
export function statementsOf(file: DatabaseSync): Statements {
  const known = new Map<string, Prepared>();
  function prepare(sql: string): Prepared {
    let one = known.get(sql);
    if (one === undefined) {
      if (known.size >= MAX_STATEMENTS) known.clear();
      const statement = file.prepare(sql);
      one = { statement, isReader: statement.columns().length > 0 };
      known.set(sql, one);
    }
    return one;
  }
  function execute(sql: string, parameters: readonly unknown[]): Outcome {
    const { statement, isReader } = prepare(sql);
    const values = parameters as SQLInputValue[];
    return isReader ? { rows: statement.all(...values) } : statement.run(...values);
  }
  return {
    run({ sql, parameters, within }) {
      // After a full disk or an I/O error SQLite has rolled back already.
      if (sql === 'rollback' && !file.isTransaction) return { changes: 0, lastInsertRowid: 0 };
      if (within === 'first') execute(BEGIN, []);
      // The caller may have ignored that error: the statement must not commit on its own.
      else if (within === 'later' && !file.isTransaction) throw new Error('the transaction has ended');
      try {
        return execute(sql, parameters);
      } catch (error) {
        if (!file.isTransaction && mayBeInLog(error) && !overwriteLog(file)) markOutcomeUnknown(error);
        throw error;
      }
    },
    read: execute,
    iterate: (sql, parameters) => prepare(sql).statement.iterate(...(parameters as SQLInputValue[])),
  };
}

/** Whether a failed commit may be complete in the log, for example after a failed sync. */
function mayBeInLog(error: unknown): error is Error {
  if (!(error instanceof Error && 'errcode' in error)) return false;
  const code = Number(error.errcode);
  return code !== IOERR_WRITE && [NOMEM, IOERR].includes(code & 0xff);
}

/**
 * Overwrites a failed commit in the log. SQLite leaves it there until the next commit, and a recovery would find it: after
 * a crash the catalog would have rows whose blobs have been removed.
 * @returns whether that is durable
 */
function overwriteLog(file: DatabaseSync): boolean {
  try {
    const { user_version: version } = file.prepare('PRAGMA user_version').get() as { user_version: number };
    // Writes one page, also when the number is the same.
    file.exec(`PRAGMA user_version = ${version}`);
    return true;
  } catch {
    return false;
  }
}
