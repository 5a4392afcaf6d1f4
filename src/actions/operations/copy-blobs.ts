import { createHash } from 'node:crypto';
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

const PAGE = 100;
/** How often it is looked for what came meanwhile. Each look has less to copy than the one before. */
const MAX_LOOKS = 5;
/** Younger blobs without a row may belong to uploads under way, where the service uses the new location already. */
const GRACE_MS = 3_600_000;

/** Pauses of two minutes in all, beyond the retries of the store itself. */
const RETRIES = {
  shouldRetry: (error: unknown, attempt: number) =>
    attempt < 8 && error instanceof AppError && error.code === 'STORAGE_UNAVAILABLE',
  firstPauseMs: 1_000,
};

export interface CopyResult {
  copied: number;
  /** Were there already, with the right bytes. */
  present: number;
  /** Were there, of images that are deleted meanwhile. */
  removed: number;
  /** Keys whose bytes cannot be had, or are not those that were stored. */
  failed: string[];
}

/** How far an earlier run has come: up to this key everything has been copied and read again. */
export interface CopyProgress {
  load(): Promise<string>;
  save(key: string): Promise<void>;
}

export interface CopyDeps {
  db: Db;
  clock: Clock;
  from: BlobStore;
  to: BlobStore;
  /** For one blob at a time of each worker. */
  tempDir: string;
  parallel: number;
  /** Reads no faster than this on the whole. */
  bytesPerSecond: number;
  progress: CopyProgress;
}

/**
 * Copies every live blob, and reads each again to compare its SHA-256, from where an earlier run was cut off. Then it
 * compares both lists until nothing is missing: what was uploaded meanwhile is copied, what was deleted is removed. The
 * service may be at work, on either location.
 */
export async function copyBlobs(deps: CopyDeps): Promise<CopyResult> {
  const copying = startCopying(deps);
  let after = await deps.progress.load();
  for await (const page of pagesOf(deps.db, after)) {
    await copying.copy(page, await keysBetween(deps.to, after, page));
    after = page.at(-1)?.key ?? after;
    await deps.progress.save(after);
  }
  for (let looks = 0; looks < MAX_LOOKS; looks++) {
    const before = copying.result().copied;
    await compare(deps, copying);
    if (copying.result().copied === before) break;
  }
  return copying.result();
}

/** Pages of the live blobs behind a key, up to the last one that there is now: uploads must not be run after for ever. */
async function* pagesOf(db: Db, start: string): AsyncGenerator<NewBlob[]> {
  const last = await lastBlobKey(db);
  for (let after = start; after < last; ) {
    const page = await listBlobs(db, after, PAGE);
    if (page.length === 0) return;
    yield page;
    after = page.at(-1)?.key ?? last;
  }
}

/** Which keys the new location has from behind one up to the last of a page: nothing is asked for that is not there. */
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
  /** @param there keys that the new location has, whatever their bytes are */
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

/** Goes through the rows and the new location side by side: both come in the order of their keys. */
async function compare(deps: CopyDeps, copying: Copying): Promise<void> {
  const there = deps.to.list()[Symbol.asyncIterator]();
  let found = await there.next();
  const unknown: string[] = [];
  const passBy = async () => {
    if (found.done !== true && isBlobKey(found.value.key)) unknown.push(found.value.key);
    if (unknown.length >= PAGE) await copying.remove(unknown.splice(0));
    found = await there.next();
  };
  for await (const page of pagesOf(deps.db, '')) {
    const missing: NewBlob[] = [];
    const wrong = new Set<string>();
    for (const blob of page) {
      while (found.done !== true && found.value.key < blob.key) await passBy();
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
  while (found.done !== true) await passBy();
  await copying.remove(unknown);
}

async function copyOne(
  { db, from, to }: CopyDeps,
  blob: NewBlob,
  isThere: boolean,
  path: string,
): Promise<'copied' | 'present' | 'deleted' | 'failed'> {
  if (isThere && (await isRight(to, blob))) return 'present';
  const body = await from.open(blob.key);
  if (body === undefined) return whyMissing(db, to, blob);
  try {
    await pipeline(body, createWriteStream(path));
    await to.put(blob.key, path);
  } finally {
    await rm(path, { force: true });
  }
  // A delete that came between removed nothing there; one that comes from now on finds the copy.
  if (!(await isLive(db, blob.key))) {
    await to.delete(blob.key);
    return 'deleted';
  }
  return (await isRight(to, blob)) ? 'copied' : 'failed';
}

/** It was deleted, or put into the new location only just now, or it is lost. */
async function whyMissing(db: Db, to: BlobStore, blob: NewBlob): Promise<'present' | 'deleted' | 'failed'> {
  if (await isRight(to, blob)) return 'present';
  return (await isLive(db, blob.key)) ? 'failed' : 'deleted';
}

async function isRight(store: BlobStore, blob: NewBlob): Promise<boolean> {
  const body = await store.open(blob.key);
  if (body === undefined) return false;
  const hash = createHash('sha256');
  for await (const chunk of body) hash.update(chunk);
  return hash.digest('hex') === blob.sha256;
}
