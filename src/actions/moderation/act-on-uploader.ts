import type { ImageRecord } from '../../catalog/images/images.ts';
import type { Removals } from '../../catalog/images/removals.ts';
import { addAudit } from '../../catalog/moderation/audit.ts';
import { insertBlock, listDuplicates } from '../../catalog/moderation/blocks.ts';
import { quarantineImages, releaseImages } from '../../catalog/moderation/quarantine.ts';
import type { UploaderRow } from '../../catalog/moderation/rows.ts';
import {
  countSameUploader,
  findUploader,
  listSameUploader,
  type SameUploader,
} from '../../catalog/moderation/uploaders.ts';
import type { Tx } from '../../catalog/schema.ts';
import { AppError } from '../../core/errors.ts';
import { cleanDescription } from '../../core/names.ts';
import type { UploaderAction } from '../../core/states.ts';
import type { CountStatistic } from '../../core/statistics.ts';
import { requireStoredImage } from '../images/get-image.ts';
import { type GarbageDeps, removeGarbage } from '../operations/collect-garbage.ts';

/** Images of one transaction. */
const BATCH = 200;

export interface UploaderDeps extends GarbageDeps {
  removals: Removals;
  statistics?: { count: CountStatistic };
}

/** The images that an act changes; absent = all. */
const ONLY: Partial<Record<UploaderAction, 'shown' | 'hidden'>> = { hide: 'shown', show: 'hidden' };

/** An act on the images of an uploader. */
export interface UploaderAct {
  action: UploaderAction;
  /** Of images uploaded at this instant or later. */
  sinceMs: number;
  maxImages: number;
  reason: string | null;
  /** Account of the administrator; null = a command. */
  actorId: string | null;
}

export interface UploaderOutcome {
  /** Images that were hidden, shown or removed; a takedown also counts their duplicates of other uploaders. */
  done: number;
  /** Images that are left, counted up to `maxImages`. */
  remaining: number;
  /** One of them, for the next call: the image of this call may be gone. */
  nextImageId: string | null;
}

/**
 * The uploader of an anonymous image.
 * @throws AppError IMAGE_NOT_FOUND; UPLOADER_UNKNOWN for the image of an account, and when the hashes are erased
 */
export async function requireUploader(deps: Pick<GarbageDeps, 'db' | 'clock'>, imageId: string): Promise<UploaderRow> {
  const { id } = await requireStoredImage(deps, imageId);
  const uploader = await findUploader(deps.db, id);
  if (uploader === undefined) {
    throw new AppError('UPLOADER_UNKNOWN', { detail: 'It was uploaded with an account, or its hash is erased.' });
  }
  return uploader;
}

/**
 * Hides, shows, deletes or takes down all images of the uploader of an image, in transactions of one batch each, with an entry
 * in the audit log. Only what an administrator has hidden is shown again. It may be repeated after an interruption. A takedown also removes the duplicates of an image and
 * blocks its file; the perceptual hash only where it is known, because no image is decoded.
 * @param onProgress the number of images so far
 * @throws AppError as `requireUploader`
 */
export async function actOnUploader(
  deps: UploaderDeps,
  imageId: string,
  act: UploaderAct,
  onProgress: (done: number) => void = () => {},
): Promise<UploaderOutcome> {
  const uploader = await requireUploader(deps, imageId);
  const wanted: SameUploader = { uploader, sinceMs: act.sinceMs, only: ONLY[act.action] };
  let done = 0;
  while (done < act.maxImages) {
    const most = Math.min(BATCH, act.maxImages - done);
    const page = await listSameUploader(deps.db, wanted, most + 1);
    const others = page.filter(({ id }) => id !== imageId);
    // The image of the call goes last, so that an interrupted call can be repeated.
    const batch = (others.length > 0 ? others : page).slice(0, most);
    if (batch.length === 0) break;
    done += await actOnBatch(deps, imageId, batch, act);
    onProgress(done);
  }
  const remaining = await countSameUploader(deps.db, wanted, act.maxImages);
  const [next] = remaining === 0 ? [] : await listSameUploader(deps.db, wanted, 1);
  return { done, remaining, nextImageId: next?.id ?? null };
}

async function actOnBatch(
  deps: UploaderDeps,
  subject: string,
  images: readonly ImageRecord[],
  { action, reason: given, actorId }: UploaderAct,
): Promise<number> {
  const reason = cleanDescription(given);
  const isRemoval = action === 'delete' || action === 'takedown';
  const keys: string[] = [];
  const done = await deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now();
    let count = 0;
    const ids = images.map(({ id }) => id);
    if (action === 'hide') {
      count = await quarantineImages(tx, ids, { cause: 'administrator', reason }, now, deps.removals);
    }
    if (action === 'show') count = await releaseImages(tx, ids, 'administrator', now);
    for (const image of isRemoval ? images : []) {
      const removed = action === 'delete' ? [image] : await blockPicture(tx, image, { reason, actorId, now });
      for (const one of removed) {
        const deletion = await deps.removals.removeImage(tx, one.id, action === 'delete' ? 'request' : 'takedown', now);
        if (deletion === undefined) continue;
        keys.push(one.original_key, one.thumbnail_key);
        count++;
      }
    }
    // Without the ids of the images: the log is kept for good, and would link them to each other.
    const entry = { actorId, action: `uploader.${action}`, subject, details: { reason, images: count } };
    if (count > 0) await addAudit(tx, entry, now);
    return count;
  });
  if (isRemoval) deps.statistics?.count('deletes', done);
  await removeGarbage(deps, [...new Set(keys)]);
  return done;
}

/** Blocks the picture of an image. @returns the image and its duplicates; none when an earlier takedown removed it */
async function blockPicture(
  tx: Tx,
  image: ImageRecord,
  { reason, actorId, now }: { reason: string | null; actorId: string | null; now: number },
) {
  const copies = await listDuplicates(tx, image);
  if (!copies.some(({ id }) => id === image.id)) return [];
  await insertBlock(tx, {
    image_id: image.id,
    stored_sha256: image.sha256,
    uploaded_sha256: image.uploaded_sha256,
    perceptual_hash: image.perceptual_hash,
    reason: reason ?? '',
    created_at: now,
    created_by: actorId,
  });
  return copies;
}
