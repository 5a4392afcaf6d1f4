import type { Kysely } from 'kysely';

/** The runs of `imgd backup`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('backups')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('started_at', 'bigint', (c) => c.notNull())
    .addColumn('finished_at', 'bigint', (c) => c.notNull())
    .addColumn('target', 'text', (c) => c.notNull())
    .addColumn('outcome', 'text', (c) => c.notNull())
    .addColumn('bytes', 'bigint', (c) => c.notNull())
    .addColumn('blobs', 'bigint', (c) => c.notNull())
    .addColumn('error', 'text')
    .execute();
  await db.schema.createIndex('backups_by_end').on('backups').column('finished_at').execute();
}
