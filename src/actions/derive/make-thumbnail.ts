import { setTimeout as sleep } from 'node:timers/promises';
import { commitThumbnail, failThumbnail, leaseThumbnail, releaseThumbnail } from '../../catalog/blobs/thumbnails.ts';
import { findStoredImage, type ImageRecord } from '../../catalog/images/images.ts';
import { AppError, type ErrorCode } from '../../core/errors.ts';
import type { WrittenFile } from '../../imaging/port.ts';
import type { CallerFlight } from '../../lib/coalesce.ts';
import { openTempFiles } from '../../lib/temp-files.ts';
import { requireFreeSpace } from '../upload/require-free-space.ts';
import { openPendingBlobs } from '../upload/store-blobs.ts';
import { type DeriveDeps, decodeStored } from './decode-stored.ts';

export interface ThumbnailDeps extends DeriveDeps {
  /** Coalesces the requests for the thumbnail of one original in this process. */
  thumbnailFlights: CallerFlight<void>;
}

/** Longer than two runs of a decoder: after that the node that holds the lease is dead. */
const LEASE_MS = 90_000;
const WAIT_MS = 100;
const MAX_WAITS = 300;
const RETRY_AFTER_SECONDS = 5;
const NO_DETAIL = 'It does not decode.';
/** An image that an earlier version stored may exceed limits that came later. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['INVALID_IMAGE', 'IMAGE_DIMENSIONS_EXCEEDED']);

/**
 * Makes and stores the thumbnail of an image whose upload left it for later. Concurrent requests, on any number of nodes,
 * decode the original once.
 * @param caller `quotaKey` of the caller, for its turn in the queue of the decoders
 * @returns the image with its thumbnail
 * @throws AppError THUMBNAIL_NOT_FOUND when the original does not decode, IMAGE_NOT_FOUND when the image is deleted,
 *   SERVICE_UNAVAILABLE when too many jobs wait for a decoder, STORAGE_UNAVAILABLE
 */
export async function makeThumbnail(deps: ThumbnailDeps, image: ImageRecord, caller: string): Promise<ImageRecord> {
  let current: ImageRecord | undefined = image;
  while (current?.thumbnail_state === 'pending') {
    const pending = current;
    await deps.thumbnailFlights(pending.original_key, caller, () => makeOrAwait(deps, pending, caller));
    current = await findStoredImage(deps.db, image.id, deps.clock.now());
  }
  if (current === undefined) throw new AppError('IMAGE_NOT_FOUND');
  if (current.thumbnail_state === 'made') return current;
  throw new AppError('THUMBNAIL_NOT_FOUND', { detail: current.thumbnail_fault ?? NO_DETAIL });
}

/** Afterwards the thumbnail is made or has failed, or the image is deleted. */
async function makeOrAwait(deps: ThumbnailDeps, image: ImageRecord, caller: string): Promise<void> {
  for (let waits = 0; waits < MAX_WAITS; waits++) {
    if (await leaseThumbnail(deps.db, image.original_key, deps.clock.now(), LEASE_MS)) {
      try {
        // Another node may have made it since the image was read.
        if (await isPending(deps, image)) await make(deps, image, caller);
      } finally {
        await releaseThumbnail(deps.db, image.original_key);
      }
      return;
    }
    if (!(await isPending(deps, image))) return;
    await sleep(WAIT_MS);
  }
  throw new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

async function isPending({ db, clock }: ThumbnailDeps, { id }: ImageRecord): Promise<boolean> {
  return (await findStoredImage(db, id, clock.now()))?.thumbnail_state === 'pending';
}

async function make(deps: ThumbnailDeps, image: ImageRecord, caller: string): Promise<void> {
  await requireFreeSpace(deps);
  await using temp = openTempFiles(deps.tempDir);
  const origin = { kind: 'derived', caller } as const;
  const decoded = await decodeStored(deps, temp, image, origin).catch((error) => recordFailure(deps, image, error));
  if (decoded === null) return;
  if (decoded === undefined) throw new AppError('IMAGE_NOT_FOUND');
  const { file, ...thumbnail } = decoded.thumbnail;
  await using pending = openPendingBlobs(deps, temp);
  const blob = await pending.put(file as WrittenFile);
  await pending.commit([blob], async (tx) => {
    const made = { blob, ...thumbnail };
    // All images of the original were deleted in the meantime.
    if (!(await commitThumbnail(tx, image.original_key, made, deps.clock.now()))) throw new AppError('IMAGE_NOT_FOUND');
  });
}

/** Records that the original does not decode. @throws every other error */
async function recordFailure({ db }: ThumbnailDeps, { original_key: key }: ImageRecord, error: unknown): Promise<null> {
  if (!(error instanceof AppError) || !REFUSALS.has(error.code)) throw error;
  await db.transaction().execute((tx) => failThumbnail(tx, key, error.detail ?? NO_DETAIL));
  return null;
}
