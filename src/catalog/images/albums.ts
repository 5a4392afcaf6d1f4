import type { Position } from '../../core/cursor.ts';
import type { FormatName } from '../../core/formats.ts';
import { newId } from '../../core/ids.ts';
import type { AlbumRow, Db, Tx } from '../schema.ts';

/** @returns the id of the account's album of this name, which is created when it does not exist */
export async function findOrCreateAlbum(tx: Tx, accountId: string, name: string, nowMs: number): Promise<string> {
  for (;;) {
    const inserted = await insertAlbum(tx, { accountId, name, description: null }, nowMs);
    if (inserted !== undefined) return inserted;
    // Locked, so that it is not deleted before the image is in it. If it was deleted since the insert, try again.
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

/** @returns the id of the new album; undefined when the account has an album of this name */
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

/** @returns undefined when the account has no such album */
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

/** @returns false when the account has no such album @throws a unique violation when the name is taken */
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

/** Deletes an album without images. @returns false when the account has no such album */
export async function deleteEmptyAlbum(tx: Tx, accountId: string, id: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('albums')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Until the transaction ends, no image can be added to the album. */
export async function lockAlbum(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('albums').select('id').where('id', '=', id).forUpdate().execute();
}

/** Ids of images in an album, in no particular order, expired images included. */
export async function listImagesInAlbum(db: Db, albumId: string, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('images').select('id').where('album_id', '=', albumId).limit(limit).execute();
  return rows.map((row) => row.id);
}

/** Removes images from their albums. */
export async function removeFromAlbums(tx: Tx, imageIds: readonly string[]): Promise<void> {
  if (imageIds.length === 0) return;
  await tx.updateTable('images').set({ album_id: null }).where('id', 'in', imageIds).execute();
}

/** An album with the totals of its images. */
export interface AlbumSummary extends AlbumRow {
  image_count: number;
  /** Bytes of the originals. */
  total_size: number;
  /** The chosen image while it is in the album, else the newest image. */
  cover: { id: string; format: FormatName } | null;
}

/** The account's albums, newest first. */
export async function listAlbums(
  db: Db,
  accountId: string,
  after: Position | undefined,
  nowMs: number,
  limit: number,
): Promise<AlbumSummary[]> {
  let query = albumsWithCover(db, nowMs)
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  if (after !== undefined) {
    query = query.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after.value, after.id)));
  }
  return withFacts(db, await query.execute(), nowMs);
}

/** @returns undefined when the account has no such album */
export async function findAlbumSummary(
  db: Db,
  accountId: string,
  id: string,
  nowMs: number,
): Promise<AlbumSummary | undefined> {
  const rows = await albumsWithCover(db, nowMs).where('id', '=', id).where('account_id', '=', accountId).execute();
  return (await withFacts(db, rows, nowMs))[0];
}

/** The album that its owner has published under this token; quarantined images do not count. */
export async function findPublicAlbum(db: Db, token: string, nowMs: number): Promise<AlbumSummary | undefined> {
  const rows = await albumsWithCover(db, nowMs).where('public_token', '=', token).execute();
  return (await withFacts(db, rows, nowMs, { shownOnly: true }))[0];
}

/** Albums with the ids of their covers. */
function albumsWithCover(db: Db, nowMs: number) {
  return db
    .selectFrom('albums')
    .selectAll('albums')
    .select((eb) => {
      // A cover must not answer 404. The account is part of the condition because the indexes begin with it.
      const shown = eb
        .selectFrom('images')
        .select('images.id')
        .whereRef('images.account_id', '=', 'albums.account_id')
        .whereRef('images.album_id', '=', 'albums.id')
        .where('images.quarantined_at', 'is', null)
        .where((or) => or.or([or('images.expires_at', 'is', null), or('images.expires_at', '>', nowMs)]));
      const chosen = shown.whereRef('images.id', '=', 'albums.cover_image_id');
      const newest = shown.orderBy('images.uploaded_at', 'desc').orderBy('images.id', 'desc').limit(1);
      return eb.fn.coalesce(chosen, newest).as('cover_id');
    });
}

type FoundRow = AlbumRow & { cover_id: string | null };

/** Adds the totals of all albums by one pass over an index. @param rows albums of one account */
async function withFacts(
  db: Db,
  rows: readonly FoundRow[],
  nowMs: number,
  { shownOnly = false } = {},
): Promise<AlbumSummary[]> {
  const [first] = rows;
  if (first === undefined) return [];
  const sums = await db
    .selectFrom('images')
    .select((eb) => ['album_id', eb.fn.countAll<number>().as('count'), eb.fn.sum<number>('size_bytes').as('bytes')])
    .where('account_id', '=', first.account_id)
    .where(
      'album_id',
      'in',
      rows.map(({ id }) => id),
    )
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', nowMs)]))
    .$if(shownOnly, (query) => query.where('quarantined_at', 'is', null))
    .groupBy('album_id')
    .execute();
  const sumOf = new Map(sums.map((sum) => [sum.album_id, sum]));
  const coverIds = rows.flatMap(({ cover_id }) => cover_id ?? []);
  const covers =
    coverIds.length === 0
      ? []
      : await db.selectFrom('images').select(['id', 'format']).where('id', 'in', coverIds).execute();
  const coverOf = new Map(covers.map((cover) => [cover.id, cover]));
  return rows.map(({ cover_id, ...album }) => ({
    ...album,
    image_count: Number(sumOf.get(album.id)?.count ?? 0),
    total_size: Number(sumOf.get(album.id)?.bytes ?? 0),
    cover: (cover_id !== null && coverOf.get(cover_id)) || null,
  }));
}
