import { DatabaseSync } from 'node:sqlite';
import {
  type DialectAdapter,
  type LimitNode,
  type QueryCompiler,
  type SelectModifierNode,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteQueryCompiler,
  type SqliteStatement,
  ValueNode,
} from 'kysely';
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

/** Kysely's SQLite dialect on node:sqlite. @param onStatement is called after each statement */
export function sqliteDialect(file: DatabaseSync, onStatement: () => void = () => {}): SqliteDialect {
  return new SingleWriterDialect({ database: adapt(file, onStatement) });
}

function adapt(file: DatabaseSync, onStatement: () => void): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  return {
    close: () => file.close(),
    prepare(sql) {
      let statement = statements.get(sql);
      if (statement === undefined) {
        if (statements.size >= MAX_STATEMENTS) statements.clear();
        statement = adaptStatement(file, sql, onStatement);
        statements.set(sql, statement);
      }
      return statement;
    },
  };
}

function adaptStatement(file: DatabaseSync, sql: string, onStatement: () => void): SqliteStatement {
  function execute<T>(work: () => T): T {
    try {
      return orUnavailable(work);
    } finally {
      onStatement();
    }
  }
  const statement = file.prepare(sql === 'begin' ? BEGIN : sql);
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => execute(() => statement.all(...(parameters as string[]))),
    run: (parameters) => {
      // After a full disk or an I/O error SQLite has rolled back already.
      if (sql === 'rollback' && !file.isTransaction) return { changes: 0, lastInsertRowid: 0 };
      return execute(() => statement.run(...(parameters as string[])));
    },
    iterate: (parameters) => statement.iterate(...(parameters as string[])),
  };
}

/** @throws AppError STORAGE_UNAVAILABLE for errors of the disk and for locks of other processes; other errors unchanged */
export function orUnavailable<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined;
    if (code === undefined || !UNAVAILABLE.has(code)) throw error;
    throw new AppError('STORAGE_UNAVAILABLE', { cause: error, retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
}

class SingleWriterDialect extends SqliteDialect {
  override createAdapter(): DialectAdapter {
    return new TransactionalDdlAdapter();
  }

  override createQueryCompiler(): QueryCompiler {
    return new Compiler();
  }
}

class Compiler extends SqliteQueryCompiler {
  // Row locks are superfluous with a single writer.
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === undefined || node.modifier === 'Distinct') super.visitSelectModifier(node);
  }

  // SQLite prepares a statement again each time that a LIMIT parameter is bound.
  protected override visitLimit(node: LimitNode): void {
    const { limit } = node;
    if (ValueNode.is(limit) && Number.isSafeInteger(limit.value)) this.append(`limit ${limit.value}`);
    else super.visitLimit(node);
  }
}

// Kysely assumes that SQLite's DDL is not transactional, and would leave a failed migration half applied.
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
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
