import { CorruptImageError, UnsupportedImageError } from '../errors.ts';
import type { ByteReader } from '../file-bytes.ts';

/** The pixel coding of a BMP. */
export type BmpPacking = 'palette' | 'masks' | 'bgr' | 'rle4' | 'rle8' | 'rle24';

export interface BmpHeader {
  width: number;
  height: number;
  /** The first row in the file is the top row. */
  topDown: boolean;
  bits: number;
  packing: BmpPacking;
  /** Offset of the pixels in the file. */
  dataOffset: number;
  /** Red, green and blue of each colour; empty without a palette. */
  palette: Uint8Array;
  /** Bit masks of red, green, blue and alpha; 0 for no alpha. */
  masks: [number, number, number, number];
  /** Position of the embedded ICC profile in the file. */
  profile: { offset: number; size: number } | undefined;
}

const DIB = 14;
const CORE_HEADER = 12;
const INFO_HEADER = 40;
const OS2_HEADER = 64;
const V5_HEADER = 124;
const MAX_HEADER = 256;
const EMBEDDED_PROFILE = 0x4d424544;
const DEPTHS: Record<BmpPacking, number[]> = {
  palette: [1, 2, 4, 8],
  bgr: [24],
  masks: [16, 32],
  rle4: [4],
  rle8: [8],
  rle24: [24],
};

/**
 * Reads the header and palette of a Windows or OS/2 bitmap, versions 1 to 5.
 * @throws CorruptImageError; UnsupportedImageError for embedded JPEG or PNG and for fax coding
 */
export function readBmpHeader(reader: ByteReader): BmpHeader {
  if (reader.text(0, 2) !== 'BM') throw new CorruptImageError(0, 'not a BMP');
  const size = reader.u32le(DIB);
  const isCore = size === CORE_HEADER;
  if (!isCore && (size < 16 || size > MAX_HEADER)) throw new CorruptImageError(DIB, `header of ${size} bytes`);
  // OS/2 allows a shorter header. Missing fields are zero.
  const field = (at: number) => (at + 4 <= size ? reader.u32le(DIB + at) : 0);
  const width = isCore ? reader.u16le(DIB + 4) : field(4) | 0;
  const signedHeight = isCore ? reader.u16le(DIB + 6) : field(8) | 0;
  const bits = reader.u16le(DIB + (isCore ? 10 : 14));
  const height = Math.abs(signedHeight);
  if (width < 1 || height < 1) throw new CorruptImageError(DIB, `${width} x ${signedHeight} pixels`);
  const compression = isCore ? 0 : field(16);
  const packing = packingOf(compression, bits, size);
  if (!DEPTHS[packing].includes(bits)) throw new CorruptImageError(DIB, `${bits} bits a pixel as ${packing}`);

  // The masks follow a plain info header; longer headers contain them.
  const trailingMasks =
    size === INFO_HEADER && (compression === 3 || compression === 6) ? (compression === 6 ? 16 : 12) : 0;
  const headerEnd = DIB + size + trailingMasks;
  const dataOffset = reader.u32le(10);
  const colors =
    bits > 8 ? 0 : paletteLength(isCore ? 0 : field(32), bits, (dataOffset - headerEnd) / (isCore ? 3 : 4));
  return {
    width,
    height,
    topDown: signedHeight < 0,
    bits,
    packing,
    dataOffset: Math.max(dataOffset, headerEnd),
    palette: readPalette(reader, headerEnd, colors, isCore ? 3 : 4),
    masks: masksOf(reader, bits, compression, size),
    profile:
      size >= V5_HEADER && field(56) === EMBEDDED_PROFILE ? { offset: DIB + field(112), size: field(116) } : undefined,
  };
}

function packingOf(compression: number, bits: number, headerSize: number): BmpPacking {
  const isOs2 = headerSize === OS2_HEADER;
  if (compression === 0) return bits <= 8 ? 'palette' : bits === 24 ? 'bgr' : 'masks';
  if (compression === 1) return 'rle8';
  if (compression === 2) return 'rle4';
  if (compression === 4 && isOs2) return 'rle24';
  if ((compression === 3 && !isOs2) || compression === 6) return 'masks';
  throw new UnsupportedImageError(`BMP compression ${compression}`);
}

/** The number of colours: as declared, but no more than the bits can index, nor than fit before the pixels. */
function paletteLength(declared: number, bits: number, capacity: number): number {
  const max = Math.min(2 ** bits, capacity >= 1 ? Math.floor(capacity) : 2 ** bits);
  return declared === 0 || declared > max ? max : declared;
}

function readPalette(reader: ByteReader, start: number, colors: number, entryBytes: number): Uint8Array {
  const palette = new Uint8Array(colors * 3);
  for (let i = 0; i < colors; i++) {
    for (let c = 0; c < 3; c++) palette[3 * i + c] = reader.u8(start + i * entryBytes + 2 - c);
  }
  return palette;
}

function masksOf(reader: ByteReader, bits: number, compression: number, headerSize: number): BmpHeader['masks'] {
  if (compression !== 3 && compression !== 6)
    return bits === 16 ? [0x7c00, 0x3e0, 0x1f, 0] : [0xff0000, 0xff00, 0xff, 0];
  const start = DIB + INFO_HEADER;
  const hasAlpha = compression === 6 || headerSize >= 56;
  const mask = (i: number) => reader.u32le(start + 4 * i);
  return [mask(0), mask(1), mask(2), hasAlpha ? mask(3) : 0];
}
