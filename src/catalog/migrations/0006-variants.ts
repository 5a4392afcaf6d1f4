import type { Kysely } from 'kysely';

/** Variants. They belong to the original blob, so that images with duplicate content share them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('variants')
    .addColumn('original_key', 'text', (c) => c.notNull().references('blobs.key').onUpdate('cascade'))
    .addColumn('width', 'integer', (c) => c.notNull())
    .addColumn('extension', 'text', (c) => c.notNull())
    .addColumn('blob_key', 'text', (c) => c.references('blobs.key').onUpdate('cascade'))
    .addColumn('format', 'text')
    .addColumn('lease_until', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('variants_by_original', ['original_key', 'width', 'extension'])
    .execute();
  await db.schema.createIndex('variants_by_blob').on('variants').column('blob_key').execute();
}
