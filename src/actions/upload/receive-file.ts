import { createHash } from 'node:crypto';
import { closeSync, open as openFile, writev as writeFile } from 'node:fs';
import { promisify } from 'node:util';
import { AppError } from '../../core/errors.ts';
import { type InputFormat, invalidFileType } from '../../core/formats.ts';
import type { Plan } from '../../core/plans.ts';
import { SNIFF_BYTES, sniff } from '../../imaging/sniff.ts';

/** An uploaded file on disk, of an accepted type as far as its first bytes tell. */
export interface StagedFile {
  path: string;
  sizeBytes: number;
  /** Hex. */
  sha256: string;
  format: InputFormat;
}

/** Fewer and larger writes: handing one to another thread costs as much as writing 64 KiB. */
const WRITE_BYTES = 512 * 1024;

const open = promisify(openFile);
const writev = promisify(writeFile);

/** What a file is held to while it is received. */
export interface StagingRules {
  plan: Plan;
  /** The formats that are accepted on this server. */
  formats: readonly InputFormat[];
}

/**
 * Receives one file in one pass: counts, tells its type from its first bytes, hashes, writes.
 * Stops reading as soon as it is known to be refused.
 * @param source its chunks are taken over: those that are whole buffers of their own are emptied once they are written
 * @throws AppError EMPTY_FILE, FILE_TOO_LARGE, INVALID_FILE_TYPE, STORAGE_UNAVAILABLE; and what the source throws
 */
export async function stageUpload(
  source: AsyncIterable<Buffer>,
  path: string,
  rules: StagingRules,
): Promise<StagedFile> {
  const file = await orStorageUnavailable(() => open(path, 'wx'));
  try {
    return await receive(source, file, path, rules);
  } finally {
    closeSync(file);
  }
}

async function receive(
  source: AsyncIterable<Buffer>,
  file: number,
  path: string,
  { plan, formats }: StagingRules,
): Promise<StagedFile> {
  const hash = createHash('sha256');
  let head: Buffer = Buffer.alloc(0);
  let format: InputFormat | undefined;
  let sizeBytes = 0;
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  const write = async () => {
    const pieces = waiting;
    [waiting, waitingBytes] = [[], 0];
    await orStorageUnavailable(() => writeAll(file, pieces));
    release(pieces);
  };
  for await (const chunk of source) {
    sizeBytes += chunk.length;
    if (sizeBytes > plan.maxFileBytes) throw fileTooLarge(plan);
    if (format === undefined) {
      head = Buffer.concat([head, chunk.subarray(0, SNIFF_BYTES)]);
      if (head.length >= SNIFF_BYTES) format = acceptedFormat(head, formats);
    }
    waiting.push(chunk);
    waitingBytes += chunk.length;
    // The hash is computed while the operating system takes the bytes.
    const written = waitingBytes < WRITE_BYTES ? undefined : write();
    hash.update(chunk);
    await written;
  }
  await write();
  if (sizeBytes === 0) throw new AppError('EMPTY_FILE');
  format ??= acceptedFormat(head, formats);
  return { path, sizeBytes, sha256: hash.digest('hex'), format };
}

/** The refusal of a file above the plan's size. */
export function fileTooLarge(plan: Plan): AppError {
  return new AppError('FILE_TOO_LARGE', {
    detail: `The ${plan.name} plan allows ${plan.maxFileBytes} bytes a file.`,
    details: { limit_bytes: plan.maxFileBytes, plan: plan.name },
  });
}

function acceptedFormat(head: Buffer, formats: readonly InputFormat[]): InputFormat {
  const { format, detected } = sniff(head);
  if (format !== undefined && formats.includes(format)) return format;
  throw invalidFileType(formats, format ?? detected);
}

async function writeAll(file: number, pieces: Buffer[]): Promise<void> {
  let rest = pieces;
  while (rest.length > 0) {
    const { bytesWritten } = await writev(file, rest);
    rest = behind(rest, bytesWritten);
  }
}

/** What is left of some buffers behind their first bytes. */
function behind(pieces: readonly Buffer[], bytes: number): Buffer[] {
  let skip = bytes;
  return pieces.flatMap((piece) => {
    const rest = piece.subarray(Math.min(skip, piece.length));
    skip -= piece.length - rest.length;
    return rest.length > 0 ? [rest] : [];
  });
}

/**
 * Gives the memory of what has been written back. The garbage collector would do so tens of megabytes later, and new
 * buffers would not be those that the processor still has at hand.
 */
function release(pieces: readonly Buffer[]): void {
  for (const { buffer, byteLength } of pieces) {
    // Parts of a buffer are left alone: the end of a file shares its own with what follows.
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
