import type { Orientation } from './image-facts.ts';
import type { Removed } from './removed.ts';

/** The parts of an EXIF block that a scrub needs. */
export interface ExifFindings {
  orientation: Orientation;
  /** Kinds of data in the block; `other` if nothing more specific is known. */
  kinds: Set<Removed>;
}

/** Only this much of an EXIF block is parsed. A JPEG segment holds a quarter of it. */
export const MAX_EXIF_BYTES = 256 * 1024;

const MAX_DIRECTORIES = 32;
const MAX_ENTRIES = 4096;

const KIND_OF_TAG = new Map<number, Removed>([
  ...each('camera', 0x010f, 0x0110, 0x829a, 0x829d, 0x8822, 0x8827, 0x8830, 0x8831, 0x8832, 0x8833, 0x9201, 0x9202),
  ...each('camera', 0x9203, 0x9204, 0x9205, 0x9206, 0x9207, 0x9208, 0x9209, 0x920a, 0x9214, 0xa217, 0xa401, 0xa402),
  ...each('camera', 0xa403, 0xa404, 0xa405, 0xa406, 0xa431, 0xa432, 0xa433, 0xa434, 0xa435, 0xc62f, 0xc614),
  ...each('timestamps', 0x0132, 0x9003, 0x9004, 0x9010, 0x9011, 0x9012, 0x9290, 0x9291, 0x9292),
  ...each('software', 0x0131, 0x013c, 0x000b),
  ...each('author', 0x013b, 0x8298, 0x9c9d, 0xa430),
  ...each('text', 0x010d, 0x010e, 0x011d, 0x9c9b, 0x9c9e, 0x9c9f),
  ...each('comment', 0x9286, 0x9c9c),
  ...each('maker_notes', 0x927c, 0xc634),
  ...each('gps', 0x8825),
  ...each('thumbnail', 0x0201, 0x0202),
  ...each('xmp', 0x02bc),
  ...each('iptc', 0x83bb, 0x8649),
]);

/** The kinds of data in a TIFF directory, from its tags alone. */
export function kindsOfTags(has: (tag: number) => boolean): Removed[] {
  return [...KIND_OF_TAG].filter(([tag]) => has(tag)).map(([, kind]) => kind);
}

const SUB_DIRECTORIES = new Set([0x8769, 0xa005, 0x014a]);
const ORIENTATION_TAG = 0x0112;
const SHORT = 3;

/**
 * Reads the TIFF structure of an EXIF block (CIPA DC-008, TIFF 6.0), from its byte order mark on. Never throws: it checks
 * bounds, visits each directory once and limits the number of entries.
 * The orientation counts only where browsers read it: as one SHORT of 1 to 8 in the first directory.
 */
export function readExif(tiff: Buffer): ExifFindings {
  const findings: ExifFindings = { orientation: 1, kinds: new Set() };
  const read = tiffNumbers(tiff);
  if (read?.u16(2) !== 42) {
    findings.kinds.add('other');
    return findings;
  }
  const first = read.u32(4) ?? 0;
  const waiting = [first];
  const visited = new Set<number>([0]);
  let entriesLeft = MAX_ENTRIES;
  while (waiting.length > 0 && visited.size <= MAX_DIRECTORIES) {
    const directory = waiting.pop() as number;
    if (visited.has(directory)) continue;
    visited.add(directory);
    const count = Math.min(read.u16(directory) ?? 0, entriesLeft);
    entriesLeft -= count;
    for (let index = 0; index < count; index++) {
      const entry = directory + 2 + index * 12;
      const tag = read.u16(entry);
      if (tag === undefined) break;
      if (tag === ORIENTATION_TAG && directory === first) {
        const value = read.u16(entry + 8) ?? 0;
        if (read.u16(entry + 2) === SHORT && read.u32(entry + 4) === 1) findings.orientation = asOrientation(value);
      } else findings.kinds.add(KIND_OF_TAG.get(tag) ?? 'other');
      if (SUB_DIRECTORIES.has(tag)) waiting.push(read.u32(entry + 8) ?? 0);
    }
    waiting.push(read.u32(directory + 2 + count * 12) ?? 0);
  }
  // The block holds data even if no entry is readable.
  if (findings.kinds.size === 0) findings.kinds.add('other');
  if (findings.kinds.size > 1) findings.kinds.delete('other');
  return findings;
}

/**
 * The smallest TIFF structure with one entry, the orientation (26 bytes, little-endian): the content of JPEG's APP1
 * after `Exif\0\0`, of `eXIf` in PNG and of `EXIF` in WebP.
 */
export function orientationTiff(orientation: Orientation): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('II', 'latin1');
  tiff.writeUInt16LE(42, 2);
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(1, 8);
  tiff.writeUInt16LE(ORIENTATION_TAG, 10);
  tiff.writeUInt16LE(SHORT, 12);
  tiff.writeUInt32LE(1, 14);
  tiff.writeUInt16LE(orientation, 18);
  return tiff;
}

/** Whether an EXIF block holds an orientation of 2 to 8 and nothing else, as a scrub writes it. */
export function isMinimalExif(tiff: Buffer): boolean {
  return tiff.length === 26 && tiff[18] !== 1 && tiff.equals(orientationTiff(readExif(tiff).orientation));
}

function asOrientation(value: number): Orientation {
  return value >= 1 && value <= 8 ? (value as Orientation) : 1;
}

function tiffNumbers(tiff: Buffer) {
  const order = tiff.toString('latin1', 0, 2);
  if (order !== 'II' && order !== 'MM') return undefined;
  const little = order === 'II';
  return {
    u16: (at: number) => (at + 2 > tiff.length ? undefined : little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at)),
    u32: (at: number) => (at + 4 > tiff.length ? undefined : little ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at)),
  };
}

function each(kind: Removed, ...tags: number[]): [number, Removed][] {
  return tags.map((tag) => [tag, kind]);
}
