import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import type { Database, WantedTable } from './host.ts';
import { readDump, type TableRow } from './sql-dump.ts';

const PAGE_ROWS = 200;

/**
 * Opens the database of another host for reading.
 * @param given address of a PostgreSQL database, or path of a dump or of a SQLite database
 * @throws Error in one line
 */
export async function openDatabase(given: string): Promise<Database> {
  if (/^postgres(ql)?:\/\//.test(given)) return openPostgres(given);
  const file = await open(given).catch((cause) => {
    throw new Error(`${given} cannot be opened:`, { cause });
  });
  const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0).finally(() => file.close());
  const head = buffer.subarray(0, bytesRead).toString('latin1');
  if (head.startsWith('SQLite format 3')) return openSqlite(given);
  if (head.startsWith('PGDMP')) {
    throw new Error(`${given} is a dump in the custom format of pg_dump: make a plain one (--format=plain).`);
  }
  return {
    name: given,
    rows: (tables) => readDump(given, (table) => tables.some(({ matches }) => matches.test(table))),
    async [Symbol.asyncDispose]() {},
  };
}

/** The columns that a table has, with its name there. */
interface FoundTable {
  wanted: WantedTable;
  table: string;
  columns: readonly string[];
}

/** Pairs the wanted tables with those of a database. @param columns of all tables there */
function findTables(
  wanted: readonly WantedTable[],
  columns: readonly { table: string; column: string }[],
): FoundTable[] {
  const byTable = Map.groupBy(columns, ({ table }) => table);
  return wanted.flatMap((one) => {
    const found = [...byTable].find(
      ([table, all]) => one.matches.test(table) && all.some(({ column }) => column === one.known),
    );
    if (found === undefined) return [];
    const names = found[1].map(({ column }) => column);
    return [{ wanted: one, table: found[0], columns: one.columns.filter((column) => names.includes(column)) }];
  });
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** One transaction reads all tables, so that they fit each other although the other host may be running. */
async function openPostgres(url: string): Promise<Database> {
  const client = new Client({ connectionString: url });
  await client.connect().catch((cause) => {
    throw new Error('The database of the other host cannot be reached:', { cause });
  });
  const { database = 'database' } = client;
  async function* rows(tables: readonly WantedTable[]): AsyncGenerator<TableRow> {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const { rows: columns } = await client.query<{ table: string; column: string }>(
      'SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns WHERE table_schema = ANY(current_schemas(false))',
    );
    for (const { wanted, table, columns: own } of findTables(tables, columns)) {
      const { pageRows = PAGE_ROWS } = wanted;
      const texts = own.map((column) => `${quoted(column)}::text AS ${quoted(column)}`).join(', ');
      await client.query(`DECLARE imported CURSOR FOR SELECT ${texts} FROM ${quoted(table)}`);
      for (let count = 0; ; ) {
        const page = await client.query<Record<string, string | null>>(`FETCH ${pageRows} FROM imported`);
        for (const values of page.rows) yield { table, where: `${database}.${table}:${++count}`, values };
        if (page.rows.length < pageRows) break;
      }
      await client.query('CLOSE imported');
    }
    await client.query('COMMIT');
  }
  return { name: database, rows, [Symbol.asyncDispose]: () => client.end() };
}

function openSqlite(path: string): Database {
  const db = new DatabaseSync(path, { readOnly: true });
  async function* rows(tables: readonly WantedTable[]): AsyncGenerator<TableRow> {
    const sql =
      'SELECT m.name AS "table", c.name AS "column" FROM sqlite_schema m, pragma_table_info(m.name) c WHERE m.type = \'table\'';
    const columns = db.prepare(sql).all() as unknown as { table: string; column: string }[];
    for (const { table, columns: own } of findTables(tables, columns)) {
      const texts = own.map((column) => `CAST(${quoted(column)} AS TEXT) AS ${quoted(column)}`).join(', ');
      let count = 0;
      for (const values of db.prepare(`SELECT ${texts} FROM ${quoted(table)}`).iterate()) {
        yield { table, where: `${basename(path)}:${table}:${++count}`, values: values as TableRow['values'] };
      }
    }
  }
  return {
    name: path,
    rows,
    async [Symbol.asyncDispose]() {
      db.close();
    },
  };
}
