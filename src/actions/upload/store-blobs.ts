import { type BlobStore, newBlobKey } from '../../blobs/port.ts';
import { knownKeys, type NewBlob } from '../../catalog/blobs/blobs.ts';
import type { Quarantine } from '../../catalog/moderation/quarantine.ts';
import type { Db } from '../../catalog/schema.ts';
import { FORMATS } from '../../core/formats.ts';
import { cleanFilename } from '../../core/names.ts';
import type { CountStatistic } from '../../core/statistics.ts';
import type { ProcessedImage, WrittenFile } from '../../imaging/port.ts';
import type { Clock } from '../../lib/clock.ts';
import type { TempFiles } from '../../lib/temp-files.ts';

export interface StoreDeps {
  blobs: BlobStore;
  db: Db;
  clock: Clock;
  /** Where there is nobody who wants to know, nothing is counted. */
  statistics?: { count: CountStatistic };
}

/** An image whose bytes are durable, and which nothing refers to yet. */
export interface PutImage {
  filename: string;
  processed: ProcessedImage;
  /** Why only administrators shall see it, or null. */
  quarantine: Quarantine | null;
  original: NewBlob;
  /** null while it is left for later. */
  thumbnail: NewBlob | null;
}

/**
 * Puts the blobs of a processed image into the store.
 * @param temp where its files are
 * @param givenName as the client sent it
 * @throws AppError STORAGE_UNAVAILABLE; nothing is left then
 */
export async function putImage(
  deps: StoreDeps,
  temp: Pick<TempFiles, 'forget'>,
  processed: ProcessedImage,
  givenName: string | undefined,
  quarantine: Quarantine | null,
): Promise<PutImage> {
  const original = newBlob(deps, processed.original);
  const { file } = processed.thumbnail;
  const thumbnail = file && newBlob(deps, file);
  const puts = await Promise.allSettled([
    put(deps, temp, original.key, processed.original.path),
    file && thumbnail && put(deps, temp, thumbnail.key, file.path),
  ]);
  const failed = puts.find((put) => put.status === 'rejected');
  if (failed !== undefined) {
    await discardBlobs(deps, keysOf({ original, thumbnail }));
    throw failed.reason;
  }
  const filename = cleanFilename(givenName, FORMATS[processed.format].extension);
  return { filename, processed, quarantine, original, thumbnail };
}

async function put({ blobs }: StoreDeps, temp: Pick<TempFiles, 'forget'>, key: string, path: string): Promise<void> {
  const { moved } = await blobs.put(key, path);
  if (moved) temp.forget(path);
}

/** Keys of the blobs that were put for an image. */
export function keysOf({ original, thumbnail }: Pick<PutImage, 'original' | 'thumbnail'>): string[] {
  return thumbnail === null ? [original.key] : [original.key, thumbnail.key];
}

/**
 * Removes blobs of an upload that failed. Where the catalog cannot say that nothing refers to them
 * (a commit whose answer was lost may have happened), they stay, and the collector looks again.
 */
export async function discardBlobs(deps: StoreDeps, keys: readonly string[]): Promise<void> {
  const known = await knownKeys(deps.db, keys).catch(() => new Set(keys));
  await Promise.allSettled(keys.filter((key) => !known.has(key)).map((key) => deps.blobs.delete(key)));
}

function newBlob(deps: StoreDeps, file: WrittenFile): NewBlob {
  return { key: newBlobKey(deps.clock.now()), sha256: file.sha256, sizeBytes: file.sizeBytes };
}
