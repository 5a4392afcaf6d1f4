import type { ImageRecord } from '../../catalog/images/images.ts';
import { removeImage } from '../../catalog/images/remove-image.ts';
import { addAudit } from '../../catalog/moderation/audit.ts';
import { type DuplicateImage, insertBlock, listDuplicates } from '../../catalog/moderation/blocks.ts';
import type { Tx } from '../../catalog/schema.ts';
import { AppError } from '../../core/errors.ts';
import { type HashDeps, withHash } from '../derive/hash-stored.ts';
import { requireKeptImage } from '../images/find-image.ts';
import { removeGarbage } from '../operations/collect-garbage.ts';
import type { StoreDeps } from '../upload/store-blobs.ts';

/** What a takedown does. */
export interface Takedown {
  reason: string;
  /** Whether the picture is kept from coming back. */
  block: boolean;
}

export type TakedownDeps = StoreDeps & HashDeps;

export interface TakenDown {
  /** All images that were the same file. */
  copies: DuplicateImage[];
  blockId: string | null;
}

/**
 * Removes an image, all others that are the same file, and everything that was stored of them; keeps the picture from
 * coming back.
 * @param actorId account of the administrator
 * @throws AppError IMAGE_NOT_FOUND
 */
export async function takeDownImage(
  deps: TakedownDeps,
  actorId: string,
  id: string,
  takedown: Takedown,
): Promise<TakenDown> {
  const image = await withHash(deps, await requireKeptImage(deps, id));
  const now = deps.clock.now();
  const done = await deps.db
    .transaction()
    .execute((tx) => takeDownWithin(tx, image, actorId, takedown, { now, hasEdge: deps.hasEdge }));
  await removeBytes(deps, done);
  return done;
}

/** The part of it that happens in one transaction. */
export async function takeDownWithin(
  tx: Tx,
  image: ImageRecord,
  actorId: string,
  { reason, block }: Takedown,
  { now, hasEdge }: { now: number; hasEdge: boolean },
): Promise<TakenDown> {
  const copies = await listDuplicates(tx, image);
  // Somebody else's request was faster.
  if (!copies.some(({ id }) => id === image.id)) throw new AppError('IMAGE_NOT_FOUND');
  const blockId = block
    ? await insertBlock(tx, {
        image_id: image.id,
        stored_sha256: image.sha256,
        uploaded_sha256: image.uploaded_sha256,
        perceptual_hash: image.perceptual_hash,
        reason,
        created_at: now,
        created_by: actorId,
      })
    : null;
  for (const copy of copies) {
    await removeImage(tx, copy.id, now, { cause: 'takedown', hasEdge });
    const details = { reason, block: blockId, account: copy.account_id, same_file_as: image.id };
    await addAudit(tx, { actorId, action: 'image.takedown', subject: copy.id, details }, now);
  }
  return { copies, blockId };
}

/** Removes the bytes of what was taken down; what the store does not give up now, the collector tries again. */
export async function removeBytes(deps: StoreDeps, { copies }: TakenDown): Promise<void> {
  deps.statistics?.count('deletes', copies.length);
  const keys = copies.flatMap((copy) => [copy.original_key, copy.thumbnail_key]);
  await removeGarbage(deps, [...new Set(keys)]);
}
