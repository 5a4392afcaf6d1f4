import { CorruptImageError } from '../errors.ts';

/** Where a box lies in a buffer or file: offset of its size field, of its payload, and of what follows it. */
export interface IsoBox {
  type: string;
  offset: number;
  data: number;
  end: number;
}

const MAX_BOXES = 100_000;

/** Structures up to this many bytes are read at once: a colour profile and the tables of the largest grids fit. */
export const MAX_TABLE_BYTES = 8 * 1024 * 1024;

/**
 * Reads the header of a box (ISO/IEC 14496-12, 4.2) whose first 16 bytes, or all there are, are `head`. A size of 0
 * extends to `limit`. Undefined when there is no room for a box or it does not fit.
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
 * The boxes side by side in `buffer` from `start` to `end`. `base` is where the buffer lies in the file, for messages.
 * Throws CorruptImageError when they do not fill the range exactly.
 */
export function childBoxes(buffer: Buffer, start: number, end: number, base: number): IsoBox[] {
  const boxes: IsoBox[] = [];
  for (let at = start; at < end; ) {
    const box = readBoxHeader(buffer.subarray(at, Math.min(at + 16, end)), at, end);
    if (!box) throw new CorruptImageError(base + at, 'box does not fit into its parent');
    if (boxes.length >= MAX_BOXES) throw new CorruptImageError(base + at, 'too many boxes');
    boxes.push(box);
    at = box.end;
  }
  return boxes;
}

/** Turns the box into `free`, zeroed, of the same size; true when it was anything else before. */
export function freeBox(buffer: Buffer, box: IsoBox): boolean {
  const wasFree = box.type === 'free' && buffer.subarray(box.data, box.end).every((byte) => byte === 0);
  buffer.write('free', box.offset + 4, 'latin1');
  buffer.fill(0, box.data, box.end);
  return !wasFree;
}

/** Reads big-endian fields one after the other from `start`, throwing CorruptImageError at `end`. */
export function fieldReader(buffer: Buffer, start: number, end: number, base: number) {
  let at = start;
  function take(bytes: number): number {
    if (at + bytes > end) throw new CorruptImageError(base + at, 'box ends inside its fields');
    at += bytes;
    return at - bytes;
  }
  return {
    /** Where the next field is. */
    at: () => at,
    skip: (bytes: number): void => void take(bytes),
    /** An unsigned number of 0, 1, 2, 4 or 8 bytes; beyond 2^53 it is not exact, but then it fits no file either. */
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
