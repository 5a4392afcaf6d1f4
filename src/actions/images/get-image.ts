import { findAlbum } from '../../catalog/images/albums.ts';
import { findImage, findKeptImage, findStoredImage, type ImageRecord } from '../../catalog/images/images.ts';
import { addAudit } from '../../catalog/moderation/audit.ts';
import type { Db, ImageRow, Tx } from '../../catalog/schema.ts';
import type { Caller } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import { isImageId } from '../../core/ids.ts';
import { covers } from '../../core/scopes.ts';
import type { Clock } from '../../lib/clock.ts';

interface Deps {
  db: Db;
  clock: Clock;
}

/** An image with the details that its caller may see. */
export interface VisibleImage {
  image: ImageRecord;
  /** Only for the account that owns the image. */
  owner?: { album: { id: string; name: string } | null; keyId: string | null };
}

/** @throws AppError IMAGE_NOT_FOUND for ids that are malformed, unknown, deleted, expired and in the trash alike */
export async function getImage(deps: Deps, id: string, caller: Caller): Promise<VisibleImage> {
  const image = await requireKeptImage(deps, id);
  requireMaySee(image, caller);
  if (caller.kind !== 'account' || image.account_id !== caller.accountId) return { image };
  const album = image.album_id === null ? undefined : await findAlbum(deps.db, image.album_id);
  return { image, owner: { album: album ?? null, keyId: image.key_id } };
}

/** Only administrators see images in quarantine. @throws AppError IMAGE_NOT_FOUND */
export function requireMaySee(image: Pick<ImageRecord, 'quarantined_at'>, caller: Caller): void {
  const isAdmin = caller.kind === 'account' && covers(caller.grants, 'admin');
  if (image.quarantined_at !== null && !isAdmin) throw new AppError('IMAGE_NOT_FOUND');
}

/** A publicly visible image. @throws AppError IMAGE_NOT_FOUND */
export async function requireImage({ db, clock }: Deps, id: string): Promise<ImageRecord> {
  const image = isImageId(id) ? await findImage(db, id, clock.now()) : undefined;
  if (image === undefined) throw new AppError('IMAGE_NOT_FOUND');
  return image;
}

/** An image outside the trash, in quarantine or not. @throws AppError IMAGE_NOT_FOUND */
export async function requireKeptImage({ db, clock }: Deps, id: string): Promise<ImageRecord> {
  const image = isImageId(id) ? await findKeptImage(db, id, clock.now()) : undefined;
  if (image === undefined) throw new AppError('IMAGE_NOT_FOUND');
  return image;
}

/**
 * An image, in quarantine, in the trash or not: for acts that reach all stored images. Whoever may not know of an image in
 * the trash must be answered IMAGE_NOT_FOUND.
 * @throws AppError IMAGE_NOT_FOUND
 */
export async function requireStoredImage({ db, clock }: Deps, id: string): Promise<ImageRecord> {
  const image = isImageId(id) ? await findStoredImage(db, id, clock.now()) : undefined;
  if (image === undefined) throw new AppError('IMAGE_NOT_FOUND');
  return image;
}

/** Records an administrator's act on another account's image, in the transaction of the act. */
export async function auditAsAdmin(
  tx: Tx,
  caller: Caller,
  image: Pick<ImageRow, 'id' | 'account_id' | 'filename'>,
  action: 'image.delete' | 'image.change',
  details: Record<string, unknown>,
  now: number,
): Promise<void> {
  // Callers without admin rights pass the permission checks with images of their own only.
  if (caller.kind !== 'account' || image.account_id === caller.accountId) return;
  const of = { account: image.account_id, filename: image.filename };
  await addAudit(tx, { actorId: caller.accountId, action, subject: image.id, details: { ...of, ...details } }, now);
}
