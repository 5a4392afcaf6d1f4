import { sql } from 'kysely';
import type { Db, Schema, Tx } from './schema.ts';

/** Rows per insert; PostgreSQL accepts at most 65,535 parameters. */
const BATCH = 500;

type Table = keyof Schema;

export interface CopiedTable {
  table: string;
  rows: number;
}

/**
 * Copies every row of a SQLite catalog into an empty catalog of the same schema, in one transaction: an interrupted copy
 * leaves nothing behind. Nothing may write to the source during the copy.
 * @param from a SQLite catalog
 * @throws Error when the target has rows, or when the numbers of rows differ afterwards
 */
export async function copyCatalog(
  from: Db,
  to: Db,
  onTable: (copied: CopiedTable) => void = () => {},
): Promise<CopiedTable[]> {
  const tables = await inOrderOfReferences(from);
  return to.transaction().execute(async (tx) => {
    const copied: CopiedTable[] = [];
    for (const table of tables) {
      if ((await countOf(tx, table)) > 0) throw new Error(`The target is not empty: "${table}" has rows.`);
    }
    for (const table of tables) {
      const rows = await copyTable(from, tx, table);
      const [expected, found] = [await countOf(from, table), await countOf(tx, table)];
      if (expected !== found) throw new Error(`"${table}" has ${expected} rows, but its copy has ${found}.`);
      copied.push({ table, rows });
      onTable({ table, rows });
    }
    return copied;
  });
}

async function copyTable(from: Db, tx: Tx, table: Table): Promise<number> {
  let rows = 0;
  let batch: object[] = [];
  const flush = async () => {
    if (batch.length > 0)
      await tx
        .insertInto(table)
        .values(batch as never)
        .execute();
    rows += batch.length;
    batch = [];
  };
  for await (const row of from.selectFrom(table).selectAll().stream()) {
    batch.push(row);
    if (batch.length === BATCH) await flush();
  }
  await flush();
  return rows;
}

/** All tables, each after the tables that it references. */
async function inOrderOfReferences(from: Db): Promise<Table[]> {
  const names = (await from.introspection.getTables()).map(({ name }) => name as Table);
  const ordered: Table[] = [];
  const visit = async (name: Table): Promise<void> => {
    if (ordered.includes(name)) return;
    const references = await sql<{ table: Table }>`select "table" from pragma_foreign_key_list(${name})`.execute(from);
    for (const { table } of references.rows) if (table !== name) await visit(table);
    ordered.push(name);
  };
  for (const name of names) await visit(name);
  return ordered;
}

async function countOf(db: Db, table: Table): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
