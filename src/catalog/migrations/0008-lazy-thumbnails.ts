import type { Kysely } from 'kysely';

/** Thumbnails that are made when they are first asked for; until then an image refers to its original in their place. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // One statement each: SQLite adds one column at a time.
  await db.schema
    .alterTable('images')
    .addColumn('thumbnail_state', 'text', (c) => c.notNull().defaultTo('made'))
    .execute();
  await db.schema.alterTable('images').addColumn('thumbnail_fault', 'text').execute();
}
