import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { newBlobKey } from '../../blobs/port.ts';
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
import { discardBlobs, type StoreDeps } from '../upload/store-blobs.ts';

export interface VariantDeps extends StoreDeps {
  decoder: Decoder;
  /** Where requests may put temporary files. */
  tempDir: string;
  avifBudgetSeconds: number;
  /** Variants that this node is getting now. */
  variantFlights: SingleFlight<Variant>;
}

/** Longer than a decoder may take: a node that has died is waited for no longer. */
const LEASE_MS = 60_000;
const WAIT_MS = 100;
const MAX_WAITS = 300;
const RETRY_AFTER_SECONDS = 5;

/**
 * Finds an image's variant, or makes it and keeps it. However many ask at once, on however many nodes, it is decoded once.
 * @param width in pixels
 * @throws AppError IMAGE_NOT_FOUND when the image goes meanwhile, VARIANT_NOT_FOUND when it cannot be made,
 *   SERVICE_UNAVAILABLE when too much is waiting to be decoded, STORAGE_UNAVAILABLE; nothing is left then
 */
export async function openVariant(
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
  const body = await deps.blobs.open(id.originalKey);
  if (body === undefined) throw new AppError('IMAGE_NOT_FOUND');
  const inputPath = temp.newPath();
  await pipeline(body, createWriteStream(inputPath));
  const made = await orNotFound(async () =>
    deps.decoder.makeVariant(
      {
        inputPath,
        source: image.format,
        outputPath: temp.newPrefix(outputFiles),
        width: id.width,
        format,
      },
      deps.avifBudgetSeconds * 1_000,
    ),
  );
  const { sha256, sizeBytes } = made;
  const key = newBlobKey(deps.clock.now());
  await deps.blobs.put(key, made.path);
  const blobKey = await deps.db
    .transaction()
    .execute(async (tx) => {
      const kept = await commitVariant(tx, id, { key, sha256, sizeBytes }, made.format);
      // The image has been deleted meanwhile: nothing of it may come to be.
      if (kept === undefined) throw new AppError('IMAGE_NOT_FOUND');
      return kept;
    })
    .catch(async (error) => {
      await discardBlobs(deps, [key]);
      throw error;
    });
  if (blobKey !== key) await discardBlobs(deps, [key]);
  return { blobKey, sizeBytes, sha256, format: made.format };
}

/** The image did decode when it was uploaded; where it does not now, this variant cannot be had. */
async function orNotFound<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'INVALID_IMAGE') throw error;
    throw new AppError('VARIANT_NOT_FOUND', { detail: 'It cannot be made.', cause: error });
  }
}
