import type { Kysely } from 'kysely';

/** What the catalog says about itself: which imgd migrated it, which may run on it, and where it has moved. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('catalog_facts')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute();
}
