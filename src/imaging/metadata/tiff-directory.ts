import { CorruptImageError } from '../errors.ts';
import type { ByteReader } from '../file-bytes.ts';

/** Tag numbers of TIFF 6.0, TIFF/EP and DNG. */
export const TAG = {
  newSubfileType: 254,
  width: 256,
  height: 257,
  bitsPerSample: 258,
  compression: 259,
  photometric: 262,
  make: 271,
  orientation: 274,
  samplesPerPixel: 277,
  subDirectories: 330,
  extraSamples: 338,
  sampleFormat: 339,
  dngVersion: 50_706,
} as const;

/** One image file directory (IFD) of a TIFF 6.0 or BigTIFF file. */
export interface TiffDirectory {
  /** Up to MAX_VALUES unsigned values of a tag; empty if the tag is absent or not a number. */
  numbers(tag: number): number[];
  /** The first value of a tag, or `otherwise`. */
  number(tag: number, otherwise: number): number;
  /** An ASCII tag up to its NUL, at most MAX_VALUES characters; empty if absent. */
  text(tag: number): string;
  has(tag: number): boolean;
  /** Offset of the next directory; 0 for none. */
  next: number;
}

/** A file with the structure of TIFF. */
export interface TiffFile {
  /** @throws CorruptImageError if the directory is not inside the file */
  directory(offset: number): TiffDirectory;
  first: number;
}

const MAX_ENTRIES = 1_024;
const MAX_VALUES = 64;
/** By field type. */
const BYTE_SIZES: Record<number, number> = {
  1: 1,
  2: 1,
  3: 2,
  4: 4,
  6: 1,
  7: 1,
  8: 2,
  9: 4,
  13: 4,
  16: 8,
  17: 8,
  18: 8,
};
const ASCII = 2;

/**
 * Opens a file with a TIFF header and any magic number: raw files have their own. Reads only the requested directories.
 * @throws CorruptImageError for a file without a byte order mark
 */
export function openTiff(reader: ByteReader): TiffFile {
  const order = reader.text(0, 2);
  if (order !== 'II' && order !== 'MM') throw new CorruptImageError(0, 'no TIFF byte order');
  const little = order === 'II';
  const u16 = little ? reader.u16le : reader.u16be;
  const u32 = little ? reader.u32le : reader.u32be;
  const u64 = (at: number) => (little ? u32(at) + u32(at + 4) * 2 ** 32 : u32(at) * 2 ** 32 + u32(at + 4));
  const big = u16(2) === 43;
  const shape = big
    ? { count: 8, entry: 20, value: 12, inline: 8, offset: u64, size: u64 }
    : { count: 2, entry: 12, value: 8, inline: 4, offset: u32, size: u16 };

  function directory(offset: number): TiffDirectory {
    const count = shape.size(offset);
    if (count === 0 || count > MAX_ENTRIES) throw new CorruptImageError(offset, `${count} entries in a directory`);
    const entries = new Map<number, { type: number; count: number; at: number }>();
    for (let i = 0; i < count; i++) {
      const at = offset + shape.count + i * shape.entry;
      const type = u16(at + 2);
      const values = shape.offset(at + 4);
      const bytes = (BYTE_SIZES[type] ?? 0) * values;
      if (bytes === 0 || entries.has(u16(at))) continue;
      entries.set(u16(at), {
        type,
        count: values,
        at: bytes <= shape.inline ? at + shape.value : shape.offset(at + shape.value),
      });
    }

    function numbers(tag: number): number[] {
      const entry = entries.get(tag);
      if (entry === undefined || entry.type === ASCII) return [];
      const bytes = BYTE_SIZES[entry.type] as number;
      const read = { 1: reader.u8, 2: u16, 4: u32, 8: u64 }[bytes] as (at: number) => number;
      return Array.from({ length: Math.min(entry.count, MAX_VALUES) }, (_, i) => read(entry.at + i * bytes));
    }

    function text(tag: number): string {
      const entry = entries.get(tag);
      if (entry === undefined || entry.type !== ASCII) return '';
      return reader.text(entry.at, Math.min(entry.count, MAX_VALUES)).split('\0', 1)[0] as string;
    }

    const end = offset + shape.count + count * shape.entry;
    return {
      numbers,
      number: (tag, otherwise) => numbers(tag)[0] ?? otherwise,
      text,
      has: (tag) => entries.has(tag),
      next: end + shape.inline <= reader.size ? shape.offset(end) : 0,
    };
  }

  return { directory, first: big ? u64(8) : u32(4) };
}
