import type { Sharp } from 'sharp';
import type { FormatName } from '../core/formats.ts';
import { describeFile } from './file-bytes.ts';
import { sharp, upright } from './libvips.ts';
import { type MadeVariant, outputFile, type VariantJob } from './port.ts';

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

const VARIANT_ENCODERS: Record<FormatName, (image: Sharp) => Sharp> = {
  JPEG: (image) => image.flatten({ background: '#ffffff' }).jpeg({ quality: 82 }),
  PNG: (image) => image.png({ compressionLevel: 6 }),
  GIF: (image) => image.gif(),
  WEBP: (image) => image.webp({ quality: 82 }),
  AVIF: (image) => image.avif({ quality: 55, effort: 2 }),
};

/** Width and height in pixels of the thumbnail of an image. */
export function thumbnailSize({ width, height }: { width: number; height: number }) {
  const shrink = Math.max(width / THUMBNAIL_PIXELS, height / THUMBNAIL_PIXELS, 1);
  const side = (pixels: number) => Math.max(1, Math.round(pixels / shrink));
  return { width: side(width), height: side(height) };
}

/**
 * Decodes the first frame completely, which proves that it decodes, and writes its thumbnail: upright, sRGB, no metadata.
 * @returns width and height in pixels
 * @throws the error of libvips for an image that does not decode
 */
export async function makeThumbnail(
  inputPath: string,
  outputPath: string,
  format: FormatName,
  maxPixels: number,
): Promise<{ width: number; height: number }> {
  const source = sharp(inputPath, { failOn: 'error', limitInputPixels: maxPixels, sequentialRead: true });
  const size = { fit: 'inside', withoutEnlargement: true } as const;
  const image = upright(source, format).resize(THUMBNAIL_PIXELS, THUMBNAIL_PIXELS, size);
  const { width, height } = await THUMBNAIL_ENCODERS[format](image).toFile(outputPath);
  return { width, height };
}

/**
 * Scales the first frame of a stored image down to a width: upright, sRGB, no metadata. Never enlarges.
 * @throws the error of libvips for an image that does not decode
 */
export async function makeVariant({ inputPath, source, outputPath, width, format }: VariantJob): Promise<MadeVariant> {
  const path = outputFile(outputPath, 'variant');
  const image = sharp(inputPath, { failOn: 'error', limitInputPixels: false, sequentialRead: true });
  await VARIANT_ENCODERS[format](upright(image, source).resize({ width, withoutEnlargement: true })).toFile(path);
  return { ...describeFile(path), format };
}
