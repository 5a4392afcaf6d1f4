import { closeSync, openSync, writevSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { sharp } from '../libvips.ts';
import { usableIcc } from '../metadata/icc.ts';
import { makePngChunk } from '../scrub/png-chunks.ts';
import type { Pixels, TranscodedImage } from './foreign-image.ts';

/** The limit of libjpeg. */
const MAX_JPEG_SIDE = 65_500;
/** Optimised Huffman tables need all coefficients in memory, 12 bytes a pixel. */
const MAX_OPTIMISED_PIXELS = 16_000_000;
const JPEG_APP0 = 0xffe0;
const ICC_TAG = 'ICC_PROFILE\0';
const MAX_ICC_PART_BYTES = 65_519;
/** Signature and IHDR. */
const PNG_HEAD_BYTES = 8 + 25;

/** The format in which an image is stored: PNG if it has transparency, no sample may change, or it is too long for JPEG. */
export function storedFormat(image: Pick<Pixels, 'width' | 'height' | 'keepExact'> & { hasAlpha: boolean }) {
  const { width, height, hasAlpha, keepExact } = image;
  return hasAlpha || keepExact || Math.max(width, height) > MAX_JPEG_SIDE ? 'PNG' : 'JPEG';
}

/**
 * Visually lossless, with chroma at full resolution, which the source may have had. Optimised coding saves a tenth to a
 * quarter of the bytes; it is on where its memory is cheap.
 */
export function jpegOptions({ width, height }: { width: number; height: number }) {
  const optimiseCoding = width * height <= MAX_OPTIMISED_PIXELS;
  return { quality: 92, chromaSubsampling: '4:4:4', progressive: false, optimiseCoding };
}

export const PNG_OPTIONS = { compressionLevel: 6, adaptiveFiltering: false, palette: false } as const;

/**
 * Writes decoded pixels as the file that is stored, with no metadata but the colour profile, and with alpha only if a
 * pixel is transparent. Does not copy the samples. With a profile it holds the encoded file in memory.
 */
export async function storePixels(pixels: Pixels, outputPath: string): Promise<TranscodedImage> {
  const { width, height, channels, bits } = pixels;
  const declaresAlpha = channels === 2 || channels === 4;
  const hasAlpha = declaresAlpha && !isOpaque(pixels);
  const format = storedFormat({ width, height, hasAlpha, keepExact: pixels.keepExact });
  const { buffer, byteOffset, byteLength } = pixels.data;
  const samples = bits === 16 ? new Uint16Array(buffer, byteOffset, byteLength / 2) : pixels.data;
  let image = sharp(samples, { raw: { width, height, channels }, limitInputPixels: false });
  if (declaresAlpha && !hasAlpha) image = image.removeAlpha();
  if (bits === 16) image = image.toColourspace(channels >= 3 ? 'rgb16' : 'grey16');
  image = format === 'JPEG' ? image.jpeg(jpegOptions(pixels)) : image.png(PNG_OPTIONS);
  const icc = usableIcc(pixels.icc, channels);
  // libvips can convert pixels to a profile, but not attach one without converting.
  if (icc === undefined) await image.toFile(outputPath);
  else writePieces(outputPath, embedIcc(format, await image.toBuffer(), icc));
  return { format, width, height, hasAlpha };
}

function isOpaque({ data, channels, bits }: Pixels): boolean {
  const sampleBytes = bits / 8;
  const step = channels * sampleBytes;
  for (let at = step - sampleBytes; at < data.length; at += step) {
    if (data[at] !== 255 || (sampleBytes === 2 && data[at + 1] !== 255)) return false;
  }
  return true;
}

/** The pieces of a JPEG or PNG without a profile, plus an ICC profile (ICC.1 annex B). */
function embedIcc(format: 'JPEG' | 'PNG', file: Buffer, icc: Buffer): Buffer[] {
  return format === 'JPEG' ? embedInJpeg(file, icc) : embedInPng(file, icc);
}

function embedInJpeg(file: Buffer, icc: Buffer): Buffer[] {
  // The JFIF segment must be the first one.
  const at = file.readUInt16BE(2) === JPEG_APP0 ? 4 + file.readUInt16BE(4) : 2;
  const count = Math.ceil(icc.length / MAX_ICC_PART_BYTES);
  const segments = Array.from({ length: count }, (_, i) => {
    const part = icc.subarray(i * MAX_ICC_PART_BYTES, (i + 1) * MAX_ICC_PART_BYTES);
    const head = Buffer.alloc(4 + ICC_TAG.length + 2);
    head.writeUInt16BE(0xffe2);
    head.writeUInt16BE(head.length - 2 + part.length, 2);
    head.write(ICC_TAG, 4, 'latin1');
    head.writeUInt8(i + 1, 4 + ICC_TAG.length);
    head.writeUInt8(count, 5 + ICC_TAG.length);
    return Buffer.concat([head, part]);
  });
  return [file.subarray(0, at), ...segments, file.subarray(at)];
}

function embedInPng(file: Buffer, icc: Buffer): Buffer[] {
  const chunk = makePngChunk('iCCP', Buffer.concat([Buffer.from('ICC\0\0'), deflateSync(icc)]));
  return [file.subarray(0, PNG_HEAD_BYTES), chunk, file.subarray(PNG_HEAD_BYTES)];
}

function writePieces(path: string, pieces: Buffer[]): void {
  const fd = openSync(path, 'w');
  try {
    for (const piece of pieces)
      for (let done = 0; done < piece.length; ) done += writevSync(fd, [piece.subarray(done)]);
  } finally {
    closeSync(fd);
  }
}
