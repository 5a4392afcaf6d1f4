import { type Kysely, sql } from 'kysely';

/**
 * Title, alternative text, description and tags of images, an index of the tags of each account, and indexes by which an
 * account finds its images by the SHA-256 of a file. New columns are null, so that no row is written.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // SQLite adds one column a statement.
  for (const name of ['title', 'alt', 'description', 'tags']) {
    await db.schema.alterTable('images').addColumn(name, 'text').execute();
  }

  await db.schema
    .createTable('image_tags')
    .addColumn('image_id', 'text', (c) => c.notNull().references('images.id').onDelete('cascade'))
    .addColumn('tag', 'text', (c) => c.notNull())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('uploaded_at', 'bigint', (c) => c.notNull())
    .addColumn('size_bytes', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('image_tags_by_image', ['image_id', 'tag'])
    .execute();
  const tagLists: [name: string, column: string][] = [
    ['image_tags_by_time', 'uploaded_at'],
    ['image_tags_by_size', 'size_bytes'],
  ];
  for (const [name, column] of tagLists) {
    await db.schema.createIndex(name).on('image_tags').columns(['account_id', 'tag', column, 'image_id']).execute();
  }

  const contentLists: [name: string, column: string][] = [
    ['images_by_account_and_upload', 'uploaded_sha256'],
    ['images_by_account_and_original', 'original_key'],
  ];
  for (const [name, column] of contentLists) {
    await db.schema
      .createIndex(name)
      .on('images')
      .columns(['account_id', column, 'uploaded_at', 'id'])
      .where(sql<boolean>`account_id is not null and trashed_at is null`)
      .execute();
  }
}
