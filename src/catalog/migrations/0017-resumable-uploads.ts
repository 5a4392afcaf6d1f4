import type { Kysely } from 'kysely';

/** Resumable uploads and their parts, which are blobs. Accounts are not referenced: the parts have to be released. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('uploads')
    .addColumn('id_hash', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text')
    .addColumn('caller', 'text', (c) => c.notNull())
    .addColumn('metadata', 'text', (c) => c.notNull())
    .addColumn('length_bytes', 'bigint', (c) => c.notNull())
    .addColumn('offset_bytes', 'bigint', (c) => c.notNull())
    .addColumn('parts', 'integer', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('lock', 'text')
    .addColumn('lease_until', 'bigint', (c) => c.notNull())
    .addColumn('image_id', 'text')
    .addColumn('answer', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('uploads_by_caller').on('uploads').columns(['caller', 'state']).execute();
  await db.schema.createIndex('uploads_by_state').on('uploads').columns(['state', 'expires_at']).execute();
  await db.schema.createIndex('uploads_by_expiry').on('uploads').column('expires_at').execute();

  await db.schema
    .createTable('upload_parts')
    .addColumn('id_hash', 'text', (c) => c.notNull().references('uploads.id_hash'))
    .addColumn('start_byte', 'bigint', (c) => c.notNull())
    .addColumn('size_bytes', 'bigint', (c) => c.notNull())
    .addColumn('blob_key', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('upload_parts_in_order', ['id_hash', 'start_byte'])
    .execute();
  await db.schema.createIndex('upload_parts_by_blob').on('upload_parts').column('blob_key').execute();
}
