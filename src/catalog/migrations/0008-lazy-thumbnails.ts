import type { Kysely } from 'kysely';

/** Thumbnails made at the first request. Until then the thumbnail key of an image is the key of its original. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // SQLite adds one column a statement.
  await db.schema
    .alterTable('images')
    .addColumn('thumbnail_state', 'text', (c) => c.notNull().defaultTo('made'))
    .execute();
  await db.schema.alterTable('images').addColumn('thumbnail_fault', 'text').execute();
}
