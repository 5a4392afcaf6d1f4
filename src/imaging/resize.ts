import { hash } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import type { ResizeOptions, Sharp, SharpOptions } from 'sharp';
import type { FormatName } from '../core/formats.ts';
import { describeFile, withContent } from './file-bytes.ts';
import { sharp, upright } from './libvips.ts';
import { type MadeVariant, outputFile, type VariantJob, type WrittenFile } from './port.ts';

/** A thumbnail fits into a square of this side and is never enlarged. */
const THUMBNAIL_PIXELS = 320;

const THUMBNAIL_ENCODERS: Record<FormatName, (image: Sharp) => Sharp> = {
  JPEG: (image) => image.jpeg({ quality: 80 }),
  PNG: (image) => image.png({ compressionLevel: 6 }),
  GIF: (image) => image.gif(),
  WEBP: (image) => image.webp({ quality: 80 }),
  // The lowest useful effort: at this size more effort saves few bytes and costs many milliseconds.
  AVIF: (image) => image.avif({ quality: 55, effort: 1 }),
};

const VARIANT_ENCODERS: Record<FormatName, (image: Sharp, quality: number | null) => Sharp> = {
  JPEG: (image, quality) => image.flatten({ background: '#ffffff' }).jpeg({ quality: quality ?? 82 }),
  PNG: (image) => image.png({ compressionLevel: 6 }),
  GIF: (image) => image.gif(),
  WEBP: (image, quality) => image.webp({ quality: quality ?? 82 }),
  AVIF: (image, quality) => image.avif({ quality: quality ?? 55, effort: 2 }),
};

/** Width and height in pixels of the thumbnail of an image. */
export function thumbnailSize({ width, height }: { width: number; height: number }) {
  const shrink = Math.max(width / THUMBNAIL_PIXELS, height / THUMBNAIL_PIXELS, 1);
  const side = (pixels: number) => Math.max(1, Math.round(pixels / shrink));
  return { width: side(width), height: side(height) };
}

/**
 * Decodes the first frame completely, which proves that it decodes, and writes its thumbnail: upright, sRGB, no metadata.
 * @param pixels width x height of the image
 * @returns the file, with its width and height in pixels
 * @throws the error of libvips for an image that does not decode; file system errors pass through
 */
export async function makeThumbnail(
  inputPath: string,
  outputPath: string,
  format: FormatName,
  maxPixels: number,
  pixels: number,
): Promise<{ width: number; height: number; file: WrittenFile }> {
  const size = { ...{ width: THUMBNAIL_PIXELS, height: THUMBNAIL_PIXELS }, fit: 'inside' } as const;
  const options = { inputPath, scaledPath: `${outputPath}-scaled`, source: format, size, maxPixels, pixels };
  const { data, info } = await scaleDown(options, (image) =>
    THUMBNAIL_ENCODERS[format](image).toBuffer({ resolveWithObject: true }),
  );
  writeFileSync(outputPath, data);
  const file = { path: outputPath, sizeBytes: data.length, sha256: hash('sha256', data) };
  return { width: info.width, height: info.height, file };
}

/** libvips converts colours before it scales. In a larger image with a profile, that takes longer than the decoding. */
const MAX_CONVERTED_PIXELS = 16_000_000;

interface Scaling {
  inputPath: string;
  /** Where it writes and removes a file. */
  scaledPath: string;
  source: FormatName;
  size: ResizeOptions;
  maxPixels: number | false;
  pixels: number;
}

/**
 * Decodes the first frame, scales it down, upright, and encodes it in sRGB. A large image is scaled in its own colours
 * first, and converted afterwards. JPEG needs no such step: libvips scales it while it decodes.
 */
function scaleDown<T>(
  { inputPath, scaledPath, source, size, maxPixels, pixels }: Scaling,
  encode: (image: Sharp) => Promise<T>,
): Promise<T> {
  const options: SharpOptions = { failOn: 'error', limitInputPixels: maxPixels, sequentialRead: true };
  return withContent(inputPath, async (input) => {
    const image = upright(sharp(input, options), source).resize({ ...size, withoutEnlargement: true });
    const isLarge = source !== 'JPEG' && pixels > MAX_CONVERTED_PIXELS;
    if (!isLarge || !(await sharp(input, { limitInputPixels: false }).metadata()).hasProfile) return encode(image);
    try {
      await image.keepIccProfile().png({ compressionLevel: 0 }).toFile(scaledPath);
      return await encode(sharp(scaledPath));
    } finally {
      rmSync(scaledPath, { force: true });
    }
  });
}

/**
 * Scales the first frame of a stored image down to the sides of the job: upright, sRGB, no metadata. Never enlarges. A
 * PNG beyond the limit of bytes becomes WebP.
 * @param announce called before the decoding, with the pixels of the first frame
 * @throws Error beyond the limit of bytes, and the error of libvips for an image that does not decode
 */
export async function makeVariant(
  job: VariantJob,
  announce: (pixels: number) => void = () => {},
): Promise<MadeVariant> {
  const { inputPath, source, outputPath, width, height, how, quality, format, maxBytes } = job;
  const path = outputFile(outputPath, 'variant');
  const original = await sharp(inputPath, { limitInputPixels: false }).metadata();
  announce(original.width * original.height);
  const { size } = await scaleDown(
    {
      inputPath,
      scaledPath: `${path}-scaled`,
      source,
      size: how === 'width' ? { width } : { width, height, fit: how === 'crop' ? 'cover' : 'fill' },
      maxPixels: false,
      pixels: original.width * original.height,
    },
    (image) => VARIANT_ENCODERS[format](image, quality).toFile(path),
  );
  if (size <= maxBytes) return { ...describeFile(path), format };
  if (format !== 'PNG') throw new Error(`the variant has ${size} bytes, more than ${maxBytes}`);
  return makeVariant({ ...job, format: 'WEBP' });
}
