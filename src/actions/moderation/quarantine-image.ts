import type { ImageRecord } from '../../catalog/images/images.ts';
import { addAudit } from '../../catalog/moderation/audit.ts';
import { deleteBlock } from '../../catalog/moderation/blocks.ts';
import { quarantineImage, releaseImage } from '../../catalog/moderation/quarantine.ts';
import { AppError } from '../../core/errors.ts';
import { requireKeptImage } from '../images/find-image.ts';
import type { StoreDeps } from '../upload/store-blobs.ts';

type Deps = Pick<StoreDeps, 'db' | 'clock' | 'hasEdge'>;

/**
 * Hides an image from everybody but the administrators; one that is hidden already stays as it is.
 * @param actorId account of the administrator
 * @throws AppError IMAGE_NOT_FOUND
 */
export async function hideImage(deps: Deps, actorId: string, id: string, reason: string | null): Promise<ImageRecord> {
  await requireKeptImage(deps, id);
  const now = deps.clock.now();
  const instant = { nowMs: now, hasEdge: deps.hasEdge };
  await deps.db.transaction().execute(async (tx) => {
    if (!(await quarantineImage(tx, id, { cause: 'administrator', reason }, instant))) return;
    await addAudit(tx, { actorId, action: 'image.quarantine', subject: id, details: { reason } }, now);
  });
  return requireKeptImage(deps, id);
}

/** Shows an image again; one that everybody sees stays as it is. @throws AppError IMAGE_NOT_FOUND */
export async function showImage(deps: Deps, actorId: string, id: string): Promise<void> {
  const { quarantine_cause: cause, quarantine_reason: reason } = await requireKeptImage(deps, id);
  await deps.db.transaction().execute(async (tx) => {
    if (!(await releaseImage(tx, id))) return;
    const details = { cause, reason };
    await addAudit(tx, { actorId, action: 'image.release', subject: id, details }, deps.clock.now());
  });
}

/** Lets a picture come back. @throws AppError BLOCK_NOT_FOUND */
export async function removeBlock({ db, clock }: Deps, actorId: string, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const block = await deleteBlock(tx, id);
    if (block === undefined) throw new AppError('BLOCK_NOT_FOUND');
    const { image_id: image, stored_sha256: sha256, reason } = block;
    await addAudit(
      tx,
      { actorId, action: 'block.remove', subject: id, details: { image, sha256, reason } },
      clock.now(),
    );
  });
}
