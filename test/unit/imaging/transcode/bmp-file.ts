interface BmpOptions {
  width: number;
  /** Negative: the first row is the top row. */
  height: number;
  bits: number;
  pixels: Buffer | number[];
  compression?: number;
  /** Blue, green, red and 0 for each colour (core header: without the 0). */
  palette?: number[];
  headerBytes?: 12 | 40 | 56 | 64 | 108 | 124;
  masks?: number[];
}

/** Builds a BMP. */
export function bmpFile(options: BmpOptions): Buffer {
  const { width, height, bits, compression = 0, palette = [], headerBytes = 40, masks = [] } = options;
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32LE(headerBytes);
  if (headerBytes === 12) {
    for (const [i, value] of [width, height, 1, bits].entries()) header.writeUInt16LE(value, 4 + 2 * i);
  } else {
    header.writeInt32LE(width, 4);
    header.writeInt32LE(height, 8);
    header.writeUInt16LE(1, 12);
    header.writeUInt16LE(bits, 14);
    header.writeUInt32LE(compression, 16);
    header.writeUInt32LE(palette.length / 4, 32);
  }
  const maskBytes = Buffer.alloc(4 * masks.length);
  for (const [i, mask] of masks.entries()) maskBytes.writeUInt32LE(mask, 4 * i);
  if (headerBytes >= 56 && headerBytes !== 64) maskBytes.copy(header, 40);
  const behind = headerBytes === 40 ? maskBytes : Buffer.alloc(0);
  const start = 14 + headerBytes + behind.length + palette.length;
  const file = Buffer.alloc(14);
  file.write('BM');
  file.writeUInt32LE(start, 10);
  return Buffer.concat([file, header, behind, Buffer.from(palette), Buffer.from(options.pixels)]);
}
