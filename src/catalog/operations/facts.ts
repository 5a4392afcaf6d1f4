import { PostgresAdapter, sql } from 'kysely';
import type { Db, FactRow } from '../schema.ts';

/** What a catalog says about itself, readable also by versions that do not know all of its migrations. */
export interface CatalogFacts {
  /** Names of the applied migrations, also unknown ones. */
  applied: string[];
  facts: { [K in FactRow['name']]?: string };
}

/** Reads an empty database too. */
export async function readFacts(db: Db): Promise<CatalogFacts> {
  const tables = await presentOf(db, ['kysely_migration', 'catalog_facts']);
  const applied = tables.includes('kysely_migration')
    ? (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows
    : [];
  const rows = tables.includes('catalog_facts') ? await db.selectFrom('catalog_facts').selectAll().execute() : [];
  return {
    applied: applied.map(({ name }) => name),
    facts: Object.fromEntries(rows.map(({ name, value }) => [name, value])),
  };
}

/** Those of the tables that exist. `db.introspection` would read the columns of all tables at each start. */
async function presentOf(db: Db, names: readonly string[]): Promise<string[]> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const query = isPostgres
    ? sql<{
        name: string;
      }>`select relname as name from pg_class where relname in (${sql.join(names)}) and pg_table_is_visible(oid)`
    : sql<{ name: string }>`select name from sqlite_master where name in (${sql.join(names)})`;
  return (await query.execute(db)).rows.map(({ name }) => name);
}

export async function writeFacts(db: Db, facts: CatalogFacts['facts']): Promise<void> {
  const rows = Object.entries(facts).map(([name, value]) => ({ name: name as FactRow['name'], value }));
  await db
    .insertInto('catalog_facts')
    .values(rows)
    .onConflict((conflict) => conflict.column('name').doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })))
    .execute();
}

/** Makes a catalog that has moved usable again. @returns where it had moved; undefined when it had not */
export async function unmarkMoved(db: Db): Promise<string | undefined> {
  const { facts } = await readFacts(db);
  if (facts.moved_to !== undefined) await db.deleteFrom('catalog_facts').where('name', '=', 'moved_to').execute();
  return facts.moved_to;
}
