import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { BlobStore } from '../blobs/port.ts';
import { isLive, listBlobs, type NewBlob } from '../catalog/blobs.ts';
import type { Db } from '../catalog/schema.ts';

const PAGE = 100;

export interface CopyResult {
  copied: number;
  /** Were there already, with the right bytes. */
  present: number;
  /** Keys whose bytes cannot be had, or are not those that were stored. */
  failed: string[];
}

export interface CopyDeps {
  db: Db;
  from: BlobStore;
  to: BlobStore;
  /** For one blob at a time of each worker. */
  tempDir: string;
  parallel: number;
}

/**
 * Copies every live blob, and reads each again to compare its SHA-256. What is there and right is not copied again, so it
 * can be repeated after it was cut off. What is deleted meanwhile does not come back.
 */
export async function copyBlobs(deps: CopyDeps): Promise<CopyResult> {
  const result: CopyResult = { copied: 0, present: 0, failed: [] };
  for (let after = ''; ; ) {
    const page = await listBlobs(deps.db, after, PAGE);
    const last = page.at(-1);
    if (last === undefined) return result;
    const queue = [...page];
    const worker = async (number: number) => {
      for (let blob = queue.shift(); blob !== undefined; blob = queue.shift()) {
        const outcome = await copyOne(deps, blob, join(deps.tempDir, `copy-${process.pid}-${number}`));
        if (outcome === 'failed') result.failed.push(blob.key);
        else if (outcome !== 'deleted') result[outcome]++;
      }
    };
    await Promise.all(Array.from({ length: deps.parallel }, (_, number) => worker(number)));
    after = last.key;
  }
}

async function copyOne(
  { db, from, to }: CopyDeps,
  blob: NewBlob,
  path: string,
): Promise<'copied' | 'present' | 'deleted' | 'failed'> {
  if (await isRight(to, blob)) return 'present';
  const body = await from.open(blob.key);
  if (body === undefined) return (await isLive(db, blob.key)) ? 'failed' : 'deleted';
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

async function isRight(store: BlobStore, blob: NewBlob): Promise<boolean> {
  const body = await store.open(blob.key);
  if (body === undefined) return false;
  const hash = createHash('sha256');
  for await (const chunk of body) hash.update(chunk);
  return hash.digest('hex') === blob.sha256;
}
