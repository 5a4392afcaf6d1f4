import { newId } from '../../core/ids.ts';
import type { AlbumRow, Db, Tx } from '../schema.ts';

/** The id of the account's album of this name, which is made when it is missing. */
export async function findOrCreateAlbum(tx: Tx, accountId: string, name: string, nowMs: number): Promise<string> {
  for (;;) {
    const inserted = await insertAlbum(tx, { accountId, name, description: null }, nowMs);
    if (inserted !== undefined) return inserted;
    // It must not go before the image is in it; one that has gone in between is made anew.
    const found = await tx
      .selectFrom('albums')
      .select('id')
      .where('account_id', '=', accountId)
      .where('name', '=', name)
      .forKeyShare()
      .executeTakeFirst();
    if (found !== undefined) return found.id;
  }
}

/** @returns the id of the new album, or undefined when the account has one of this name */
export async function insertAlbum(
  db: Db,
  { accountId, name, description }: { accountId: string; name: string; description: string | null },
  nowMs: number,
): Promise<string | undefined> {
  const inserted = await db
    .insertInto('albums')
    .values({
      id: newId('alb'),
      account_id: accountId,
      name,
      description,
      cover_image_id: null,
      public_token: null,
      created_at: nowMs,
      updated_at: nowMs,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}

export async function findAlbum(db: Db, id: string): Promise<{ id: string; name: string } | undefined> {
  return albumQuery(db, id).executeTakeFirst();
}

/** The query for one album by its id. */
export function albumQuery(db: Db, id = '') {
  return db.selectFrom('albums').select(['id', 'name']).where('id', '=', id);
}

/** An album of the account, or undefined when the account has none of this id. */
export async function findAlbumOf(db: Db, accountId: string, id: string): Promise<AlbumRow | undefined> {
  return db
    .selectFrom('albums')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

export async function findAlbumByName(db: Db, accountId: string, name: string): Promise<AlbumRow | undefined> {
  return db
    .selectFrom('albums')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .executeTakeFirst();
}

/** @returns false when the account has no such album @throws what the database throws when the name is taken */
export async function updateAlbum(db: Db, accountId: string, id: string, values: Partial<AlbumRow>): Promise<boolean> {
  const updated = await db
    .updateTable('albums')
    .set(values)
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

/** Removes an album that no image is in. @returns false when it was gone already */
export async function deleteEmptyAlbum(tx: Tx, accountId: string, id: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('albums')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Lets nobody put an image into the album before the transaction ends. */
export async function lockAlbum(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('albums').select('id').where('id', '=', id).forUpdate().execute();
}

/** Some of the images in an album, those among them whose time is over. */
export async function someImagesIn(db: Db, albumId: string, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('images').select('id').where('album_id', '=', albumId).limit(limit).execute();
  return rows.map((row) => row.id);
}

/** Takes images out of their albums. */
export async function takeOutOfAlbums(tx: Tx, imageIds: readonly string[]): Promise<void> {
  if (imageIds.length === 0) return;
  await tx.updateTable('images').set({ album_id: null }).where('id', 'in', imageIds).execute();
}
