import { withReader } from '../with-reader.ts';
import { type BmpHeader, readBmpHeader } from './bmp-header.ts';
import { decodeRle } from './bmp-rle.ts';
import { decodeRows } from './bmp-rows.ts';
import type { ForeignFacts } from './foreign-image.ts';
import type { Pixels } from './pixels.ts';

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

// Programs that know no alpha leave zeros under its mask; nobody means a picture that does not show at all.
function showWhollyTransparent(data: Uint8Array): void {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 0) return;
  for (let at = 3; at < data.length; at += 4) data[at] = 255;
}
