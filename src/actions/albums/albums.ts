import {
  type AlbumSummary,
  findAlbumByName,
  findAlbumOf,
  findAlbumSummary,
  insertAlbum,
  listAlbums,
  updateAlbum,
} from '../../catalog/images/albums.ts';
import { findImage } from '../../catalog/images/images.ts';
import type { AlbumRow } from '../../catalog/schema.ts';
import { decodeCursor, encodeCursor } from '../../core/cursor.ts';
import { AppError } from '../../core/errors.ts';
import { newAlbumToken } from '../../core/ids.ts';
import type { ListDeps, Page } from '../images/list-images.ts';

type AlbumDeps = Pick<ListDeps, 'db' | 'clock'>;

/** What is to become of an album; what is undefined stays as it is. */
export interface AlbumChange {
  name?: string | undefined;
  description?: string | null | undefined;
  /** null = the newest image again. */
  coverImageId?: string | null | undefined;
  /** Whether whoever has its link may look at it. */
  isPublic?: boolean | undefined;
}

/** One page of an account's albums, the newest first. @throws AppError INVALID_CURSOR */
export async function listAccountAlbums(
  { db, clock, cursorSecret }: ListDeps,
  accountId: string,
  limit: number,
  cursor: string | undefined,
): Promise<Page<AlbumSummary>> {
  const scope = ['albums', accountId];
  const after = cursor === undefined ? undefined : decodeCursor(cursorSecret, scope, cursor);
  const found = await listAlbums(db, accountId, after, clock.now(), limit + 1);
  const items = found.slice(0, limit);
  const last = found.length > limit ? items.at(-1) : undefined;
  const nextCursor =
    last === undefined ? null : encodeCursor(cursorSecret, scope, { value: last.created_at, id: last.id });
  return { items, nextCursor };
}

/** @throws AppError ALBUM_NOT_FOUND, also for albums of others */
export async function describeAlbum({ db, clock }: AlbumDeps, accountId: string, id: string): Promise<AlbumSummary> {
  const album = await findAlbumSummary(db, accountId, id, clock.now());
  if (album === undefined) throw new AppError('ALBUM_NOT_FOUND');
  return album;
}

/** Makes an empty album. @throws AppError ALBUM_EXISTS */
export async function createAlbum(
  deps: AlbumDeps,
  accountId: string,
  { name, description }: { name: string; description: string | null },
): Promise<AlbumSummary> {
  const id = await insertAlbum(deps.db, { accountId, name, description }, deps.clock.now());
  if (id === undefined) throw albumExists();
  return describeAlbum(deps, accountId, id);
}

/**
 * Changes an album. Made public it gets a link that cannot be guessed; made private and public again, another one.
 * @throws AppError ALBUM_NOT_FOUND, ALBUM_EXISTS; INVALID_PARAMETER for a cover that is not in the album
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
      // Asked afterwards, so that two who take the same name at once are told the same.
      const namesake = name === undefined ? undefined : await findAlbumByName(db, accountId, name);
      throw namesake === undefined || namesake.id === id ? error : albumExists(error);
    }
  }
  return describeAlbum(deps, accountId, id);
}

async function requireInAlbum({ db, clock }: AlbumDeps, album: AlbumRow, imageId: string): Promise<void> {
  const image = await findImage(db, imageId, clock.now());
  if (image?.album_id === album.id) return;
  throw new AppError('INVALID_PARAMETER', { detail: 'The cover is an image of the album.', param: 'cover_image_id' });
}

function albumExists(cause?: unknown): AppError {
  return new AppError('ALBUM_EXISTS', { param: 'name', cause });
}
