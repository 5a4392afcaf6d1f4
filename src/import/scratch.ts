import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';

/** A row of a table of another host: texts by column; null = absent. */
export type TextRow = Record<string, string | null>;

/** What a source has to look up in another order than it reads it: on disk, so that memory stays constant. */
export interface Scratch extends AsyncDisposable {
  createTable(name: string, columns: readonly string[]): void;
  run(sql: string): void;
  insert(table: string, columns: readonly string[], values: readonly (string | number | null)[]): void;
  /** @param sql with `?` for each of the values */
  first(sql: string, ...values: (string | number | null)[]): TextRow | undefined;
  /** The rows are read one after another; other reads of the scratch may happen between. */
  each(sql: string, ...values: (string | number | null)[]): Iterable<TextRow>;
}

/** @param directory of temporary files */
export function openScratch(directory: string): Scratch {
  const path = join(directory, `scratch-${randomUUID()}.sqlite`);
  const db = new DatabaseSync(path);
  // A scratch that is cut off is of no use: nothing has to survive.
  db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE');
  const statements = new Map<string, StatementSync>();
  const prepare = (sql: string) => {
    const known = statements.get(sql) ?? db.prepare(sql);
    statements.set(sql, known);
    return known;
  };
  return {
    createTable(name, columns) {
      db.exec(`CREATE TABLE ${quoted(name)} (${columns.map(quoted).join(', ')})`);
    },
    run: (sql) => db.exec(sql),
    insert(table, columns, values) {
      const places = columns.map(() => '?').join(', ');
      prepare(`INSERT INTO ${quoted(table)} (${columns.map(quoted).join(', ')}) VALUES (${places})`).run(...values);
    },
    first: (sql, ...values) => prepare(sql).get(...values) as TextRow | undefined,
    // A statement of its own: a prepared one cannot be read twice at once.
    each: (sql, ...values) => db.prepare(sql).iterate(...values) as Iterable<TextRow>,
    async [Symbol.asyncDispose]() {
      statements.clear();
      db.close();
      await rm(path, { force: true });
    },
  };
}

/** A name of a table or column. */
function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
