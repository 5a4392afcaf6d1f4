import type { Kysely } from 'kysely';

/** Password, end and download of shared albums. Albums that are shared already allow the download, as before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // SQLite adds one column a statement.
  await db.schema.alterTable('albums').addColumn('share_password_hash', 'text').execute();
  await db.schema.alterTable('albums').addColumn('share_expires_at', 'bigint').execute();
  await db.schema
    .alterTable('albums')
    .addColumn('share_download', 'integer', (c) => c.notNull().defaultTo(1))
    .execute();
}
