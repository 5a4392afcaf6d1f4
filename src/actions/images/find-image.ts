import { findAlbum } from '../../catalog/images/albums.ts';
import { findImage, findUnexpiredImage, type ImageRecord } from '../../catalog/images/images.ts';
import type { Db } from '../../catalog/schema.ts';
import { type Caller, covers } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import { isImageId } from '../../core/ids.ts';
import type { Clock } from '../../lib/clock.ts';

/** An image as the caller may see it. */
export interface DescribedImage {
  image: ImageRecord;
  /** Only for the account that the image belongs to. */
  owner?: { album: { id: string; name: string } | null; keyId: string | null };
}

/** @throws AppError IMAGE_NOT_FOUND for ids that are malformed, unknown, deleted or expired, without telling which */
export async function describeImage(
  deps: { db: Db; clock: Clock },
  id: string,
  caller: Caller,
): Promise<DescribedImage> {
  const image = await requireKeptImage(deps, id);
  requireMaySee(image, caller);
  if (caller.kind !== 'account' || image.account_id !== caller.accountId) return { image };
  const album = image.album_id === null ? undefined : await findAlbum(deps.db, image.album_id);
  return { image, owner: { album: album ?? null, keyId: image.key_id } };
}

/** Only administrators see what is in quarantine. @throws AppError IMAGE_NOT_FOUND */
export function requireMaySee(image: Pick<ImageRecord, 'quarantined_at'>, caller: Caller): void {
  const isAdmin = caller.kind === 'account' && covers(caller.grants, 'admin');
  if (image.quarantined_at !== null && !isAdmin) throw new AppError('IMAGE_NOT_FOUND');
}

/** The image as everybody may see it. @throws AppError IMAGE_NOT_FOUND */
export async function requireImage(deps: { db: Db; clock: Clock }, id: string): Promise<ImageRecord> {
  const image = isImageId(id) ? await findImage(deps.db, id, deps.clock.now()) : undefined;
  if (image === undefined) throw new AppError('IMAGE_NOT_FOUND');
  return image;
}

/** The image, in quarantine or not. @throws AppError IMAGE_NOT_FOUND */
export async function requireKeptImage(deps: { db: Db; clock: Clock }, id: string): Promise<ImageRecord> {
  const image = isImageId(id) ? await findUnexpiredImage(deps.db, id, deps.clock.now()) : undefined;
  if (image === undefined) throw new AppError('IMAGE_NOT_FOUND');
  return image;
}
