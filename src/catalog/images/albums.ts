import type { Position } from '../../core/cursor.ts';
import { newId } from '../../core/ids.ts';
import type { AlbumRow, Db, ImageRow, Tx } from '../schema.ts';
import { recordAlbumEvent } from '../webhooks/events.ts';
import { isKept } from './images.ts';

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

/**
 * Creates an album, and records the event.
 * @returns the id of the new album; undefined when the account has an album of this name
 */
export async function insertAlbum(
  tx: Db,
  { accountId, name, description }: { accountId: string; name: string; description: string | null },
  nowMs: number,
): Promise<string | undefined> {
  const inserted = await tx
    .insertInto('albums')
    .values({
      id: newId('alb'),
      account_id: accountId,
      name,
      description,
      cover_image_id: null,
      public_token: null,
      share_password_hash: null,
      share_expires_at: null,
      share_download: 1,
      created_at: nowMs,
      updated_at: nowMs,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'name']).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (inserted !== undefined) await recordAlbumEvent(tx, 'album.created', inserted, nowMs);
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

/** The names of albums by their ids. */
export async function albumNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('albums').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export async function findAlbumByName(db: Db, accountId: string, name: string): Promise<AlbumRow | undefined> {
  return db
    .selectFrom('albums')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .executeTakeFirst();
}

/**
 * Changes an album, and records the event.
 * @returns false when the account has no such album
 * @throws a unique violation when the name is taken
 */
export async function updateAlbum(
  tx: Db,
  accountId: string,
  id: string,
  values: Partial<AlbumRow>,
  nowMs: number,
): Promise<boolean> {
  const updated = await tx
    .updateTable('albums')
    .set(values)
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returningAll()
    .executeTakeFirst();
  if (updated !== undefined) await recordAlbumEvent(tx, 'album.updated', updated, nowMs);
  return updated !== undefined;
}

/** Deletes an album without images, and records the event. @returns false when the account has no such album */
export async function deleteEmptyAlbum(tx: Tx, accountId: string, id: string, nowMs: number): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('albums')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returningAll()
    .executeTakeFirst();
  if (deleted !== undefined) await recordAlbumEvent(tx, 'album.deleted', deleted, nowMs);
  return deleted !== undefined;
}

/** Until the transaction ends, no image can be added to the album. */
export async function lockAlbum(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('albums').select('id').where('id', '=', id).forUpdate().execute();
}

/** Images with this album, in no particular order, also expired ones and those in the trash. */
export async function listImagesInAlbum(
  db: Db,
  albumId: string,
  limit: number,
): Promise<Pick<ImageRow, 'id' | 'trashed_at'>[]> {
  return db.selectFrom('images').select(['id', 'trashed_at']).where('album_id', '=', albumId).limit(limit).execute();
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
  cover: Pick<ImageRow, 'id' | 'format' | 'width' | 'height' | 'size_bytes' | 'filename' | 'alt'> | null;
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

/** An album with its cover, as readers of its public link see it. */
export type CoveredAlbum = Omit<AlbumSummary, 'image_count' | 'total_size'>;

/** The album that its owner has published under this token. Its cost does not depend on the number of images. */
export async function findPublicAlbum(db: Db, token: string, nowMs: number): Promise<CoveredAlbum | undefined> {
  const rows = await albumsWithCover(db, nowMs).where('public_token', '=', token).execute();
  return (await withCovers(db, rows))[0];
}

/** Number and bytes of the images of an album. */
export interface AlbumTotals {
  count: number;
  bytes: number;
}

/** Totals of the images that a public album shows: without quarantined ones. The cost is linear in their number. */
export async function publicTotalsOf(
  db: Db,
  album: Pick<AlbumRow, 'id' | 'account_id'>,
  nowMs: number,
): Promise<AlbumTotals> {
  const [sum] = await albumTotalsQuery(db, album.account_id, [album.id], nowMs)
    .where('quarantined_at', 'is', null)
    .execute();
  return { count: Number(sum?.count ?? 0), bytes: Number(sum?.bytes ?? 0) };
}

/** The query for the totals of albums, also for tests of its query plan. @param albumIds albums of the account */
export function albumTotalsQuery(db: Db, accountId: string, albumIds: readonly string[], nowMs: number) {
  return db
    .selectFrom('images')
    .select((eb) => ['album_id', eb.fn.countAll<number>().as('count'), eb.fn.sum<number>('size_bytes').as('bytes')])
    .where('account_id', '=', accountId)
    .where('album_id', 'in', albumIds)
    .where(isKept(nowMs))
    .groupBy('album_id');
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
        .where(isKept(nowMs));
      const chosen = shown.whereRef('images.id', '=', 'albums.cover_image_id');
      const newest = shown.orderBy('images.uploaded_at', 'desc').orderBy('images.id', 'desc').limit(1);
      return eb.fn.coalesce(chosen, newest).as('cover_id');
    });
}

type FoundRow = AlbumRow & { cover_id: string | null };

/** Adds the totals of all albums by one pass over an index. @param rows albums of one account */
async function withFacts(db: Db, rows: readonly FoundRow[], nowMs: number): Promise<AlbumSummary[]> {
  const [first] = rows;
  if (first === undefined) return [];
  const ids = rows.map(({ id }) => id);
  const sums = await albumTotalsQuery(db, first.account_id, ids, nowMs).execute();
  const sumOf = new Map(sums.map((sum) => [sum.album_id, sum]));
  return (await withCovers(db, rows)).map((album) => ({
    ...album,
    image_count: Number(sumOf.get(album.id)?.count ?? 0),
    total_size: Number(sumOf.get(album.id)?.bytes ?? 0),
  }));
}

async function withCovers(db: Db, rows: readonly FoundRow[]): Promise<CoveredAlbum[]> {
  const coverIds = rows.flatMap(({ cover_id }) => cover_id ?? []);
  const covers =
    coverIds.length === 0
      ? []
      : await db
          .selectFrom('images')
          .select(['id', 'format', 'width', 'height', 'size_bytes', 'filename', 'alt'])
          .where('id', 'in', coverIds)
          .execute();
  const coverOf = new Map(covers.map((cover) => [cover.id, cover]));
  return rows.map(({ cover_id, ...album }) => ({
    ...album,
    cover: (cover_id !== null && coverOf.get(cover_id)) || null,
  }));
}
