import { type Kysely, sql } from 'kysely';
import { searchForm } from '../../core/names.ts';

const PAGE = 1_000;

/** Albums, secrets of the service, and columns and indexes for lists of images by age, size, name and album. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('images')
    .addColumn('size_bytes', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('images')
    .addColumn('search_name', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await sql`update images set size_bytes = (select blobs.size_bytes from blobs where blobs.key = images.original_key)`.execute(
    db,
  );
  await fillSearchNames(db as Kysely<Filled>);

  // Each order is one range of one index, read forwards or backwards. Anonymous images are in no list.
  const lists: [name: string, columns: string[]][] = [
    ['images_by_account_and_size', ['account_id', 'size_bytes', 'id', 'expires_at']],
    ['images_by_album_and_time', ['account_id', 'album_id', 'uploaded_at', 'id']],
    ['images_by_album_and_size', ['account_id', 'album_id', 'size_bytes', 'id', 'expires_at']],
  ];
  for (const [name, columns] of lists) {
    await db.schema
      .createIndex(name)
      .on('images')
      .columns(columns)
      .where(sql.ref('account_id'), 'is not', null)
      .execute();
  }

  await db.schema.alterTable('albums').addColumn('description', 'text').execute();
  await db.schema.alterTable('albums').addColumn('cover_image_id', 'text').execute();
  await db.schema.alterTable('albums').addColumn('public_token', 'text').execute();
  await db.schema
    .alterTable('albums')
    .addColumn('updated_at', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`update albums set updated_at = created_at`.execute(db);
  await db.schema.createIndex('albums_by_time').on('albums').columns(['account_id', 'created_at', 'id']).execute();
  await db.schema.createIndex('albums_by_token').on('albums').column('public_token').unique().execute();

  await db.schema
    .createTable('secrets')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute();
}

interface Filled {
  images: { id: string; filename: string; search_name: string };
}

/** Normalizes the names here, because databases differ in their case folding. */
async function fillSearchNames(db: Kysely<Filled>): Promise<void> {
  let after = '';
  for (;;) {
    const rows = await db
      .selectFrom('images')
      .select(['id', 'filename'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    for (const { id, filename } of rows) {
      await db
        .updateTable('images')
        .set({ search_name: searchForm(filename) })
        .where('id', '=', id)
        .execute();
    }
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}
