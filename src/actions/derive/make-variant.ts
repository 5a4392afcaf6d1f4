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
import { type Cut, cutOf, type VariantPreset } from '../../core/links.ts';
import { outputFiles } from '../../imaging/port.ts';
import type { CallerFlight } from '../../lib/coalesce.ts';
import { openTempFiles } from '../../lib/temp-files.ts';
import { requireFreeSpace } from '../upload/require-free-space.ts';
import { discardBlobs, openPendingBlobs } from '../upload/store-blobs.ts';
import type { VariantUses } from './create-variant-uses.ts';
import { copyOfOriginal, type DeriveDeps } from './decode-stored.ts';

export interface VariantDeps extends DeriveDeps {
  avifBudgetSeconds: number;
  variantUses: VariantUses;
  /** Coalesces the requests for one variant in this process. */
  variantFlights: CallerFlight<Variant>;
}

/** Who makes a variant, and pays for it. */
export interface Maker {
  /** `quotaKey` of the caller, for its turn in the queue of the decoders. */
  caller: string;
  /** Counts one variant. @throws AppError TOO_MANY_ATTEMPTS */
  count(): Promise<void>;
  /** Takes it back: the service could not make it. */
  giveBack(): Promise<void>;
}

/** Longer than one run of a decoder: after that the node that holds the lease is dead. */
const LEASE_MS = 60_000;
const WAIT_MS = 100;
const MAX_WAITS = 300;
const RETRY_AFTER_SECONDS = 5;
const MAX_VARIANT_BYTES = 16 * 2 ** 20;

/**
 * Finds a variant of an image that has been made, and notes its use.
 * @param chosen a width in pixels, or a preset; those that give the image the same variant share it
 */
export async function findMadeVariant(
  { db, variantUses }: Pick<VariantDeps, 'db' | 'variantUses'>,
  image: ImageRecord,
  chosen: number | VariantPreset,
  { extension }: { extension: string },
): Promise<Variant | undefined> {
  const id = idOf(image, cutOf(image, chosen), extension);
  const found = await findVariant(db, id);
  if (found !== undefined) variantUses.note(id, found);
  return found;
}

/**
 * Makes and stores a variant of an image. Concurrent requests, on any number of nodes, decode the original once, and one of
 * them pays.
 * @param chosen as `findMadeVariant`
 * @throws AppError IMAGE_NOT_FOUND when the image is deleted, VARIANT_NOT_FOUND when the original does not decode,
 *   TOO_MANY_ATTEMPTS, SERVICE_UNAVAILABLE when too many jobs wait for a decoder, STORAGE_UNAVAILABLE
 */
export async function makeVariant(
  deps: VariantDeps,
  image: ImageRecord,
  chosen: number | VariantPreset,
  wanted: { extension: string; name: FormatName },
  maker: Maker,
): Promise<Variant> {
  const cut = cutOf(image, chosen);
  const id = idOf(image, cut, wanted.extension);
  const flight = `${id.originalKey} ${id.width}.${id.extension}`;
  const task = { image, id, cut, format: wanted.name };
  return deps.variantFlights(flight, maker.caller, () => makeOrAwait(deps, task, maker));
}

function idOf(image: ImageRecord, { width, mark }: Cut, extension: string): VariantId {
  return { originalKey: image.original_key, width, extension: `${extension}${mark}` };
}

/** Whether an error refuses one caller, so that another one may succeed. */
export function isRefusalOfCaller(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'TOO_MANY_ATTEMPTS' || error.code === 'SERVICE_UNAVAILABLE');
}

/** A variant to make. */
interface Task {
  image: ImageRecord;
  id: VariantId;
  cut: Cut;
  format: FormatName;
}

async function makeOrAwait(deps: VariantDeps, task: Task, maker: Maker): Promise<Variant> {
  const { id } = task;
  for (let waits = 0; waits < MAX_WAITS; waits++) {
    const made = await findVariant(deps.db, id);
    if (made !== undefined) return made;
    if (await leaseVariant(deps.db, id, deps.clock.now(), LEASE_MS)) {
      try {
        return await makeAndPay(deps, task, maker);
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

async function makeAndPay(deps: VariantDeps, task: Task, maker: Maker): Promise<Variant> {
  await requireFreeSpace(deps);
  await maker.count();
  try {
    return await make(deps, task, maker.caller);
  } catch (error) {
    if (error instanceof AppError && error.status === 503) await maker.giveBack();
    throw error;
  }
}

async function make(deps: VariantDeps, { image, id, cut, format }: Task, caller: string): Promise<Variant> {
  await using temp = openTempFiles(deps.tempDir);
  const inputPath = await copyOfOriginal(deps.blobs, temp, image);
  if (inputPath === undefined) throw new AppError('IMAGE_NOT_FOUND');
  const outputPath = temp.newPrefix(outputFiles);
  const { width, height, how, quality } = cut;
  const sizes = { width, height, how, quality, maxBytes: MAX_VARIANT_BYTES };
  const job = { inputPath, source: image.format, outputPath, format, ...sizes };
  const origin = { kind: 'derived', caller } as const;
  const made = await deps.decoder.makeVariant(job, origin, deps.avifBudgetSeconds * 1_000).catch(refusalOf);
  await using pending = openPendingBlobs(deps, temp);
  const blob = await pending.put(made);
  const usedAt = deps.clock.now();
  const blobKey = await pending.commit([blob], async (tx) => {
    const key = await commitVariant(tx, id, blob, made.format, usedAt);
    // The image was deleted in the meantime.
    if (key === undefined) throw new AppError('IMAGE_NOT_FOUND');
    return key;
  });
  // The catalog has an earlier blob with this content.
  if (blobKey !== blob.key) await discardBlobs(deps, [blob.key]);
  return { blobKey, sizeBytes: blob.sizeBytes, sha256: blob.sha256, format: made.format, usedAt };
}

/** The upload has decoded the original, so that only this variant is impossible. */
function refusalOf(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'INVALID_IMAGE') throw error;
  throw new AppError('VARIANT_NOT_FOUND', { detail: 'It cannot be made.', cause: error });
}
