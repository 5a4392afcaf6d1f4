import { createHash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import type { BlobStore } from '../../blobs/port.ts';
import { addGarbage, type NewBlob } from '../../catalog/blobs/blobs.ts';
import { addPart, type HeldUpload } from '../../catalog/operations/resumable-uploads.ts';
import type { Db } from '../../catalog/schema.ts';
import { AppError } from '../../core/errors.ts';
import type { WrittenFile } from '../../imaging/port.ts';
import type { Clock } from '../../lib/clock.ts';
import { uploadLocked } from './hold-upload.ts';
import type { FreeSpace } from './require-free-space.ts';
import { openPendingBlobs } from './store-blobs.ts';

/** A part is stored when it has so many bytes, or is so old: what a crash costs. */
const PART_BYTES = 8 * 2 ** 20;
const PART_MS = 10_000;
const WRITE_BYTES = 512 * 1024;
/** Parts that any upload may have, and one more for each of these bytes. Connections that break all the time need them. */
const MIN_PARTS = 1_000;
const BYTES_A_PART = 64 * 1024;

export interface PartDeps {
  db: Db;
  clock: Clock;
  /** The store itself, without a cache. */
  partBlobs: BlobStore;
  freeSpace: FreeSpace;
}

/** An upload that a request holds. */
export interface OpenUpload extends HeldUpload {
  offset: number;
  lengthBytes: number;
  parts: number;
}

/** The digest that the body of one request must have. */
export interface ExpectedDigest {
  algorithm: 'sha1' | 'sha256' | 'sha512' | 'md5';
  digest: Buffer;
}

/**
 * Stores the bytes of one request behind those that an upload has, in parts that are durable blobs. A part counts when
 * the catalog has it: then the bytes survive a loss of power, and every node finds them.
 * @param source when it fails, the bytes that came before are stored; with a digest none of the request is
 * @returns the offset behind the last durable byte
 * @throws AppError REQUEST_TOO_LARGE, CHECKSUM_MISMATCH, UPLOAD_LOCKED when another request has taken the upload over,
 *   STORAGE_UNAVAILABLE, TOO_MANY_UPLOADS for too many parts; the errors of the source
 */
export async function writeParts(
  deps: PartDeps,
  upload: OpenUpload,
  source: AsyncIterable<Buffer>,
  expected?: ExpectedDigest,
): Promise<number> {
  await using temp = deps.freeSpace.newFiles();
  await using pending = openPendingBlobs({ ...deps, blobs: deps.partBlobs }, temp);
  const hash = expected && createHash(expected.algorithm);
  const unverified: NewBlob[] = [];
  const maxParts = MIN_PARTS + Math.floor(upload.lengthBytes / BYTES_A_PART);
  let { offset, parts } = upload;

  async function commit(blobs: readonly NewBlob[]): Promise<void> {
    parts += blobs.length;
    if (parts > maxParts) throw tooManyParts(maxParts);
    offset = await pending.commit(blobs, async (tx) => {
      let end = offset;
      for (const blob of blobs) {
        const added = await addPart(tx, upload, end, blob);
        if (added === undefined) throw uploadLocked();
        if (added.blobKey !== blob.key) await addGarbage(tx, [blob.key], deps.clock.now());
        end = added.offset;
      }
      return end;
    });
  }

  async function store(part: Part): Promise<void> {
    const file = await part.end();
    const blob = await pending.put(file);
    // A store that copies files leaves them.
    await rm(file.path, { force: true });
    if (expected === undefined) await commit([blob]);
    else unverified.push(blob);
  }

  let received = offset;
  let part: Part | undefined;
  let storing = Promise.resolve();
  let failure: { error: unknown } | undefined;
  try {
    for await (const chunk of source) {
      received += chunk.length;
      if (received > upload.lengthBytes) throw beyondLength(upload.lengthBytes);
      hash?.update(chunk);
      part ??= await openPart(temp.newPath(), deps.freeSpace);
      await part.write(chunk);
      if (!part.isFull()) continue;
      await storing;
      // The next part is received at the same time.
      storing = store(part);
      storing.catch(() => {});
      part = undefined;
    }
  } catch (error) {
    failure = { error };
  }
  try {
    await storing;
  } catch (error) {
    await part?.discard();
    throw error;
  }
  const isWhole = received <= upload.lengthBytes && part?.hasFailed() !== true;
  if (part !== undefined && isWhole && !(failure && expected)) await store(part);
  else await part?.discard();
  if (failure !== undefined) throw failure.error;
  if (expected !== undefined && hash !== undefined) {
    if (!hash.digest().equals(expected.digest)) throw new AppError('CHECKSUM_MISMATCH');
    await commit(unverified);
  }
  return offset;
}

/** A part that is being received into a temporary file. */
interface Part {
  write(chunk: Buffer): Promise<void>;
  isFull(): boolean;
  /** Whether a write has failed, so that bytes are missing. */
  hasFailed(): boolean;
  /** Completes the file. */
  end(): Promise<WrittenFile>;
  discard(): Promise<void>;
}

/** @throws AppError STORAGE_UNAVAILABLE, as all its methods */
async function openPart(path: string, freeSpace: FreeSpace): Promise<Part> {
  const file = await orUnavailable(() => open(path, 'wx'));
  const hash = createHash('sha256');
  const openedAt = performance.now();
  let chunks: Buffer[] = [];
  let pendingBytes = 0;
  let sizeBytes = 0;
  let failed = false;

  async function flush(): Promise<void> {
    const onWritten = await freeSpace.take(pendingBytes);
    await orUnavailable(() => writeAll(file, Buffer.concat(chunks))).finally(onWritten);
    [chunks, pendingBytes] = [[], 0];
  }

  return {
    async write(chunk) {
      failed = true;
      hash.update(chunk);
      chunks.push(chunk);
      pendingBytes += chunk.length;
      sizeBytes += chunk.length;
      if (pendingBytes >= WRITE_BYTES) await flush();
      failed = false;
    },
    isFull: () => sizeBytes >= PART_BYTES || performance.now() - openedAt >= PART_MS,
    hasFailed: () => failed,
    async end() {
      try {
        await flush();
      } finally {
        await file.close();
      }
      return { path, sha256: hash.digest('hex'), sizeBytes };
    },
    discard: () => file.close(),
  };
}

async function writeAll(file: FileHandle, bytes: Buffer): Promise<void> {
  for (let done = 0; done < bytes.length; ) done += (await file.write(bytes, done)).bytesWritten;
}

async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new AppError('STORAGE_UNAVAILABLE', { cause: error });
  }
}

function beyondLength(lengthBytes: number): AppError {
  return new AppError('REQUEST_TOO_LARGE', {
    detail: `The upload has ${lengthBytes} bytes.`,
    details: { limit_bytes: lengthBytes },
  });
}

function tooManyParts(limit: number): AppError {
  return new AppError('TOO_MANY_UPLOADS', {
    detail: `This upload came in more than ${limit} parts. Send larger ones.`,
    details: { limit_parts: limit },
  });
}
