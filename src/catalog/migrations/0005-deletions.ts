import type { Kysely } from 'kysely';

/** The progress of deletions: bytes in the store, copies at the edge. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('deletions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('image_id', 'text', (c) => c.notNull())
    .addColumn('cause', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('storage_state', 'text', (c) => c.notNull())
    .addColumn('storage_at', 'bigint')
    .addColumn('edge_state', 'text', (c) => c.notNull())
    .addColumn('edge_at', 'bigint')
    .addColumn('edge_attempts', 'integer', (c) => c.notNull())
    .addColumn('edge_error', 'text')
    .execute();
  await db.schema.createIndex('deletions_by_time').on('deletions').column('created_at').execute();
  await db.schema.createIndex('deletions_by_image').on('deletions').column('image_id').execute();

  await db.schema.alterTable('garbage').addColumn('deletion_id', 'text').execute();
  await db.schema.createIndex('garbage_by_deletion').on('garbage').column('deletion_id').execute();
}
