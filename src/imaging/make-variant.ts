import type { Sharp } from 'sharp';
import type { FormatName } from '../core/formats.ts';
import { describeFile } from './describe-file.ts';
import { sharp } from './libvips.ts';
import { type MadeVariant, outputFile, type VariantJob } from './port.ts';

const WHITE = '#ffffff';

const ENCODERS: Record<FormatName, (image: Sharp) => Sharp> = {
  JPEG: (image) => image.flatten({ background: WHITE }).jpeg({ quality: 82 }),
  PNG: (image) => image.png({ compressionLevel: 6 }),
  GIF: (image) => image.gif(),
  WEBP: (image) => image.webp({ quality: 82 }),
  AVIF: (image) => image.avif({ quality: 55, effort: 2 }),
};

/**
 * Draws the first frame of a stored image narrower: upright, sRGB, without metadata. Never enlarges.
 * @throws whatever libvips says of a file that it cannot decode
 */
export async function makeVariant({ inputPath, source, outputPath, width, format }: VariantJob): Promise<MadeVariant> {
  const path = outputFile(outputPath, 'variant');
  const image = sharp(inputPath, { failOn: 'error', limitInputPixels: false, sequentialRead: true });
  // Browsers honour the EXIF orientation of these two alone.
  const upright = source === 'JPEG' || source === 'PNG' ? image.autoOrient() : image;
  await ENCODERS[format](upright.resize({ width, withoutEnlargement: true })).toFile(path);
  return { ...describeFile(path), format };
}
