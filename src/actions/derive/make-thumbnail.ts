import { setTimeout as sleep } from 'node:timers/promises';
import { newBlobKey } from '../../blobs/port.ts';
import { commitThumbnail, failThumbnail, leaseThumbnail, releaseThumbnail } from '../../catalog/blobs/thumbnails.ts';
import { findUnexpiredImage, type ImageRecord } from '../../catalog/images/images.ts';
import { isOutcomeUnknown } from '../../catalog/unknown-commit.ts';
import { AppError } from '../../core/errors.ts';
import type { Thumbnail, WrittenFile } from '../../imaging/port.ts';
import type { SingleFlight } from '../../lib/coalesce.ts';
import { openTempFiles } from '../../lib/temp-files.ts';
import { discardBlobs, type StoreDeps } from '../upload/store-blobs.ts';
import { prepareStored, type StoredDeps } from './decode-stored.ts';

export interface ThumbnailDeps extends StoreDeps, StoredDeps {
  /** Originals whose thumbnails this node is getting now. */
  thumbnailFlights: SingleFlight<void>;
}

/** Longer than a decoder may take twice: a node that has died is waited for no longer. */
const LEASE_MS = 90_000;
const WAIT_MS = 100;
const MAX_WAITS = 300;
const RETRY_AFTER_SECONDS = 5;
const NO_DETAIL = 'It does not decode.';

/**
 * Makes sure that an image has its thumbnail: one that was left for later is made and kept. However many ask at once,
 * on however many nodes, it is decoded once.
 * @returns the image as it is then
 * @throws AppError THUMBNAIL_NOT_FOUND when it does not decode, IMAGE_NOT_FOUND when it goes meanwhile,
 *   SERVICE_UNAVAILABLE when too much is waiting to be decoded, STORAGE_UNAVAILABLE; nothing is left then
 */
export async function withThumbnail(deps: ThumbnailDeps, image: ImageRecord): Promise<ImageRecord> {
  let current: ImageRecord | undefined = image;
  while (current?.thumbnail_state === 'pending') {
    const { original_key: key } = current;
    const waiting = current;
    await deps.thumbnailFlights(key, () => makeOrAwait(deps, waiting));
    current = await findUnexpiredImage(deps.db, image.id, deps.clock.now());
  }
  if (current === undefined) throw new AppError('IMAGE_NOT_FOUND');
  if (current.thumbnail_state === 'made') return current;
  throw new AppError('THUMBNAIL_NOT_FOUND', { detail: current.thumbnail_fault ?? NO_DETAIL });
}

/** When it resolves, the image has a thumbnail, or cannot have one, or is gone. */
async function makeOrAwait(deps: ThumbnailDeps, image: ImageRecord): Promise<void> {
  for (let waits = 0; waits < MAX_WAITS; waits++) {
    if (await leaseThumbnail(deps.db, image.original_key, deps.clock.now(), LEASE_MS)) {
      try {
        // What the node before has made between the question and the claim is not made again.
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
  try {
    const processed = await prepareStored(deps, temp, image);
    if (processed === undefined) throw new AppError('IMAGE_NOT_FOUND');
    const { file, ...thumbnail } = processed.thumbnail;
    await keep(deps, image.original_key, thumbnail, file as WrittenFile);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'INVALID_IMAGE') throw error;
    await deps.db.transaction().execute((tx) => failThumbnail(tx, image.original_key, error.detail ?? NO_DETAIL));
  }
}

async function keep(
  deps: ThumbnailDeps,
  originalKey: string,
  thumbnail: Omit<Thumbnail, 'file'>,
  { path, sha256, sizeBytes }: WrittenFile,
): Promise<void> {
  const now = deps.clock.now();
  const blob = { key: newBlobKey(now), sha256, sizeBytes };
  await deps.blobs.put(blob.key, path);
  try {
    await deps.db.transaction().execute(async (tx) => {
      // All images of it have been deleted meanwhile: nothing of them may come to be.
      if (!(await commitThumbnail(tx, originalKey, { blob, ...thumbnail }, now))) throw new AppError('IMAGE_NOT_FOUND');
    });
  } catch (error) {
    if (!isOutcomeUnknown(error)) await discardBlobs(deps, [blob.key]);
    throw error;
  }
}
