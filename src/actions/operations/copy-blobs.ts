import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type BlobStore, isBlobKey, keyPrefixAt } from '../../blobs/port.ts';
import { isLive, knownKeys, lastBlobKey, listBlobs, type NewBlob } from '../../catalog/blobs/blobs.ts';
import type { Db } from '../../catalog/schema.ts';
import { AppError } from '../../core/errors.ts';
import type { Clock } from '../../lib/clock.ts';
import { retryWithBackoff } from '../../lib/retry.ts';
import { createThrottle } from '../../lib/throttle.ts';
import { verifyBlob } from './verify-checksums.ts';

const PAGE = 100;
/** Comparisons after the first pass. Each one has less to copy than the one before. */
const MAX_COMPARISONS = 5;
/** Younger blobs without a row may belong to uploads in progress when the service uses the new location already. */
const GRACE_MS = 3_600_000;

/** Two minutes of pauses in total, in addition to the retries of the store itself. */
const RETRIES = {
  shouldRetry: (error: unknown, attempt: number) =>
    attempt < 8 && error instanceof AppError && error.code === 'STORAGE_UNAVAILABLE',
  firstPauseMs: 1_000,
};

export interface CopyResult {
  copied: number;
  /** Blobs that the new location had already, with correct bytes. */
  present: number;
  /** Blobs that the copy deleted from the new location, because no row refers to them. */
  removed: number;
  /** Keys of missing and corrupt blobs. */
  failed: string[];
}

/** Progress of an earlier run: all blobs up to this key have been copied and verified. */
export interface CopyProgress {
  load(): Promise<string>;
  save(key: string): Promise<void>;
}

export interface CopyDeps {
  db: Db;
  clock: Clock;
  from: BlobStore;
  to: BlobStore;
  /** Holds one blob for each worker. */
  tempDir: string;
  parallel: number;
  /** Rate of all workers together. */
  bytesPerSecond: number;
  progress: CopyProgress;
}

/**
 * Copies every live blob and verifies each copy by its checksum, starting where an earlier run ended. Then it compares
 * both locations until nothing is missing: it copies new uploads and removes deleted blobs. The service may run, on
 * either location.
 */
export async function copyBlobs(deps: CopyDeps): Promise<CopyResult> {
  const copying = startCopying(deps);
  let after = await deps.progress.load();
  for await (const page of pagesOf(deps.db, after)) {
    await copying.copy(page, await keysBetween(deps.to, after, page));
    after = page.at(-1)?.key ?? after;
    await deps.progress.save(after);
  }
  for (let count = 0; count < MAX_COMPARISONS; count++) {
    const before = copying.result().copied;
    await compare(deps, copying);
    if (copying.result().copied === before) break;
  }
  return copying.result();
}

/** Pages of the live blobs after a key, up to the last key at the start, so that it ends on a busy service. */
async function* pagesOf(db: Db, start: string): AsyncGenerator<NewBlob[]> {
  const last = await lastBlobKey(db);
  for (let after = start; after < last; ) {
    const page = await listBlobs(db, after, PAGE);
    if (page.length === 0) return;
    yield page;
    after = page.at(-1)?.key ?? last;
  }
}

/** Keys of the new location from `after` to the end of the page, so that only existing blobs are opened. */
async function keysBetween(to: BlobStore, after: string, page: readonly NewBlob[]): Promise<Set<string>> {
  const last = page.at(-1)?.key ?? '';
  const keys = new Set<string>();
  for await (const { key } of to.list(after)) {
    if (key > last) break;
    keys.add(key);
  }
  return keys;
}

interface Copying {
  /** @param there keys of the new location, whose bytes may be wrong */
  copy(blobs: readonly NewBlob[], there: ReadonlySet<string>): Promise<void>;
  remove(keys: readonly string[]): Promise<void>;
  result(): CopyResult;
}

function startCopying(deps: CopyDeps): Copying {
  const counts = { copied: 0, present: 0, removed: 0 };
  const failed = new Set<string>();
  const own = new Set<string>();
  const throttle = createThrottle(deps.bytesPerSecond);
  return {
    async copy(blobs, there) {
      const queue = [...blobs];
      const worker = async (number: number) => {
        for (let blob = queue.shift(); blob !== undefined; blob = queue.shift()) {
          const path = join(deps.tempDir, `copy-${process.pid}-${number}`);
          const isThere = there.has(blob.key);
          const outcome = await retryWithBackoff(() => copyOne(deps, blob, isThere, path), RETRIES);
          if (outcome === 'failed') failed.add(blob.key);
          else if (outcome !== 'deleted') counts[outcome]++;
          if (outcome === 'copied') own.add(blob.key);
          await throttle(blob.sizeBytes);
        }
      };
      await Promise.all(Array.from({ length: deps.parallel }, (_, number) => worker(number)));
    },
    async remove(keys) {
      const known = await knownKeys(deps.db, keys);
      const old = keyPrefixAt(deps.clock.now() - GRACE_MS);
      for (const key of keys) {
        if (known.has(key) || !(key < old || own.has(key))) continue;
        await deps.to.delete(key);
        counts.removed++;
      }
    },
    result: () => ({ ...counts, failed: [...failed].sort() }),
  };
}

/** Merges the rows and the listing of the new location, both in the order of their keys. */
async function compare(deps: CopyDeps, copying: Copying): Promise<void> {
  const there = deps.to.list()[Symbol.asyncIterator]();
  let found = await there.next();
  const unknown: string[] = [];
  const skip = async () => {
    if (found.done !== true && isBlobKey(found.value.key)) unknown.push(found.value.key);
    if (unknown.length >= PAGE) await copying.remove(unknown.splice(0));
    found = await there.next();
  };
  for await (const page of pagesOf(deps.db, '')) {
    const missing: NewBlob[] = [];
    const wrong = new Set<string>();
    for (const blob of page) {
      while (found.done !== true && found.value.key < blob.key) await skip();
      if (found.done === true || found.value.key !== blob.key) missing.push(blob);
      else {
        if (found.value.sizeBytes !== blob.sizeBytes) {
          missing.push(blob);
          wrong.add(blob.key);
        }
        found = await there.next();
      }
    }
    await copying.copy(missing, wrong);
  }
  while (found.done !== true) await skip();
  await copying.remove(unknown);
}

async function copyOne(
  { db, from, to }: CopyDeps,
  blob: NewBlob,
  isThere: boolean,
  path: string,
): Promise<'copied' | 'present' | 'deleted' | 'failed'> {
  if (isThere && (await isCorrect(to, blob))) return 'present';
  const body = await from.open(blob.key);
  if (body === undefined) return whyMissing(db, to, blob);
  try {
    await pipeline(body, createWriteStream(path));
    await to.put(blob.key, path);
  } finally {
    await rm(path, { force: true });
  }
  // An earlier delete did not find the copy; a later one does.
  if (!(await isLive(db, blob.key))) {
    await to.delete(blob.key);
    return 'deleted';
  }
  return (await isCorrect(to, blob)) ? 'copied' : 'failed';
}

/** The blob was deleted, or uploaded to the new location just now, or it is lost. */
async function whyMissing(db: Db, to: BlobStore, blob: NewBlob): Promise<'present' | 'deleted' | 'failed'> {
  if (await isCorrect(to, blob)) return 'present';
  return (await isLive(db, blob.key)) ? 'failed' : 'deleted';
}

async function isCorrect(store: BlobStore, blob: NewBlob): Promise<boolean> {
  return (await verifyBlob(store, blob)) === undefined;
}
