import { type AlbumSummary, findPublicAlbum } from '../../catalog/images/albums.ts';
import { findImages, type ListedImage, listImages } from '../../catalog/images/image-lists.ts';
import type { ImageRecord } from '../../catalog/images/images.ts';
import type { Db } from '../../catalog/schema.ts';
import { type Page, readPage } from '../../core/cursor.ts';
import { AppError } from '../../core/errors.ts';
import { isAlbumToken } from '../../core/ids.ts';
import type { Clock } from '../../lib/clock.ts';
import { requireImage } from '../images/get-image.ts';

interface Deps {
  db: Db;
  clock: Clock;
}

/** A public album and the token of its link. */
export interface PublicAlbum {
  album: AlbumSummary;
  token: string;
}

/** An image of a public album with its neighbours, newest first. */
export interface PublicImage extends PublicAlbum {
  image: ImageRecord;
  previousId: string | null;
  nextId: string | null;
}

/**
 * One page of a public album, newest images first.
 * @throws AppError ALBUM_NOT_FOUND when no album has this token, INVALID_CURSOR
 */
export async function openPublicAlbum(
  deps: Deps & { cursorSecret: Uint8Array },
  token: string,
  limit: number,
  cursor: string | undefined,
): Promise<PublicAlbum & Page<ListedImage>> {
  const { db, clock, cursorSecret: secret } = deps;
  const album = await requirePublicAlbum(deps, token);
  const now = clock.now();
  const { items, nextCursor } = await readPage(
    { secret, scope: ['public album', token], limit, cursor },
    (after, count) => listImages(db, { ...publicImagesOf(album), order: 'newest' }, after, now, count),
    (image) => image,
  );
  const ids = items.map(({ id }) => id);
  return { album, token, items: await findImages(db, ids, now), nextCursor };
}

/** @throws AppError ALBUM_NOT_FOUND; IMAGE_NOT_FOUND also for images outside the album */
export async function openPublicImage(deps: Deps, token: string, id: string): Promise<PublicImage> {
  const album = await requirePublicAlbum(deps, token);
  const image = await requireImage(deps, id);
  if (image.album_id !== album.id) throw new AppError('IMAGE_NOT_FOUND');
  const position = { value: image.uploaded_at, id };
  const now = deps.clock.now();
  const [older] = await listImages(deps.db, { ...publicImagesOf(album), order: 'newest' }, position, now, 1);
  const [newer] = await listImages(deps.db, { ...publicImagesOf(album), order: 'oldest' }, position, now, 1);
  return { album, token, image, previousId: newer?.id ?? null, nextId: older?.id ?? null };
}

async function requirePublicAlbum({ db, clock }: Deps, token: string): Promise<AlbumSummary> {
  const album = isAlbumToken(token) ? await findPublicAlbum(db, token, clock.now()) : undefined;
  if (album === undefined) throw new AppError('ALBUM_NOT_FOUND');
  return album;
}

function publicImagesOf(album: AlbumSummary): { accountId: string; albumId: string; shownOnly: true } {
  return { accountId: album.account_id, albumId: album.id, shownOnly: true };
}
