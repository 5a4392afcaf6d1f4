import type { Kysely } from 'kysely';

/** What imports from other hosts have stored, and the addresses that the images had there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('imports')
    .addColumn('ledger', 'text', (c) => c.notNull())
    .addColumn('item', 'text', (c) => c.notNull())
    .addColumn('result_id', 'text', (c) => c.notNull())
    .addColumn('imported_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('imports_by_item', ['ledger', 'item'])
    .execute();

  await db.schema
    .createTable('redirects')
    .addColumn('path', 'text', (c) => c.notNull())
    .addColumn('host', 'text', (c) => c.notNull())
    .addColumn('target', 'text', (c) => c.notNull())
    .addColumn('image_id', 'text', (c) => c.notNull().references('images.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('redirects_by_path', ['path', 'host'])
    .execute();
  await db.schema.createIndex('redirects_by_image').on('redirects').column('image_id').execute();
}
