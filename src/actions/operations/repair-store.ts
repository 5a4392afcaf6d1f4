import { newBlobKey } from '../../blobs/port.ts';
import { clearCorruptBlobs, recountRefs, replaceBlob } from '../../catalog/blobs/blob-integrity.ts';
import { removeVariantsStoredAs } from '../../catalog/blobs/variants.ts';
import { findUnexpiredImage, type ImageRecord } from '../../catalog/images/images.ts';
import type { Removals } from '../../catalog/images/removals.ts';
import type { Decoder } from '../../imaging/port.ts';
import { openTempFiles } from '../../lib/temp-files.ts';
import { decodeStored } from '../derive/decode-stored.ts';
import { collectGarbage, type GarbageDeps } from './collect-garbage.ts';
import type { Findings } from './verify-store.ts';

export interface RepairDeps extends GarbageDeps {
  removals: Removals;
  decoder: Decoder;
  tempDir: string;
}

/** Results of a repair. */
export interface Repairs {
  orphansRemoved: number;
  refsCorrected: number;
  thumbnailsRemade: number;
  /** Ids of the deleted images, whose originals are lost or corrupt. */
  imagesRemoved: string[];
}

/**
 * Makes catalog and store agree: deletes orphans, recounts references, remakes lost thumbnails from their originals,
 * forgets lost variants (the next request makes them), and deletes images without a usable original.
 */
export async function repairStore(deps: RepairDeps, findings: Findings): Promise<Repairs> {
  const repairs: Repairs = { orphansRemoved: 0, refsCorrected: 0, thumbnailsRemade: 0, imagesRemoved: [] };
  const broken = new Set([...findings.missing, ...findings.corrupt.map(({ key }) => key)]);
  const remade = new Set<string>();
  for (const key of broken) {
    await deps.db.transaction().execute((tx) => removeVariantsStoredAs(tx, key, deps.clock.now()));
  }
  for (const id of findings.images) {
    const image = await findUnexpiredImage(deps.db, id, deps.clock.now());
    if (image === undefined) continue;
    if (broken.has(image.original_key)) {
      await deps.db.transaction().execute((tx) => deps.removals.removeImage(tx, id, 'repair', deps.clock.now()));
      repairs.imagesRemoved.push(id);
    } else if (broken.has(image.thumbnail_key) && !remade.has(image.thumbnail_key)) {
      await remakeThumbnail(deps, image);
      remade.add(image.thumbnail_key);
      repairs.thumbnailsRemade++;
    }
  }
  for (const { key } of findings.wrongRefs) {
    await deps.db.transaction().execute((tx) => recountRefs(tx, key, deps.clock.now()));
    repairs.refsCorrected++;
  }
  for (const key of findings.orphans) {
    await deps.blobs.delete(key);
    repairs.orphansRemoved++;
  }
  await collectGarbage(deps);
  await clearCorruptBlobs(deps.db);
  return repairs;
}

async function remakeThumbnail(deps: RepairDeps, image: ImageRecord): Promise<void> {
  await using temp = openTempFiles(deps.tempDir);
  const thumbnail = (await decodeStored(deps, temp, image))?.thumbnail.file;
  if (!thumbnail) throw new Error(`The store lost the original of image ${image.id} during the repair.`);
  const now = deps.clock.now();
  const key = newBlobKey(now);
  await deps.blobs.put(key, thumbnail.path);
  const { sha256, sizeBytes } = thumbnail;
  await deps.db.transaction().execute((tx) => replaceBlob(tx, image.thumbnail_key, { key, sha256, sizeBytes }, now));
}
