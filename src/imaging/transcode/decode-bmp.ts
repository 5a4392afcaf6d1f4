import { CorruptImageError, UnsupportedImageError } from '../errors.ts';
import { type ByteReader, withReader } from '../file-bytes.ts';
import type { ForeignFacts, Pixels } from './foreign-image.ts';

const MAX_PROFILE_BYTES = 1024 * 1024;

/** Reads the header of a BMP. @throws CorruptImageError, UnsupportedImageError */
export function inspectBmp(path: string): ForeignFacts {
  const header = withReader(path, readBmpHeader);
  const { width, height, masks } = header;
  return { width, height, frames: 1, orientation: 1, hasAlpha: isRle(header) || masks[3] !== 0, progressive: true };
}

/** Decodes a BMP: palettes, masks, 24 and 32 bits, RLE4, RLE8 and RLE24. @throws CorruptImageError, UnsupportedImageError */
export function decodeBmp(path: string): Pixels {
  return withReader(path, (reader) => {
    const header = readBmpHeader(reader);
    const { width, height, bits, profile } = header;
    const { data, channels } = isRle(header)
      ? { data: decodeRle(reader, header), channels: 4 as const }
      : decodeRows(reader, header);
    if (header.masks[3] !== 0) showWhollyTransparent(data);
    const icc =
      profile !== undefined && profile.size <= MAX_PROFILE_BYTES
        ? reader.bytes(profile.offset, profile.size)
        : undefined;
    return { data, width, height, channels, bits: 8, icc, keepExact: bits <= 8 };
  });
}

function isRle({ packing }: BmpHeader): boolean {
  return packing === 'rle4' || packing === 'rle8' || packing === 'rle24';
}

/** Programs without alpha support leave it zero. An image that is transparent everywhere is meant to be opaque. */
function showWhollyTransparent(data: Uint8Array): void {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 0) return;
  for (let at = 3; at < data.length; at += 4) data[at] = 255;
}

/** Decodes uncompressed rows into RGB, or RGBA with an alpha mask. @throws CorruptImageError if rows are missing */
function decodeRows(reader: ByteReader, header: BmpHeader): { data: Uint8Array; channels: 3 | 4 } {
  const { width, height, topDown, bits, dataOffset } = header;
  const channels = header.masks[3] === 0 ? 3 : 4;
  const stride = Math.ceil((width * bits) / 32) * 4;
  // The last row may lack its padding. Read its end first, so that a truncated file allocates no memory.
  const lastRowBytes = Math.ceil((width * bits) / 8);
  reader.bytes(dataOffset + (height - 1) * stride + lastRowBytes - 1, 1);
  const data = new Uint8Array(width * height * channels);
  const unpack = unpacker(header, channels);
  for (let row = 0; row < height; row++) {
    const bytes = reader.bytes(dataOffset + row * stride, row === height - 1 ? lastRowBytes : stride);
    unpack(bytes, data, (topDown ? row : height - 1 - row) * width * channels);
  }
  return { data, channels };
}

type Unpack = (row: Buffer, data: Uint8Array, target: number) => void;

function unpacker(header: BmpHeader, channels: number): Unpack {
  if (header.packing === 'palette') return unpackPalette(header);
  return header.packing === 'bgr' ? unpackBgr(header.width) : unpackMasks(header, channels);
}

function unpackPalette({ width, bits, palette }: BmpHeader): Unpack {
  const perByte = 8 / bits;
  const mask = 2 ** bits - 1;
  return (row, data, start) => {
    let target = start;
    for (let x = 0; x < width; x++) {
      const shift = 8 - bits * ((x % perByte) + 1);
      const index = ((row[Math.floor(x / perByte)] as number) >> shift) & mask;
      // A colour that is missing in the palette is black.
      for (let c = 0; c < 3; c++) data[target++] = palette[3 * index + c] ?? 0;
    }
  };
}

function unpackBgr(width: number): Unpack {
  return (row, data, start) => {
    for (let at = 0, target = start; at < width * 3; at += 3, target += 3) {
      data[target] = row[at + 2] as number;
      data[target + 1] = row[at + 1] as number;
      data[target + 2] = row[at] as number;
    }
  };
}

function unpackMasks({ width, bits, masks }: BmpHeader, channels: number): Unpack {
  const samples = masks.slice(0, channels).map(sampler);
  return (row, data, start) => {
    let target = start;
    for (let x = 0; x < width; x++) {
      const pixel = bits === 16 ? row.readUInt16LE(2 * x) : row.readUInt32LE(4 * x);
      for (const { shift, top, table } of samples) data[target++] = table[(pixel >>> shift) & top] as number;
    }
  };
}

/** Converts the bits under a mask to a sample: at most the highest eight bits of the mask, scaled to 0 to 255. */
function sampler(mask: number): { shift: number; top: number; table: Uint8Array } {
  if (mask === 0) return { shift: 0, top: 0, table: Uint8Array.of(0) };
  const lowest = 31 - Math.clz32(mask & -mask);
  const length = Math.min(8, 32 - Math.clz32(mask) - lowest);
  const top = 2 ** length - 1;
  const table = Uint8Array.from({ length: top + 1 }, (_, value) => Math.round((value * 255) / top));
  return { shift: 32 - Math.clz32(mask) - length, top, table };
}

const END_OF_LINE = 0;
const END_OF_BITMAP = 1;
const DELTA = 2;

/**
 * Decodes RLE4, RLE8 or OS/2's RLE24 into RGBA. Pixels that the data skips stay transparent. Every command has at least
 * two bytes, so the size of the file limits the work.
 * @throws CorruptImageError if the data ends before the image does
 */
export function decodeRle(reader: ByteReader, header: BmpHeader): Uint8Array {
  const { width, height, topDown, packing, palette } = header;
  const pixels = new Uint8Array(width * height * 4);
  let at = header.dataOffset;
  let x = 0;
  let y = 0;

  function put(red: number, green: number, blue: number): void {
    // Runs may extend beyond the row. The pixels outside are dropped.
    if (x < width) {
      const target = ((topDown ? y : height - 1 - y) * width + x) * 4;
      pixels[target] = red;
      pixels[target + 1] = green;
      pixels[target + 2] = blue;
      pixels[target + 3] = 255;
    }
    x++;
  }

  const putIndex = (index: number) =>
    put(palette[3 * index] ?? 0, palette[3 * index + 1] ?? 0, palette[3 * index + 2] ?? 0);
  const nibble = (byte: number, i: number) => (i % 2 === 0 ? byte >> 4 : byte & 15);

  function run(count: number): void {
    const value = reader.u8(at++);
    if (packing === 'rle24') {
      const [green, red] = [reader.u8(at++), reader.u8(at++)];
      for (let i = 0; i < count; i++) put(red, green, value);
    } else for (let i = 0; i < count; i++) putIndex(packing === 'rle4' ? nibble(value, i) : value);
  }

  function literal(count: number): void {
    const start = at;
    for (let i = 0; i < count; i++) {
      if (packing === 'rle24') {
        put(reader.u8(at + 2), reader.u8(at + 1), reader.u8(at));
        at += 3;
      } else if (packing === 'rle8') putIndex(reader.u8(at++));
      else {
        putIndex(nibble(reader.u8(at), i));
        if (i % 2 === 1 || i === count - 1) at++;
      }
    }
    // Literals are padded to 16 bits.
    at += (at - start) % 2;
  }

  while (y < height) {
    const count = reader.u8(at++);
    if (count > 0) {
      run(count);
      continue;
    }
    const command = reader.u8(at++);
    if (command === END_OF_BITMAP) break;
    if (command === END_OF_LINE) {
      x = 0;
      y++;
    } else if (command === DELTA) {
      x += reader.u8(at++);
      y += reader.u8(at++);
    } else literal(command);
  }
  return pixels;
}

/** The pixel coding of a BMP. */
type BmpPacking = 'palette' | 'masks' | 'bgr' | 'rle4' | 'rle8' | 'rle24';

interface BmpHeader {
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
function readBmpHeader(reader: ByteReader): BmpHeader {
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
