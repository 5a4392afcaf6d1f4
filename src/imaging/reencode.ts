import type { Sharp } from 'sharp';
import { AppError } from '../core/errors.ts';
import type { FormatName } from '../core/formats.ts';
import { sharp } from './libvips.ts';
import type { ImageFacts } from './metadata/image-facts.ts';

const ENCODERS: Record<FormatName, (image: Sharp) => Sharp> = {
  JPEG: (image) => image.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }),
  PNG: (image) => image.png(),
  GIF: (image) => image.gif(),
  WEBP: (image) => image.webp({ quality: 95 }),
  AVIF: (image) => image.avif({ quality: 80, effort: 2 }),
};

/**
 * Decodes a picture and encodes it again in its own format, with its colours and its look, and nothing else of the file.
 * @throws AppError INVALID_IMAGE for animated PNG, whose further frames libvips does not read; errors of libvips
 */
export async function reencode(path: string, output: string, format: FormatName, facts: ImageFacts): Promise<void> {
  const animated = facts.frames > 1;
  if (animated && format === 'PNG')
    throw new AppError('INVALID_IMAGE', { detail: 'It holds content of another type.' });
  const image = sharp(path, { failOn: 'error', limitInputPixels: false, pages: animated ? -1 : 1 });
  // Where browsers honour the orientation it is drawn in; where they do not, it is left out.
  const upright = format === 'JPEG' || format === 'PNG' ? image.autoOrient() : image;
  await ENCODERS[format](upright.keepIccProfile()).toFile(output);
}
