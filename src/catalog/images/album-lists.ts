import type { Position } from '../../core/cursor.ts';
import type { AlbumRow, Db } from '../schema.ts';

/** An album with what its images add up to. */
export interface AlbumFacts extends AlbumRow {
  image_count: number;
  /** Bytes of the originals. */
  total_size: number;
  /** The image chosen for it while that is in the album, else the newest. */
  cover: { id: string; format: string } | null;
}

/** The account's albums, the newest first. */
export async function listAlbums(
  db: Db,
  accountId: string,
  after: Position | undefined,
  nowMs: number,
  limit: number,
): Promise<AlbumFacts[]> {
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

/** One of the account's albums; undefined when it has none of this id. */
export async function findAlbumFacts(
  db: Db,
  accountId: string,
  id: string,
  nowMs: number,
): Promise<AlbumFacts | undefined> {
  const rows = await albumsWithCover(db, nowMs).where('id', '=', id).where('account_id', '=', accountId).execute();
  return (await withFacts(db, rows, nowMs))[0];
}

/** The album that its owner has made public under this token; what is in quarantine does not count. */
export async function findPublicAlbum(db: Db, token: string, nowMs: number): Promise<AlbumFacts | undefined> {
  const rows = await albumsWithCover(db, nowMs).where('public_token', '=', token).execute();
  return (await withFacts(db, rows, nowMs, { shownOnly: true }))[0];
}

/** Albums with the ids of their covers. */
function albumsWithCover(db: Db, nowMs: number) {
  return db
    .selectFrom('albums')
    .selectAll('albums')
    .select((eb) => {
      // A cover that answers 404 is none. The account is named too, since the indexes begin with it.
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

/** Adds what the images of the albums come to: one pass over an index for all albums together. */
async function withFacts(
  db: Db,
  rows: readonly FoundRow[],
  nowMs: number,
  { shownOnly = false } = {},
): Promise<AlbumFacts[]> {
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
