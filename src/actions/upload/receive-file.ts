import { createHash } from 'node:crypto';
import { closeSync, open as openFile, writev as writeFile } from 'node:fs';
import { promisify } from 'node:util';
import { AppError } from '../../core/errors.ts';
import { type InputFormat, invalidFileType } from '../../core/formats.ts';
import type { Plan } from '../../core/plans.ts';
import { SNIFF_BYTES, sniff } from '../../core/sniff.ts';
import type { FreeSpace } from './require-free-space.ts';

/** An uploaded file on disk; by its first bytes it has an accepted format. */
export interface ReceivedFile {
  path: string;
  sizeBytes: number;
  /** Hex. */
  sha256: string;
  format: InputFormat;
}

/** Fewer and larger writes: a write costs one thread hand-over, which takes as long as writing 64 KiB. */
const WRITE_BYTES = 512 * 1024;

const open = promisify(openFile);
const writev = promisify(writeFile);

/** The limits of a file that is being received. */
export interface ReceiveLimits {
  plan: Plan;
  /** Formats that this server accepts. */
  formats: readonly InputFormat[];
  freeSpace: Pick<FreeSpace, 'take'>;
}

/**
 * Receives one file in one pass: counts its bytes, detects its format from the first ones, hashes and writes them.
 * Stops reading at the first reason to refuse the file.
 * @param source takes over its chunks: a chunk that owns its whole buffer is emptied after it is written
 * @param path of the file to create
 * @throws AppError EMPTY_FILE, FILE_TOO_LARGE, INVALID_FILE_TYPE, STORAGE_UNAVAILABLE; errors of the source
 */
export async function receiveFile(
  source: AsyncIterable<Buffer>,
  path: string,
  limits: ReceiveLimits,
): Promise<ReceivedFile> {
  const file = await orStorageUnavailable(() => open(path, 'wx'));
  try {
    return { path, ...(await copy(source, file, limits)) };
  } finally {
    closeSync(file);
  }
}

async function copy(
  source: AsyncIterable<Buffer>,
  file: number,
  { plan, formats, freeSpace }: ReceiveLimits,
): Promise<Omit<ReceivedFile, 'path'>> {
  const hash = createHash('sha256');
  let head: Buffer = Buffer.alloc(0);
  let format: InputFormat | undefined;
  let sizeBytes = 0;
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  const flush = async () => {
    const [chunks, bytes] = [pending, pendingBytes];
    [pending, pendingBytes] = [[], 0];
    const onWritten = await freeSpace.take(bytes);
    await orStorageUnavailable(() => writeAll(file, chunks)).finally(onWritten);
    freeMemory(chunks);
  };
  for await (const chunk of source) {
    sizeBytes += chunk.length;
    if (sizeBytes > plan.maxFileBytes) throw fileTooLarge(plan);
    if (format === undefined) {
      head = Buffer.concat([head, chunk.subarray(0, SNIFF_BYTES)]);
      if (head.length >= SNIFF_BYTES) format = acceptedFormat(head, formats);
    }
    pending.push(chunk);
    pendingBytes += chunk.length;
    // The write runs in another thread while this one computes the hash.
    const flushed = pendingBytes < WRITE_BYTES ? undefined : flush();
    hash.update(chunk);
    await flushed;
  }
  await flush();
  if (sizeBytes === 0) throw new AppError('EMPTY_FILE');
  format ??= acceptedFormat(head, formats);
  return { sizeBytes, sha256: hash.digest('hex'), format };
}

/** The error for a file above the plan's size. */
export function fileTooLarge(plan: Plan): AppError {
  return new AppError('FILE_TOO_LARGE', {
    detail: `The ${plan.isOfTicket ? 'upload ticket' : `${plan.name} plan`} allows ${plan.maxFileBytes} bytes a file.`,
    details: { limit_bytes: plan.maxFileBytes, plan: plan.name },
  });
}

function acceptedFormat(head: Buffer, formats: readonly InputFormat[]): InputFormat {
  const { format, detected } = sniff(head);
  if (format !== undefined && formats.includes(format)) return format;
  throw invalidFileType(formats, format ?? detected);
}

async function writeAll(file: number, chunks: Buffer[]): Promise<void> {
  let rest = chunks;
  while (rest.length > 0) {
    const { bytesWritten } = await writev(file, rest);
    rest = dropBytes(rest, bytesWritten);
  }
}

/** The chunks without their first bytes. */
function dropBytes(chunks: readonly Buffer[], bytes: number): Buffer[] {
  let skip = bytes;
  return chunks.flatMap((chunk) => {
    const rest = chunk.subarray(Math.min(skip, chunk.length));
    skip -= chunk.length - rest.length;
    return rest.length > 0 ? [rest] : [];
  });
}

/**
 * Frees the memory of written chunks at once. The garbage collector would free it tens of megabytes later, and new
 * buffers would then miss the processor's caches.
 */
function freeMemory(chunks: readonly Buffer[]): void {
  for (const { buffer, byteLength } of chunks) {
    // The last chunk of a file is a part of a buffer, which it shares with the bytes that follow.
    if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength) buffer.transfer(0);
  }
}

async function orStorageUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new AppError('STORAGE_UNAVAILABLE', { cause: error });
  }
}
