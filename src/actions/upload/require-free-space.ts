import { statfs } from 'node:fs/promises';
import type { BlobStore } from '../../blobs/port.ts';
import { AppError } from '../../core/errors.ts';
import { openTempFiles, type TempFiles } from '../../lib/temp-files.ts';

const FULL_RETRY_AFTER_SECONDS = 60;
const FAILED_RETRY_AFTER_SECONDS = 30;

/**
 * Refuses new uploads while the storage is nearly full; reads and deletes go on.
 * @throws AppError STORAGE_UNAVAILABLE
 */
export async function requireFreeSpace(deps: {
  blobs: BlobStore;
  tempDir: string;
  minFreeBytes: number;
}): Promise<void> {
  if ((await freeBytes(deps)) >= deps.minFreeBytes) return;
  throw storageFull();
}

/**
 * Free bytes for uploads: those of the blob store, or of the temporary directory where the store has no bound.
 * @throws AppError STORAGE_UNAVAILABLE when neither can be read
 */
export async function freeBytes({ blobs, tempDir }: { blobs: BlobStore; tempDir: string }): Promise<number> {
  const { freeBytes: inStore } = await blobs.check();
  // A store that has a bound shares its file system with the temporary files.
  if (inStore !== null) return inStore;
  try {
    const { bavail, bsize } = await statfs(tempDir);
    return bavail * bsize;
  } catch (cause) {
    throw new AppError('STORAGE_UNAVAILABLE', { cause, retryAfterSeconds: FAILED_RETRY_AFTER_SECONDS });
  }
}

/** Space for the files of uploads. */
export interface FreeSpace {
  /** Refuses new uploads as `requireFreeSpace` does. @throws AppError STORAGE_UNAVAILABLE */
  require(): Promise<void>;
  /** The temporary files of one upload. */
  newFiles(): TempFiles;
  /**
   * Reserves space for a write, before it begins.
   * @returns must be called when the bytes are written or the write has failed
   * @throws AppError STORAGE_UNAVAILABLE where the write would leave less than the minimum of free space
   */
  take(bytes: number): Promise<() => void>;
}

/** Reserved bytes after which the file system is asked again. */
const ASK_AFTER_BYTES = 16 * 2 ** 20;
/** For what is written without a reservation, such as the catalog. */
const SLACK_BYTES = 2 ** 20;

/** Keeps `minFreeBytes` free however many files are being written at once; 0 = no reservations. */
export function createFreeSpace(deps: { blobs: BlobStore; tempDir: string; minFreeBytes: number }): FreeSpace {
  /** Bytes ever reserved, and those of them that are written. */
  let reserved = 0;
  let written = 0;
  /** Free bytes when the file system was asked, plus those written before: `base - reserved` bytes are free. */
  let base = Number.NEGATIVE_INFINITY;
  let askedAt = 0;

  /** Writes that end while the file system answers may be missing in its answer, so they count as not written. */
  async function ask(): Promise<void> {
    const writtenBefore = written;
    const free = await freeBytes(deps);
    base = free + writtenBefore;
    askedAt = reserved;
  }

  const fits = (bytes: number) => base - reserved - bytes >= deps.minFreeBytes + SLACK_BYTES;

  return {
    require: () => requireFreeSpace(deps),
    newFiles: () => openTempFiles(deps.tempDir),
    async take(bytes) {
      if (deps.minFreeBytes === 0) return () => {};
      if (reserved + bytes - askedAt > ASK_AFTER_BYTES || !fits(bytes)) await ask();
      if (!fits(bytes)) throw storageFull();
      reserved += bytes;
      return () => {
        written += bytes;
      };
    },
  };
}

function storageFull(): AppError {
  return new AppError('STORAGE_UNAVAILABLE', {
    detail: 'The storage is full.',
    retryAfterSeconds: FULL_RETRY_AFTER_SECONDS,
  });
}
