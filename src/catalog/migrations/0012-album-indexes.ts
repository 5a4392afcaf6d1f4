import { type Kysely, sql } from 'kysely';

/**
 * The indexes of albums also contain the columns by which images are hidden, so that counting the images of an album and
 * finding its cover read no rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const indexes: [name: string, columns: string[]][] = [
    ['images_by_album_and_time', ['account_id', 'album_id', 'uploaded_at', 'id', 'expires_at', 'quarantined_at']],
    ['images_by_album_and_size', ['account_id', 'album_id', 'size_bytes', 'id', 'expires_at', 'quarantined_at']],
  ];
  for (const [name, columns] of indexes) {
    await db.schema.dropIndex(name).execute();
    await db.schema
      .createIndex(name)
      .on('images')
      .columns(columns)
      .where(sql.ref('account_id'), 'is not', null)
      .execute();
  }
}
