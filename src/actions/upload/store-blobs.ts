import { type BlobStore, newBlobKey } from '../../blobs/port.ts';
import { knownKeys, type NewBlob } from '../../catalog/blobs/blobs.ts';
import type { Db, Tx } from '../../catalog/schema.ts';
import { isOutcomeUnknown } from '../../catalog/unknown-commit.ts';
import type { WrittenFile } from '../../imaging/port.ts';
import type { Clock } from '../../lib/clock.ts';
import type { TempFiles } from '../../lib/temp-files.ts';
import type { ProcessedFile } from './process-file.ts';
import type { Screened } from './screen-image.ts';

export interface StoreDeps {
  blobs: BlobStore;
  db: Db;
  clock: Clock;
}

/** An image whose blobs are durable, and to which no row refers yet. */
export interface StoredBlobs extends Screened {
  image: ProcessedFile;
  original: NewBlob;
  /** null where it is made later. */
  thumbnail: NewBlob | null;
}

/**
 * Stores the original and the thumbnail of a processed image.
 * @throws AppError STORAGE_UNAVAILABLE
 */
export async function storeBlobs(
  pending: Pick<PendingBlobs, 'put'>,
  image: ProcessedFile,
  screened: Screened,
): Promise<StoredBlobs> {
  const { file } = image.thumbnail;
  const [original, thumbnail] = await Promise.all([pending.put(image.original), file && pending.put(file)]);
  return { ...screened, image, original, thumbnail };
}

/** Blobs that are in the store before their row is in the catalog. Disposal removes those that were not committed. */
export interface PendingBlobs extends AsyncDisposable {
  /** Stores a file as a new blob. @throws AppError STORAGE_UNAVAILABLE */
  put(file: WrittenFile): Promise<NewBlob>;
  /**
   * Runs the transaction that refers to blobs of `put`. They stay unless it fails: where its outcome is unknown the
   * catalog may refer to them, and orphans are collected later.
   */
  commit<T>(blobs: readonly NewBlob[], transaction: (tx: Tx) => Promise<T>): Promise<T>;
}

/** @param temp tracks the files that `put` may move */
export function openPendingBlobs(deps: StoreDeps, temp: Pick<TempFiles, 'forget'>): PendingBlobs {
  const puts = new Map<string, Promise<unknown>>();
  const keep = (blobs: readonly NewBlob[]) => {
    for (const { key } of blobs) puts.delete(key);
  };
  return {
    async put({ path, sha256, sizeBytes }) {
      const key = newBlobKey(deps.clock.now());
      const put = deps.blobs.put(key, path);
      puts.set(key, put);
      const { moved } = await put;
      if (moved) temp.forget(path);
      return { key, sha256, sizeBytes };
    },
    async commit(blobs, transaction) {
      try {
        const result = await deps.db.transaction().execute(transaction);
        keep(blobs);
        return result;
      } catch (error) {
        if (isOutcomeUnknown(error)) keep(blobs);
        throw error;
      }
    },
    async [Symbol.asyncDispose]() {
      await Promise.allSettled(puts.values());
      await discardBlobs(deps, [...puts.keys()]);
    },
  };
}

/**
 * Removes blobs without a row. Those that the catalog knows stay, and all of them where it is not reachable: orphans
 * among them are collected later.
 */
export async function discardBlobs({ blobs, db }: Omit<StoreDeps, 'clock'>, keys: readonly string[]): Promise<void> {
  const known = await knownKeys(db, keys).catch(() => new Set(keys));
  await Promise.allSettled(keys.filter((key) => !known.has(key)).map((key) => blobs.delete(key)));
}
