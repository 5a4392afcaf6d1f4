import { setTimeout as sleep } from 'node:timers/promises';
import { commitThumbnail, failThumbnail, leaseThumbnail, releaseThumbnail } from '../../catalog/blobs/thumbnails.ts';
import { findUnexpiredImage, type ImageRecord } from '../../catalog/images/images.ts';
import { AppError } from '../../core/errors.ts';
import type { Decoder, WrittenFile } from '../../imaging/port.ts';
import type { SingleFlight } from '../../lib/coalesce.ts';
import { openTempFiles } from '../../lib/temp-files.ts';
import { openPendingBlobs, type StoreDeps } from '../upload/store-blobs.ts';
import { decodeStored } from './decode-stored.ts';

export interface ThumbnailDeps extends StoreDeps {
  decoder: Decoder;
  /** Directory of temporary files. */
  tempDir: string;
  /** Coalesces the requests for the thumbnail of one original in this process. */
  thumbnailFlights: SingleFlight<void>;
}

/** Longer than two runs of a decoder: after that the node that holds the lease is dead. */
const LEASE_MS = 90_000;
const WAIT_MS = 100;
const MAX_WAITS = 300;
const RETRY_AFTER_SECONDS = 5;
const NO_DETAIL = 'It does not decode.';

/**
 * Makes and stores the thumbnail of an image whose upload left it for later. Concurrent requests, on any number of nodes,
 * decode the original once.
 * @returns the image with its thumbnail
 * @throws AppError THUMBNAIL_NOT_FOUND when the original does not decode, IMAGE_NOT_FOUND when the image is deleted,
 *   SERVICE_UNAVAILABLE when too many jobs wait for a decoder, STORAGE_UNAVAILABLE
 */
export async function makeThumbnail(deps: ThumbnailDeps, image: ImageRecord): Promise<ImageRecord> {
  let current: ImageRecord | undefined = image;
  while (current?.thumbnail_state === 'pending') {
    const pending = current;
    await deps.thumbnailFlights(pending.original_key, () => makeOrAwait(deps, pending));
    current = await findUnexpiredImage(deps.db, image.id, deps.clock.now());
  }
  if (current === undefined) throw new AppError('IMAGE_NOT_FOUND');
  if (current.thumbnail_state === 'made') return current;
  throw new AppError('THUMBNAIL_NOT_FOUND', { detail: current.thumbnail_fault ?? NO_DETAIL });
}

/** Afterwards the thumbnail is made or has failed, or the image is deleted. */
async function makeOrAwait(deps: ThumbnailDeps, image: ImageRecord): Promise<void> {
  for (let waits = 0; waits < MAX_WAITS; waits++) {
    if (await leaseThumbnail(deps.db, image.original_key, deps.clock.now(), LEASE_MS)) {
      try {
        // Another node may have made it since the image was read.
        if (await isPending(deps, image)) await make(deps, image);
      } finally {
        await releaseThumbnail(deps.db, image.original_key);
      }
      return;
    }
    if (!(await isPending(deps, image))) return;
    // Another node is making it.
    await sleep(WAIT_MS);
  }
  throw new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

async function isPending({ db, clock }: ThumbnailDeps, { id }: ImageRecord): Promise<boolean> {
  return (await findUnexpiredImage(db, id, clock.now()))?.thumbnail_state === 'pending';
}

async function make(deps: ThumbnailDeps, image: ImageRecord): Promise<void> {
  await using temp = openTempFiles(deps.tempDir);
  const decoded = await decodeStored(deps, temp, image).catch((error) => recordFailure(deps, image, error));
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
  if (!(error instanceof AppError) || error.code !== 'INVALID_IMAGE') throw error;
  await db.transaction().execute((tx) => failThumbnail(tx, key, error.detail ?? NO_DETAIL));
  return null;
}
