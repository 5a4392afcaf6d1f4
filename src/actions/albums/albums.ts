import { setImmediate } from 'node:timers/promises';
import {
  type AlbumSummary,
  deleteEmptyAlbum,
  findAlbumByName,
  findAlbumOf,
  findAlbumSummary,
  findPublicAlbum,
  insertAlbum,
  listAlbums,
  listImagesInAlbum,
  lockAlbum,
  removeFromAlbums,
  updateAlbum,
} from '../../catalog/images/albums.ts';
import { findImages, type ListedImage, listImages } from '../../catalog/images/image-lists.ts';
import { findImage, type ImageRecord } from '../../catalog/images/images.ts';
import type { Removals } from '../../catalog/images/removals.ts';
import type { AlbumRow, Db } from '../../catalog/schema.ts';
import { type Page, readPage } from '../../core/cursor.ts';
import { AppError } from '../../core/errors.ts';
import { isAlbumToken, newAlbumToken } from '../../core/ids.ts';
import type { Clock } from '../../lib/clock.ts';
import { requireImage } from '../images/get-image.ts';

/** Images of one transaction: other writers wait some milliseconds for it. */
const BATCH = 100;

interface AlbumDeps {
  db: Db;
  clock: Clock;
}

/** Changes of an album; undefined keeps the current value. */
export interface AlbumChange {
  name?: string | undefined;
  description?: string | null | undefined;
  /** null = the newest image. */
  coverImageId?: string | null | undefined;
  /** Whether the album has a public link. */
  isPublic?: boolean | undefined;
}

/** One page of an account's albums, newest first. @throws AppError INVALID_CURSOR */
export function listAccountAlbums(
  { db, clock, cursorSecret: secret }: AlbumDeps & { cursorSecret: Uint8Array },
  accountId: string,
  limit: number,
  cursor: string | undefined,
): Promise<Page<AlbumSummary>> {
  return readPage(
    { secret, scope: ['albums', accountId], limit, cursor },
    (after, count) => listAlbums(db, accountId, after, clock.now(), count),
    (album) => ({ value: album.created_at, id: album.id }),
  );
}

/** @throws AppError ALBUM_NOT_FOUND, also for albums of other accounts */
export async function getAlbum({ db, clock }: AlbumDeps, accountId: string, id: string): Promise<AlbumSummary> {
  const album = await findAlbumSummary(db, accountId, id, clock.now());
  if (album === undefined) throw new AppError('ALBUM_NOT_FOUND');
  return album;
}

/** Creates an empty album. @throws AppError ALBUM_EXISTS */
export async function createAlbum(
  deps: AlbumDeps,
  accountId: string,
  { name, description }: { name: string; description: string | null },
): Promise<AlbumSummary> {
  const id = await insertAlbum(deps.db, { accountId, name, description }, deps.clock.now());
  if (id === undefined) throw albumExists();
  return getAlbum(deps, accountId, id);
}

/**
 * Changes an album. A public album has an unguessable link; publishing it again after hiding it makes a new link.
 * @throws AppError ALBUM_NOT_FOUND, ALBUM_EXISTS; INVALID_PARAMETER when the cover is not in the album
 */
export async function changeAlbum(
  deps: AlbumDeps,
  accountId: string,
  id: string,
  change: AlbumChange,
): Promise<AlbumSummary> {
  const { db, clock } = deps;
  const album = await findAlbumOf(db, accountId, id);
  if (album === undefined) throw new AppError('ALBUM_NOT_FOUND');
  const { name, description, coverImageId, isPublic } = change;
  if (coverImageId != null) await requireInAlbum(deps, album, coverImageId);
  const values: Partial<AlbumRow> = {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(coverImageId === undefined ? {} : { cover_image_id: coverImageId }),
    ...(isPublic === undefined ? {} : { public_token: isPublic ? (album.public_token ?? newAlbumToken()) : null }),
  };
  if (Object.keys(values).length > 0) {
    try {
      await updateAlbum(db, accountId, id, { ...values, updated_at: clock.now() });
    } catch (error) {
      // The check after the failure also covers concurrent requests for the same name.
      const namesake = name === undefined ? undefined : await findAlbumByName(db, accountId, name);
      throw namesake === undefined || namesake.id === id ? error : albumExists(error);
    }
  }
  return getAlbum(deps, accountId, id);
}

/**
 * Deletes an album, with or without its images. A large album takes many small transactions, and other requests run
 * between them; the last one deletes the album itself. After an interruption the remaining images are still in the
 * album, and the same call continues. The garbage collector removes the blobs.
 * @returns number of deleted images
 * @throws AppError ALBUM_NOT_FOUND
 */
export async function deleteAlbum(
  { db, clock, removals }: AlbumDeps & { removals: Removals },
  accountId: string,
  id: string,
  withImages: boolean,
): Promise<number> {
  if ((await findAlbumOf(db, accountId, id)) === undefined) throw new AppError('ALBUM_NOT_FOUND');
  for (let deleted = 0; ; await setImmediate()) {
    const { done, removed } = await db.transaction().execute(async (tx) => {
      await lockAlbum(tx, id);
      let removed = 0;
      const ids = await listImagesInAlbum(tx, id, BATCH);
      if (withImages) {
        const now = clock.now();
        for (const imageId of ids) if (await removals.removeImage(tx, imageId, 'request', now)) removed++;
      } else await removeFromAlbums(tx, ids);
      if (ids.length === BATCH) return { done: false, removed };
      await deleteEmptyAlbum(tx, accountId, id);
      return { done: true, removed };
    });
    deleted += removed;
    if (done) return deleted;
  }
}

async function requireInAlbum({ db, clock }: AlbumDeps, album: AlbumRow, imageId: string): Promise<void> {
  const image = await findImage(db, imageId, clock.now());
  if (image?.album_id === album.id) return;
  throw new AppError('INVALID_PARAMETER', { detail: 'The cover is an image of the album.', param: 'cover_image_id' });
}

function albumExists(cause?: unknown): AppError {
  return new AppError('ALBUM_EXISTS', { param: 'name', cause });
}

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
