import { setImmediate } from 'node:timers/promises';
import {
  type AlbumSummary,
  deleteEmptyAlbum,
  findAlbumByName,
  findAlbumOf,
  findAlbumSummary,
  insertAlbum,
  listAlbums,
  listImagesInAlbum,
  lockAlbum,
  removeFromAlbums,
  updateAlbum,
} from '../../catalog/images/albums.ts';
import { findImage } from '../../catalog/images/images.ts';
import type { Removals } from '../../catalog/images/removals.ts';
import { moveToTrash } from '../../catalog/images/trash.ts';
import type { AlbumRow, Db } from '../../catalog/schema.ts';
import { type Page, readPage } from '../../core/cursor.ts';
import { AppError } from '../../core/errors.ts';
import { newAlbumToken } from '../../core/ids.ts';
import { purgeTime } from '../../core/time.ts';
import { hashPassword } from '../../identity/password-hash.ts';
import type { Clock } from '../../lib/clock.ts';

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
  share?: ShareChange | undefined;
}

/** Changes of the public link; undefined keeps the current value. */
export interface ShareChange {
  /** null = the link alone gives access. */
  password?: string | null | undefined;
  /** Unix milliseconds; null = the link does not end. */
  expiresAt?: number | null | undefined;
  /** Whether readers may download all images as an archive. */
  download?: boolean | undefined;
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
  const id = await deps.db
    .transaction()
    .execute((tx) => insertAlbum(tx, { accountId, name, description }, deps.clock.now()));
  if (id === undefined) throw albumExists();
  return getAlbum(deps, accountId, id);
}

/**
 * Changes an album. A public album has an unguessable link; publishing it again after hiding it makes a new link, without
 * the password and the end of the old one.
 * @throws AppError ALBUM_NOT_FOUND, ALBUM_EXISTS; INVALID_PARAMETER when the cover is not in the album, when the link
 *   would end in the past, and for settings of the link of an album that is not public; SERVICE_UNAVAILABLE when too many
 *   passwords wait to be hashed
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
  const { name, description, coverImageId, isPublic, share } = change;
  if (coverImageId != null) await requireInAlbum(deps, album, coverImageId);
  const values: Partial<AlbumRow> = {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(coverImageId === undefined ? {} : { cover_image_id: coverImageId }),
    ...(isPublic === undefined ? {} : publication(album, isPublic)),
    ...(share === undefined ? {} : await linkSettings(share, isPublic ?? album.public_token !== null, clock.now())),
  };
  if (Object.keys(values).length > 0) {
    try {
      const now = clock.now();
      await db.transaction().execute((tx) => updateAlbum(tx, accountId, id, { ...values, updated_at: now }, now));
    } catch (error) {
      // The check after the failure also covers concurrent requests for the same name.
      const namesake = name === undefined ? undefined : await findAlbumByName(db, accountId, name);
      throw namesake === undefined || namesake.id === id ? error : albumExists(error);
    }
  }
  return getAlbum(deps, accountId, id);
}

/** What becomes of the images of a deleted album. */
export type ImagesOfAlbum = 'keep' | 'trash' | 'delete';

/**
 * Deletes an album; its images stay outside albums, move to the trash, or are deleted for good. Images that are in the
 * trash already stay there, in no album. A large album takes many small transactions, and other requests run
 * between them; the last one deletes the album itself. After an interruption the remaining images are still in the
 * album, and the same call continues. The garbage collector removes the blobs.
 * @param fate `trash` deletes the images where there is no trash
 * @returns numbers of images deleted for good and moved to the trash
 * @throws AppError ALBUM_NOT_FOUND
 */
export async function deleteAlbum(
  { db, clock, removals, trashDays }: AlbumDeps & { removals: Removals; trashDays: number },
  accountId: string,
  id: string,
  fate: ImagesOfAlbum,
): Promise<{ deleted: number; trashed: number }> {
  if ((await findAlbumOf(db, accountId, id)) === undefined) throw new AppError('ALBUM_NOT_FOUND');
  const toTrash = fate === 'trash' && trashDays > 0;
  for (let moved = 0; ; await setImmediate()) {
    const { done, count } = await db.transaction().execute(async (tx) => {
      await lockAlbum(tx, id);
      const images = await listImagesInAlbum(tx, id, BATCH);
      const kept = images.filter(({ trashed_at }) => trashed_at === null).map((image) => image.id);
      const nowMs = clock.now();
      let count = 0;
      for (const imageId of fate === 'keep' ? [] : kept) {
        const isGone = toTrash
          ? await moveToTrash(tx, imageId, { nowMs, purgeAtMs: purgeTime(nowMs, trashDays) }, removals)
          : (await removals.removeImage(tx, imageId, 'request', nowMs)) !== undefined;
        if (isGone) count++;
      }
      await removeFromAlbums(
        tx,
        images.map((image) => image.id),
      );
      if (images.length === BATCH) return { done: false, count };
      await deleteEmptyAlbum(tx, accountId, id, nowMs);
      return { done: true, count };
    });
    moved += count;
    if (done) return toTrash ? { deleted: 0, trashed: moved } : { deleted: moved, trashed: 0 };
  }
}

/** The end of a link also ends its settings: the next link begins without a password. */
function publication(album: AlbumRow, isPublic: boolean): Partial<AlbumRow> {
  if (isPublic) return { public_token: album.public_token ?? newAlbumToken() };
  return { public_token: null, share_password_hash: null, share_expires_at: null, share_download: 1 };
}

async function linkSettings(
  { password, expiresAt, download }: ShareChange,
  isPublic: boolean,
  nowMs: number,
): Promise<Partial<AlbumRow>> {
  if (!isPublic) {
    throw new AppError('INVALID_PARAMETER', { detail: 'Only a public album has a link to change.', param: 'share' });
  }
  if (expiresAt != null && expiresAt <= nowMs) {
    throw new AppError('INVALID_PARAMETER', { detail: 'expires_at is in the past.', param: 'share.expires_at' });
  }
  return {
    ...(expiresAt === undefined ? {} : { share_expires_at: expiresAt }),
    ...(download === undefined ? {} : { share_download: download ? 1 : 0 }),
    ...(password === undefined ? {} : { share_password_hash: password === null ? null : await hashPassword(password) }),
  };
}

async function requireInAlbum({ db, clock }: AlbumDeps, album: AlbumRow, imageId: string): Promise<void> {
  const image = await findImage(db, imageId, clock.now());
  if (image?.album_id === album.id) return;
  throw new AppError('INVALID_PARAMETER', { detail: 'The cover is an image of the album.', param: 'cover_image_id' });
}

function albumExists(cause?: unknown): AppError {
  return new AppError('ALBUM_EXISTS', { param: 'name', cause });
}
