import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { type DialectAdapter, SqliteAdapter, type SqliteDatabase, SqliteDialect } from 'kysely';

/** How long a statement waits for another process that writes (the command line beside the server). */
const BUSY_TIMEOUT_MS = 5_000;
/** Compiled statements that are kept; the service has fewer different ones. */
const MAX_STATEMENTS = 256;

/** Opens a SQLite file so that a commit survives a loss of power: WAL, fsync at each commit. */
export function openSqliteFile(path: string): DatabaseSync {
  const file = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  file.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA cache_size = -16384',
  );
  return file;
}

/** Kysely's SQLite dialect on node:sqlite. */
export function sqliteDialect(file: DatabaseSync): SqliteDialect {
  return new TransactionalDdlDialect({ database: adapt(file) });
}

function adapt(file: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, StatementSync>();
  return {
    close: () => file.close(),
    prepare(sql) {
      let statement = statements.get(sql);
      if (statement === undefined) {
        if (statements.size >= MAX_STATEMENTS) statements.clear();
        statement = file.prepare(sql);
        statements.set(sql, statement);
      }
      const ready = statement;
      return {
        reader: ready.columns().length > 0,
        all: (parameters) => ready.all(...(parameters as string[])),
        run: (parameters) => ready.run(...(parameters as string[])),
        iterate: (parameters) => ready.iterate(...(parameters as string[])),
      };
    },
  };
}

// SQLite's DDL is transactional; Kysely assumes that it is not, and would leave a broken migration half done.
class TransactionalDdlDialect extends SqliteDialect {
  override createAdapter(): DialectAdapter {
    return new TransactionalDdlAdapter();
  }
}

class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}
