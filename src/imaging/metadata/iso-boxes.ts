import { CorruptImageError } from '../errors.ts';
import type { ByteReader } from '../file-bytes.ts';

/** A box of an ISO base media file (ISO/IEC 14496-12): offsets of its size field, of its payload and of its end. */
export interface IsoBox {
  type: string;
  offset: number;
  data: number;
  end: number;
}

const MAX_CHILDREN = 100_000;
const MAX_FILE_BOXES = 10_000;

/** Largest box that is read at once: enough for a colour profile and the tables of the largest grids. */
export const MAX_TABLE_BYTES = 8 * 1024 * 1024;

/**
 * Reads the header of a box (clause 4.2). A size of 0 extends to `limit`.
 * @param head the first 16 bytes of the box, or fewer at the end of the file
 * @returns undefined if the box does not fit
 */
export function readBoxHeader(head: Buffer, offset: number, limit: number): IsoBox | undefined {
  if (head.length < 8) return undefined;
  const size = head.readUInt32BE(0);
  const long = size === 1;
  if (long && head.length < 16) return undefined;
  const length = long ? Number(head.readBigUInt64BE(8)) : size === 0 ? limit - offset : size;
  const headerBytes = long ? 16 : 8;
  if (length < headerBytes || offset + length > limit) return undefined;
  return { type: head.toString('latin1', 4, 8), offset, data: offset + headerBytes, end: offset + length };
}

/**
 * The boxes in `buffer` from `start` to `end`.
 * @param base offset of the buffer in the file, for error messages
 * @throws CorruptImageError unless they fill the range exactly
 */
export function childBoxes(buffer: Buffer, start: number, end: number, base: number): IsoBox[] {
  const boxes: IsoBox[] = [];
  for (let at = start; at < end; ) {
    const box = readBoxHeader(buffer.subarray(at, Math.min(at + 16, end)), at, end);
    if (!box) throw new CorruptImageError(base + at, 'box does not fit into its parent');
    if (boxes.length >= MAX_CHILDREN) throw new CorruptImageError(base + at, 'too many boxes');
    boxes.push(box);
    at = box.end;
  }
  return boxes;
}

/** The boxes of a file between two offsets; up to 7 bytes after the last box are ignored. @throws CorruptImageError */
export function boxesInFile(reader: ByteReader, start: number, end: number): IsoBox[] {
  const boxes: IsoBox[] = [];
  for (let at = start; at + 8 <= end; ) {
    if (boxes.length >= MAX_FILE_BOXES) throw new CorruptImageError(at, 'too many boxes');
    const box = readBoxHeader(reader.bytes(at, Math.min(16, end - at)), at, end);
    if (box === undefined) throw new CorruptImageError(at, 'box does not fit into the file');
    boxes.push(box);
    at = box.end;
  }
  return boxes;
}

/** Turns the box into `free` of the same size, filled with zeros. @returns whether that changed a byte */
export function freeBox(buffer: Buffer, box: IsoBox): boolean {
  const wasFree = box.type === 'free' && buffer.subarray(box.data, box.end).every((byte) => byte === 0);
  buffer.write('free', box.offset + 4, 'latin1');
  buffer.fill(0, box.data, box.end);
  return !wasFree;
}

/** Reads consecutive big-endian fields from `start`. Its methods throw CorruptImageError at `end`. */
export function fieldReader(buffer: Buffer, start: number, end: number, base: number) {
  let at = start;
  function take(bytes: number): number {
    if (at + bytes > end) throw new CorruptImageError(base + at, 'box ends inside its fields');
    at += bytes;
    return at - bytes;
  }
  return {
    /** Offset of the next field. */
    at: () => at,
    skip: (bytes: number): void => void take(bytes),
    /** An unsigned number of 0, 1, 2, 4 or 8 bytes. Above 2^53 it is inexact, but such an offset is outside any file. */
    number(bytes: number): number {
      const from = take(bytes);
      if (bytes === 8) return Number(buffer.readBigUInt64BE(from));
      return bytes === 0 ? 0 : buffer.readUIntBE(from, bytes);
    },
    type: (): string => {
      const from = take(4);
      return buffer.toString('latin1', from, from + 4);
    },
  };
}
