import { setTimeout as sleep } from 'node:timers/promises';
import {
  commitVariant,
  findVariant,
  leaseVariant,
  releaseVariant,
  type Variant,
  type VariantId,
} from '../../catalog/blobs/variants.ts';
import type { ImageRecord } from '../../catalog/images/images.ts';
import { AppError } from '../../core/errors.ts';
import type { FormatName } from '../../core/formats.ts';
import { type Decoder, outputFiles } from '../../imaging/port.ts';
import type { SingleFlight } from '../../lib/coalesce.ts';
import { openTempFiles } from '../../lib/temp-files.ts';
import { discardBlobs, openPendingBlobs, type StoreDeps } from '../upload/store-blobs.ts';
import { copyOfOriginal } from './decode-stored.ts';

export interface VariantDeps extends StoreDeps {
  decoder: Decoder;
  /** Directory of temporary files. */
  tempDir: string;
  avifBudgetSeconds: number;
  /** Coalesces the requests for one variant in this process. */
  variantFlights: SingleFlight<Variant>;
}

/** Longer than one run of a decoder: after that the node that holds the lease is dead. */
const LEASE_MS = 60_000;
const WAIT_MS = 100;
const MAX_WAITS = 300;
const RETRY_AFTER_SECONDS = 5;

/**
 * Finds a variant of an image, or makes and stores it. Concurrent requests, on any number of nodes, decode the original
 * once.
 * @param width in pixels
 * @throws AppError IMAGE_NOT_FOUND when the image is deleted, VARIANT_NOT_FOUND when the original does not decode,
 *   SERVICE_UNAVAILABLE when too many jobs wait for a decoder, STORAGE_UNAVAILABLE
 */
export async function makeVariant(
  deps: VariantDeps,
  image: ImageRecord,
  width: number,
  wanted: { extension: string; name: FormatName },
): Promise<Variant> {
  const id = { originalKey: image.original_key, width, extension: wanted.extension };
  const flight = `${id.originalKey} ${width}.${id.extension}`;
  return (
    (await findVariant(deps.db, id)) ?? deps.variantFlights(flight, () => makeOrAwait(deps, image, id, wanted.name))
  );
}

async function makeOrAwait(deps: VariantDeps, image: ImageRecord, id: VariantId, format: FormatName): Promise<Variant> {
  for (let waits = 0; waits < MAX_WAITS; waits++) {
    const made = await findVariant(deps.db, id);
    if (made !== undefined) return made;
    if (await leaseVariant(deps.db, id, deps.clock.now(), LEASE_MS)) {
      try {
        return await make(deps, image, id, format);
      } catch (error) {
        await releaseVariant(deps.db, id);
        throw error;
      }
    }
    // Another node is making it.
    await sleep(WAIT_MS);
  }
  throw new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

async function make(deps: VariantDeps, image: ImageRecord, id: VariantId, format: FormatName): Promise<Variant> {
  await using temp = openTempFiles(deps.tempDir);
  const inputPath = await copyOfOriginal(deps.blobs, temp, image);
  if (inputPath === undefined) throw new AppError('IMAGE_NOT_FOUND');
  const outputPath = temp.newPrefix(outputFiles);
  const job = { inputPath, source: image.format, outputPath, width: id.width, format };
  const made = await deps.decoder.makeVariant(job, deps.avifBudgetSeconds * 1_000).catch(refusalOf);
  await using pending = openPendingBlobs(deps, temp);
  const blob = await pending.put(made);
  const blobKey = await pending.commit([blob], async (tx) => {
    const key = await commitVariant(tx, id, blob, made.format);
    // The image was deleted in the meantime.
    if (key === undefined) throw new AppError('IMAGE_NOT_FOUND');
    return key;
  });
  // The catalog has an earlier blob with this content.
  if (blobKey !== blob.key) await discardBlobs(deps, [blob.key]);
  return { blobKey, sizeBytes: blob.sizeBytes, sha256: blob.sha256, format: made.format };
}

/** The upload has decoded the original, so that only this variant is impossible. */
function refusalOf(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'INVALID_IMAGE') throw error;
  throw new AppError('VARIANT_NOT_FOUND', { detail: 'It cannot be made.', cause: error });
}
