import type { ByteReader } from '../../lib/file-bytes.ts';
import { CorruptImageError } from '../scrub/corrupt-image-error.ts';

/** One box of an ISO base media file (ISO/IEC 14496-12): its payload is `start` to `end`. */
export interface Box {
  type: string;
  start: number;
  end: number;
}

const MAX_BOXES = 10_000;
const EXTENDS_TO_END = 0;
const HAS_64_BIT_SIZE = 1;

/** The boxes between two offsets, at most MAX_BOXES. @throws CorruptImageError when one does not fit */
export function boxesBetween(reader: ByteReader, start: number, end: number): Box[] {
  const boxes: Box[] = [];
  for (let at = start; at + 8 <= end; ) {
    if (boxes.length >= MAX_BOXES) throw new CorruptImageError(at, 'too many boxes');
    let size = reader.u32be(at);
    let header = 8;
    if (size === HAS_64_BIT_SIZE) {
      size = reader.u32be(at + 8) * 2 ** 32 + reader.u32be(at + 12);
      header = 16;
    } else if (size === EXTENDS_TO_END) size = end - at;
    if (size < header || at + size > end) throw new CorruptImageError(at, 'a box that does not fit');
    boxes.push({ type: reader.text(at + 4, 4), start: at + header, end: at + size });
    at += size;
  }
  return boxes;
}

/** The children of the first box of a type, or none. `skip` bytes of the payload lead the children (version and flags). */
export function childrenOf(reader: ByteReader, boxes: Box[], type: string, skip: number): Box[] {
  const box = boxes.find((other) => other.type === type);
  return box === undefined ? [] : boxesBetween(reader, box.start + skip, box.end);
}
