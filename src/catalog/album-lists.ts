import type { ExpressionBuilder } from 'kysely';
import type { Position } from '../core/cursor.ts';
import type { AlbumRow, Db, Schema } from './schema.ts';

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
  let query = albumFacts(db, nowMs)
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  if (after !== undefined) {
    query = query.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after.value, after.id)));
  }
  return withCovers(db, await query.execute());
}

/** One of the account's albums; undefined when it has none of this id. */
export async function findAlbumFacts(
  db: Db,
  accountId: string,
  id: string,
  nowMs: number,
): Promise<AlbumFacts | undefined> {
  const rows = await albumFacts(db, nowMs).where('id', '=', id).where('account_id', '=', accountId).execute();
  return (await withCovers(db, rows))[0];
}

/** The album that its owner has made public under this token. */
export async function findPublicAlbum(db: Db, token: string, nowMs: number): Promise<AlbumFacts | undefined> {
  const rows = await albumFacts(db, nowMs).where('public_token', '=', token).execute();
  return (await withCovers(db, rows))[0];
}

function albumFacts(db: Db, nowMs: number) {
  return db
    .selectFrom('albums')
    .selectAll('albums')
    .select((eb) => {
      const { countAll, coalesce } = eb.fn;
      // A cover that answers 404 is none.
      const shown = imagesOf(eb, nowMs).where('images.quarantined_at', 'is', null).select('images.id');
      const chosen = shown.whereRef('images.id', '=', 'albums.cover_image_id');
      const newest = shown.orderBy('images.uploaded_at', 'desc').orderBy('images.id', 'desc').limit(1);
      return [
        imagesOf(eb, nowMs).select(countAll<number>().as('count')).as('image_count'),
        imagesOf(eb, nowMs)
          .select((of) => of.fn.sum<number>('images.size_bytes').as('sum'))
          .as('total_size'),
        coalesce(chosen, newest).as('cover_id'),
      ];
    });
}

/** The images that are in the album of the row. The account is named too, since the indexes begin with it. */
function imagesOf(eb: ExpressionBuilder<Schema, 'albums'>, nowMs: number) {
  return eb
    .selectFrom('images')
    .whereRef('images.account_id', '=', 'albums.account_id')
    .whereRef('images.album_id', '=', 'albums.id')
    .where((or) => or.or([or('images.expires_at', 'is', null), or('images.expires_at', '>', nowMs)]));
}

type CountedRow = AlbumRow & { image_count: number | null; total_size: number | null; cover_id: string | null };

async function withCovers(db: Db, rows: readonly CountedRow[]): Promise<AlbumFacts[]> {
  const ids = rows.flatMap(({ cover_id }) => cover_id ?? []);
  const covers =
    ids.length === 0 ? [] : await db.selectFrom('images').select(['id', 'format']).where('id', 'in', ids).execute();
  const byId = new Map(covers.map((cover) => [cover.id, cover]));
  return rows.map(({ cover_id, image_count, total_size, ...album }) => ({
    ...album,
    image_count: Number(image_count),
    total_size: Number(total_size ?? 0),
    cover: (cover_id !== null && byId.get(cover_id)) || null,
  }));
}
