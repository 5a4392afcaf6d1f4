import { CorruptImageError } from '../errors.ts';
import type { ByteReader } from '../file-bytes.ts';
import { readBoxHeader } from '../metadata/iso-boxes.ts';

/** One box of an ISO base media file (ISO/IEC 14496-12): its payload is `start` to `end`. */
export interface Box {
  type: string;
  start: number;
  end: number;
}

const MAX_BOXES = 10_000;

/** The boxes between two offsets, at most MAX_BOXES. @throws CorruptImageError when one does not fit */
export function boxesBetween(reader: ByteReader, start: number, end: number): Box[] {
  const boxes: Box[] = [];
  for (let at = start; at + 8 <= end; ) {
    if (boxes.length >= MAX_BOXES) throw new CorruptImageError(at, 'too many boxes');
    const box = readBoxHeader(reader.bytes(at, Math.min(16, end - at)), at, end);
    if (box === undefined) throw new CorruptImageError(at, 'a box that does not fit');
    boxes.push({ type: box.type, start: box.data, end: box.end });
    at = box.end;
  }
  return boxes;
}

/** The children of the first box of a type, or none. `skip` bytes of the payload lead the children (version and flags). */
export function childrenOf(reader: ByteReader, boxes: Box[], type: string, skip: number): Box[] {
  const box = boxes.find((other) => other.type === type);
  return box === undefined ? [] : boxesBetween(reader, box.start + skip, box.end);
}
