import { findOrCreateAlbum } from '../../catalog/images/albums.ts';
import { updateImage } from '../../catalog/images/images.ts';
import type { Removals } from '../../catalog/images/removals.ts';
import type { Db, ImageRow, Tx } from '../../catalog/schema.ts';
import { type AccountCaller, covers } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import { FORMATS } from '../../core/formats.ts';
import { cleanFilename, searchForm } from '../../core/names.ts';
import { expiresAt } from '../../core/time.ts';
import type { Clock } from '../../lib/clock.ts';
import { forEachImage, type ImageOutcome, withImages } from './for-each-image.ts';
import { auditAsAdmin, getImage, requireKeptImage, requireMaySee, type VisibleImage } from './get-image.ts';

interface ChangeDeps {
  db: Db;
  clock: Clock;
  removals: Removals;
}

/** Changes of an image; undefined keeps the current value. */
export interface ImageChange {
  /** Name of the album to move the image to, created when it does not exist; null = no album. */
  album?: string | null | undefined;
  filename?: string | undefined;
  /** Hours from now; 0 = never. */
  expiryHours?: number | undefined;
}

/**
 * Changes an image of the caller's account; administrators may change any image.
 * @returns the changed image as the caller sees it
 * @throws AppError IMAGE_NOT_FOUND, FORBIDDEN
 */
export async function changeImage(
  deps: ChangeDeps,
  id: string,
  change: ImageChange,
  caller: AccountCaller,
): Promise<VisibleImage> {
  const image = await requireKeptImage(deps, id);
  await deps.db.transaction().execute((tx) => applyChange(deps, tx, image, change, caller));
  return getImage(deps, id, caller);
}

/** Makes the same change to several images. The errors of an outcome are those of `changeImage`. */
export async function changeImages(
  deps: ChangeDeps,
  ids: readonly string[],
  change: Omit<ImageChange, 'filename'>,
  caller: AccountCaller,
): Promise<ImageOutcome<VisibleImage>[]> {
  const outcomes = await forEachImage(deps, ids, (tx, image) => applyChange(deps, tx, image, change, caller));
  return withImages(deps, outcomes, caller);
}

/** @throws AppError IMAGE_NOT_FOUND when the image is in quarantine or has been deleted, FORBIDDEN */
async function applyChange(
  { clock, removals }: ChangeDeps,
  tx: Tx,
  image: Pick<ImageRow, 'id' | 'account_id' | 'format' | 'expires_at' | 'filename' | 'quarantined_at'>,
  change: ImageChange,
  caller: AccountCaller,
): Promise<void> {
  requireMaySee(image, caller);
  const isOwner = image.account_id === caller.accountId;
  if (!isOwner && !covers(caller.grants, 'admin')) throw new AppError('FORBIDDEN');
  const now = clock.now();
  const values = await valuesOf(tx, image, change, now);
  if (Object.keys(values).length > 0) {
    if (!(await updateImage(tx, image.id, values))) throw new AppError('IMAGE_NOT_FOUND');
    if (outdatesCopies(image, values)) await removals.purgeCopies(tx, image, now);
  }
  await auditAsAdmin(tx, caller, image, 'image.change', { ...change }, now);
}

async function valuesOf(
  tx: Tx,
  image: Pick<ImageRow, 'account_id' | 'format'>,
  { album, filename, expiryHours }: ImageChange,
  now: number,
): Promise<Partial<ImageRow>> {
  const values: Partial<ImageRow> = {};
  if (album !== undefined) {
    const accountId = image.account_id;
    const hasAlbum = accountId !== null && album !== null;
    values.album_id = hasAlbum ? await findOrCreateAlbum(tx, accountId, album, now) : null;
    // Anonymous images have a label instead of an album.
    values.album_label = accountId === null ? album : null;
  }
  if (filename !== undefined) {
    values.filename = cleanFilename(filename, FORMATS[image.format].extension);
    values.search_name = searchForm(values.filename);
  }
  if (expiryHours !== undefined) values.expires_at = expiresAt(now, expiryHours);
  return values;
}

/** Whether copies at the edge have the old file name, or an expiry later than the new one. */
function outdatesCopies(image: Pick<ImageRow, 'expires_at' | 'filename'>, values: Partial<ImageRow>): boolean {
  const { expires_at: expiresAt = image.expires_at, filename = image.filename } = values;
  const isSooner = expiresAt !== null && expiresAt < (image.expires_at ?? Number.POSITIVE_INFINITY);
  return isSooner || filename !== image.filename;
}
