import { findOrCreateAlbum } from '../../catalog/images/albums.ts';
import { requestPurge } from '../../catalog/images/deletions.ts';
import { updateImage } from '../../catalog/images/images.ts';
import type { ImageRow, Tx } from '../../catalog/schema.ts';
import { type AccountCaller, covers } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import { FORMATS } from '../../core/formats.ts';
import { cleanFilename, searchForm } from '../../core/names.ts';
import { expiresAt } from '../../core/time.ts';
import { auditAsAdmin } from '../moderation/audit-as-admin.ts';
import type { StoreDeps } from '../upload/store-blobs.ts';
import { type DescribedImage, describeImage, requireKeptImage, requireMaySee } from './find-image.ts';

/** What is to become of an image; what is undefined stays as it is. */
export interface ImageChange {
  /** Name of the album that it moves to, which is made when it is missing; null = into none. */
  album?: string | null | undefined;
  filename?: string | undefined;
  /** Hours from now; 0 = it is kept for good. */
  expiryHours?: number | undefined;
}

/**
 * Changes an image of the caller's account, or any image for an administrator.
 * @returns the image as the caller sees it now
 * @throws AppError IMAGE_NOT_FOUND, FORBIDDEN
 */
export async function changeImage(
  deps: StoreDeps,
  id: string,
  change: ImageChange,
  caller: AccountCaller,
): Promise<DescribedImage> {
  const image = await requireKeptImage(deps, id);
  requireMayChange(image, caller);
  const now = deps.clock.now();
  await deps.db.transaction().execute(async (tx) => {
    await applyChange(tx, image, change, now, deps.hasEdge);
    await auditAsAdmin(tx, caller, image, 'image.change', { ...change }, now);
  });
  return describeImage(deps, id, caller);
}

/** @throws AppError IMAGE_NOT_FOUND when it is in quarantine, FORBIDDEN */
export function requireMayChange(image: Pick<ImageRow, 'account_id' | 'quarantined_at'>, caller: AccountCaller): void {
  requireMaySee(image, caller);
  const own = image.account_id === caller.accountId;
  if (!own && !covers(caller.grants, 'admin')) throw new AppError('FORBIDDEN');
}

/** Writes a change down. @throws AppError IMAGE_NOT_FOUND when the image has gone meanwhile */
export async function applyChange(
  tx: Tx,
  image: Pick<ImageRow, 'id' | 'account_id' | 'format' | 'expires_at' | 'filename'>,
  { album, filename, expiryHours }: ImageChange,
  now: number,
  hasEdge: boolean,
): Promise<void> {
  const values: Partial<ImageRow> = {};
  if (album !== undefined) Object.assign(values, await placeIn(tx, image.account_id, album, now));
  if (filename !== undefined) {
    values.filename = cleanFilename(filename, FORMATS[image.format].extension);
    values.search_name = searchForm(values.filename);
  }
  if (expiryHours !== undefined) values.expires_at = expiresAt(now, expiryHours);
  if (Object.keys(values).length === 0) return;
  if (!(await updateImage(tx, image.id, values))) throw new AppError('IMAGE_NOT_FOUND');
  if (hasEdge && makesCopiesWrong(image, values)) {
    await requestPurge(tx, { imageId: image.id, format: image.format, deletionId: null }, now);
  }
}

/** Whether the edge may hold what is not right any more: under the old name, or for longer than the image will live. */
function makesCopiesWrong(image: Pick<ImageRow, 'expires_at' | 'filename'>, values: Partial<ImageRow>): boolean {
  const { expires_at: expiresAt = image.expires_at, filename = image.filename } = values;
  const nearer = expiresAt !== null && expiresAt < (image.expires_at ?? Number.POSITIVE_INFINITY);
  return nearer || filename !== image.filename;
}

/** Anonymous images have a label in place of an album. */
async function placeIn(
  tx: Tx,
  accountId: string | null,
  album: string | null,
  now: number,
): Promise<Pick<ImageRow, 'album_id' | 'album_label'>> {
  if (accountId === null) return { album_id: null, album_label: album };
  return { album_id: album === null ? null : await findOrCreateAlbum(tx, accountId, album, now), album_label: null };
}
