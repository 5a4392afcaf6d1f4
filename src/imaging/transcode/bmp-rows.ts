import type { ByteReader } from '../file-bytes.ts';
import type { BmpHeader } from './bmp-header.ts';

/** Decodes uncompressed rows into RGB, or RGBA with an alpha mask. @throws CorruptImageError when rows are missing */
export function decodeRows(reader: ByteReader, header: BmpHeader): { data: Uint8Array; channels: 3 | 4 } {
  const { width, height, topDown, bits, dataOffset } = header;
  const channels = header.masks[3] === 0 ? 3 : 4;
  const stride = Math.ceil((width * bits) / 32) * 4;
  // The last row may go without its padding; asked for first, so that a short file costs no memory.
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
      // A colour that the palette lacks is black.
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

/** Turns the bits under a mask into a sample: the mask's highest eight bits at most, stretched to 0..255. */
function sampler(mask: number): { shift: number; top: number; table: Uint8Array } {
  if (mask === 0) return { shift: 0, top: 0, table: Uint8Array.of(0) };
  const lowest = 31 - Math.clz32(mask & -mask);
  const length = Math.min(8, 32 - Math.clz32(mask) - lowest);
  const top = 2 ** length - 1;
  const table = Uint8Array.from({ length: top + 1 }, (_, value) => Math.round((value * 255) / top));
  return { shift: 32 - Math.clz32(mask) - length, top, table };
}
