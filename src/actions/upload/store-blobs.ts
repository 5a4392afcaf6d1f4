import { type BlobStore, newBlobKey } from '../../blobs/port.ts';
import { knownKeys, type NewBlob } from '../../catalog/blobs/blobs.ts';
import type { Quarantine } from '../../catalog/moderation/quarantine.ts';
import type { Db } from '../../catalog/schema.ts';
import { FORMATS } from '../../core/formats.ts';
import { cleanFilename } from '../../core/names.ts';
import type { ProcessedImage, WrittenFile } from '../../imaging/port.ts';
import type { Clock } from '../../lib/clock.ts';
import type { TempFiles } from '../../lib/temp-files.ts';

export interface StoreDeps {
  blobs: BlobStore;
  db: Db;
  clock: Clock;
}

/** An image whose blobs are durable, and to which no row refers yet. */
export interface StoredBlobs {
  /** Cleaned. */
  filename: string;
  image: ProcessedImage;
  /** Why only administrators may see it, or null. */
  quarantine: Quarantine | null;
  original: NewBlob;
  /** null where it is made later. */
  thumbnail: NewBlob | null;
}

/**
 * Stores the original and the thumbnail of a processed image.
 * @param temp tracks the image's files
 * @param filename from the client
 * @throws AppError STORAGE_UNAVAILABLE, after both blobs are removed again
 */
export async function storeBlobs(
  deps: StoreDeps,
  temp: Pick<TempFiles, 'forget'>,
  image: ProcessedImage,
  filename: string | undefined,
  quarantine: Quarantine | null,
): Promise<StoredBlobs> {
  const { file } = image.thumbnail;
  const stored: StoredBlobs = {
    filename: cleanFilename(filename, FORMATS[image.format].extension),
    image,
    quarantine,
    original: newBlob(image.original, deps.clock),
    thumbnail: file && newBlob(file, deps.clock),
  };
  const put = async ({ key }: NewBlob, { path }: WrittenFile) => {
    const { moved } = await deps.blobs.put(key, path);
    if (moved) temp.forget(path);
  };
  const puts = await Promise.allSettled([
    put(stored.original, image.original),
    file && stored.thumbnail && put(stored.thumbnail, file),
  ]);
  const failed = puts.find((put) => put.status === 'rejected');
  if (failed === undefined) return stored;
  await discardBlobs(deps, keysOf(stored));
  throw failed.reason;
}

export function newBlob({ sha256, sizeBytes }: WrittenFile, clock: Clock): NewBlob {
  return { key: newBlobKey(clock.now()), sha256, sizeBytes };
}

export function keysOf({ original, thumbnail }: StoredBlobs): string[] {
  return thumbnail === null ? [original.key] : [original.key, thumbnail.key];
}

/**
 * Removes the blobs of a failed upload. Blobs that the catalog knows stay, and so do all of them while it is not
 * reachable: a commit whose answer was lost may refer to them. Orphans among them are collected later.
 */
export async function discardBlobs(deps: Pick<StoreDeps, 'blobs' | 'db'>, keys: readonly string[]): Promise<void> {
  const known = await knownKeys(deps.db, keys).catch(() => new Set(keys));
  await Promise.allSettled(keys.filter((key) => !known.has(key)).map((key) => deps.blobs.delete(key)));
}
