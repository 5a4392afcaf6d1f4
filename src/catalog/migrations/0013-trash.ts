import { type Kysely, sql } from 'kysely';

/**
 * The trash: when an image was moved there, and when it is deleted for good. The indexes of lists hold only images
 * outside the trash, so that a list never reads over those in it, however many there are. They contain `trashed_at`, because
 * SQLite reads the rows otherwise.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // SQLite adds one column a statement.
  await db.schema.alterTable('images').addColumn('trashed_at', 'bigint').execute();
  await db.schema.alterTable('images').addColumn('purge_at', 'bigint').execute();

  const lists: [name: string, columns: string[]][] = [
    ['images_by_account', ['account_id', 'uploaded_at', 'id', 'expires_at', 'trashed_at']],
    ['images_by_account_and_size', ['account_id', 'size_bytes', 'id', 'expires_at', 'trashed_at']],
    [
      'images_by_album_and_time',
      ['account_id', 'album_id', 'uploaded_at', 'id', 'expires_at', 'quarantined_at', 'trashed_at'],
    ],
    [
      'images_by_album_and_size',
      ['account_id', 'album_id', 'size_bytes', 'id', 'expires_at', 'quarantined_at', 'trashed_at'],
    ],
  ];
  for (const [name, columns] of lists) {
    await db.schema.dropIndex(name).execute();
    await db.schema
      .createIndex(name)
      .on('images')
      .columns(columns)
      .where(sql<boolean>`account_id is not null and trashed_at is null`)
      .execute();
  }
  // All images of an account, in the trash or not: for its deletion and its storage.
  await db.schema.createIndex('images_of_account').on('images').columns(['account_id', 'size_bytes']).execute();
  await db.schema
    .createIndex('images_by_trash')
    .on('images')
    .columns(['account_id', 'trashed_at', 'id', 'size_bytes', 'purge_at', 'expires_at'])
    .where(sql.ref('trashed_at'), 'is not', null)
    .execute();
  await db.schema
    .createIndex('images_by_purge')
    .on('images')
    .column('purge_at')
    .where(sql.ref('purge_at'), 'is not', null)
    .execute();
}
