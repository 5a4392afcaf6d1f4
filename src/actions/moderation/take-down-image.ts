import type { ImageRecord } from '../../catalog/images/images.ts';
import type { Removals } from '../../catalog/images/removals.ts';
import { addAudit } from '../../catalog/moderation/audit.ts';
import { type DuplicateImage, deleteBlock, insertBlock, listDuplicates } from '../../catalog/moderation/blocks.ts';
import type { Db, Tx } from '../../catalog/schema.ts';
import { AppError } from '../../core/errors.ts';
import { cleanDescription } from '../../core/names.ts';
import type { CountStatistic } from '../../core/statistics.ts';
import type { Clock } from '../../lib/clock.ts';
import { type HashDeps, hashStored } from '../derive/decode-stored.ts';
import { requireStoredImage } from '../images/get-image.ts';
import { type GarbageDeps, removeGarbage } from '../operations/collect-garbage.ts';

export interface TakedownDeps extends GarbageDeps, HashDeps {
  removals: Removals;
  statistics?: { count: CountStatistic };
}

/** An administrator's decision to remove an image. */
export interface Takedown {
  /** Account of the administrator; null = a command. */
  actorId: string | null;
  reason: string;
  /** Whether uploads of the same picture are refused from now on. */
  block: boolean;
}

export interface TakenDown {
  /** The image and its duplicates. */
  copies: DuplicateImage[];
  blockId: string | null;
}

/**
 * Removes an image and its duplicates with all their blobs, and may block the picture.
 * @param alongside runs in the same transaction
 * @throws AppError IMAGE_NOT_FOUND, and the errors of `alongside`
 */
export async function takeDownImage(
  deps: TakedownDeps,
  id: string,
  takedown: Takedown,
  alongside: (tx: Tx, takenDown: TakenDown, image: ImageRecord) => Promise<void> = async () => {},
): Promise<TakenDown> {
  const image = await hashStored(deps, await requireStoredImage(deps, id));
  const done = await deps.db.transaction().execute(async (tx) => {
    const takenDown = await takeDownCopies(deps, tx, image, takedown);
    await alongside(tx, takenDown, image);
    return takenDown;
  });
  deps.statistics?.count('deletes', done.copies.length);
  const keys = done.copies.flatMap((copy) => [copy.original_key, copy.thumbnail_key]);
  await removeGarbage(deps, [...new Set(keys)]);
  return done;
}

async function takeDownCopies(
  { clock, removals }: TakedownDeps,
  tx: Tx,
  image: ImageRecord,
  { actorId, reason: given, block }: Takedown,
): Promise<TakenDown> {
  const reason = cleanDescription(given) ?? '';
  const now = clock.now();
  const copies = await listDuplicates(tx, image);
  // A concurrent request deleted it first.
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
    await removals.removeImage(tx, copy.id, 'takedown', now);
    const details = { reason, block: blockId, account: copy.account_id, same_file_as: image.id };
    await addAudit(tx, { actorId, action: 'image.takedown', subject: copy.id, details }, now);
  }
  return { copies, blockId };
}

/** Allows uploads of a blocked picture again. @throws AppError BLOCK_NOT_FOUND */
export async function removeBlock({ db, clock }: { db: Db; clock: Clock }, actorId: string, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const block = await deleteBlock(tx, id);
    if (block === undefined) throw new AppError('BLOCK_NOT_FOUND');
    const { image_id: image, stored_sha256: sha256, reason } = block;
    const details = { image, sha256, reason };
    await addAudit(tx, { actorId, action: 'block.remove', subject: id, details }, clock.now());
  });
}
