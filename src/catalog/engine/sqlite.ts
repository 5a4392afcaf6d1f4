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

/** How long a statement waits for another process that writes (the command line beside the server). */
const BUSY_TIMEOUT_MS = 5_000;
/**
 * Every transaction here writes. One that begins by reading would be refused at its first write, without waiting, when
 * another process has written in between.
 */
const BEGIN = 'begin immediate';
/** Compiled statements that are kept; the service has fewer different ones. */
const MAX_STATEMENTS = 256;

/** SQLITE_BUSY, SQLITE_IOERR, SQLITE_FULL and SQLITE_CANTOPEN: the statement may succeed later. */
const UNAVAILABLE = new Set([5, 10, 13, 14]);
/** What a client is told to wait then. */
const RETRY_AFTER_SECONDS = 30;

/** Opens a SQLite file so that a commit survives a loss of power: WAL, fsync at each commit. */
export function openSqliteFile(path: string): DatabaseSync {
  const file = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  file.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA cache_size = -16384',
  );
  return file;
}

/** Opens the same file once more to read what is committed, whatever the writing connection is in the middle of. */
export function openForReading(path: string): DatabaseSync {
  const file = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
  // Connects to the file now, and not at the first question.
  file.exec('SELECT 1 FROM sqlite_schema');
  return file;
}

/** Kysely's SQLite dialect on node:sqlite. @param onStatement is told of each statement that has been run */
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
  function told<T>(work: () => T): T {
    try {
      return orUnavailable(work);
    } finally {
      onStatement();
    }
  }
  const ready = file.prepare(sql === 'begin' ? BEGIN : sql);
  return {
    reader: ready.columns().length > 0,
    all: (parameters) => told(() => ready.all(...(parameters as string[]))),
    run: (parameters) => {
      // A full disk or an I/O error has ended the transaction already.
      if (sql === 'rollback' && !file.isTransaction) return { changes: 0, lastInsertRowid: 0 };
      return told(() => ready.run(...(parameters as string[])));
    },
    iterate: (parameters) => ready.iterate(...(parameters as string[])),
  };
}

/** @throws AppError STORAGE_UNAVAILABLE where the disk or another process's lock is what failed */
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
  // There is one writer at a time: the row locks that other databases need are its own already.
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === undefined || node.modifier === 'Distinct') super.visitSelectModifier(node);
  }

  // SQLite prepares a statement anew each time that a LIMIT is set which is a parameter.
  protected override visitLimit(node: LimitNode): void {
    const { limit } = node;
    if (ValueNode.is(limit) && Number.isSafeInteger(limit.value)) this.append(`limit ${limit.value}`);
    else super.visitLimit(node);
  }
}

// SQLite's DDL is transactional; Kysely assumes that it is not, and would leave a broken migration half done.

class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/**
 * Makes the data directory this process's own until it ends, however it ends: an open exclusive transaction
 * in a SQLite file of its own is a lock that the operating system gives back.
 * @returns a function that gives it back, or undefined when another process holds it
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
