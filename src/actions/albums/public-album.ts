import { type AlbumSummary, findPublicAlbum } from '../../catalog/images/albums.ts';
import { findImages, type ListedImage, listImages } from '../../catalog/images/image-lists.ts';
import type { ImageRecord } from '../../catalog/images/images.ts';
import { decodeCursor, encodeCursor } from '../../core/cursor.ts';
import { AppError } from '../../core/errors.ts';
import { isAlbumToken } from '../../core/ids.ts';
import { requireImage } from '../images/find-image.ts';
import type { ListDeps, Page } from '../images/list-images.ts';

/** A public album, and where its link leads. */
export interface PublicAlbum {
  album: AlbumSummary;
  token: string;
}

/** One of its images, with those beside it, the newest first. */
export interface PublicImage extends PublicAlbum {
  image: ImageRecord;
  previousId: string | null;
  nextId: string | null;
}

/**
 * A part of an album for whoever has its link, the newest images first.
 * @throws AppError ALBUM_NOT_FOUND when there is no such link any more, INVALID_CURSOR
 */
export async function openPublicAlbum(
  deps: ListDeps,
  token: string,
  limit: number,
  cursor: string | undefined,
): Promise<PublicAlbum & Page<ListedImage>> {
  const { db, clock, cursorSecret } = deps;
  const album = await requirePublicAlbum(deps, token);
  const scope = ['public album', token];
  const after = cursor === undefined ? undefined : decodeCursor(cursorSecret, scope, cursor);
  const now = clock.now();
  const found = await listImages(db, { ...placeOf(album), order: 'newest' }, after, now, limit + 1);
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  return {
    album,
    token,
    items: await findImages(
      db,
      shown.map(({ id }) => id),
      now,
    ),
    nextCursor: last === undefined ? null : encodeCursor(cursorSecret, scope, last),
  };
}

/** @throws AppError ALBUM_NOT_FOUND; IMAGE_NOT_FOUND also for images that are not in the album */
export async function openPublicImage(deps: ListDeps, token: string, id: string): Promise<PublicImage> {
  const album = await requirePublicAlbum(deps, token);
  const image = await requireImage(deps, id);
  if (image.album_id !== album.id) throw new AppError('IMAGE_NOT_FOUND');
  const here = { value: image.uploaded_at, id };
  const now = deps.clock.now();
  const [older] = await listImages(deps.db, { ...placeOf(album), order: 'newest' }, here, now, 1);
  const [newer] = await listImages(deps.db, { ...placeOf(album), order: 'oldest' }, here, now, 1);
  return { album, token, image, previousId: newer?.id ?? null, nextId: older?.id ?? null };
}

async function requirePublicAlbum({ db, clock }: ListDeps, token: string): Promise<AlbumSummary> {
  const album = isAlbumToken(token) ? await findPublicAlbum(db, token, clock.now()) : undefined;
  if (album === undefined) throw new AppError('ALBUM_NOT_FOUND');
  return album;
}

function placeOf(album: AlbumSummary): { accountId: string; albumId: string; shownOnly: true } {
  return { accountId: album.account_id, albumId: album.id, shownOnly: true };
}
