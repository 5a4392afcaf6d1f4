import { type Kysely, sql } from 'kysely';

/** Size and last use of variants, for the eviction of those that were not used for the longest time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // SQLite adds one column a statement.
  await db.schema.alterTable('variants').addColumn('size_bytes', 'bigint').execute();
  await db.schema.alterTable('variants').addColumn('used_at', 'bigint').execute();
  // The lease of a variant ended shortly after it was made.
  await sql`update variants set
      size_bytes = (select blobs.size_bytes from blobs where blobs.key = variants.blob_key),
      used_at = lease_until
    where blob_key is not null`.execute(db);
  // The size is in the index, so that the sum of all sizes reads nothing else.
  await db.schema.createIndex('variants_by_use').on('variants').columns(['used_at', 'size_bytes']).execute();
}
