import { join } from 'node:path';
import type { Sharp } from 'sharp';
import { FORMATS, type FormatName } from '../core/formats.ts';
import { describeFile } from './describe-file.ts';
import { sharp } from './libvips.ts';
import type { MadeVariant, VariantJob } from './port.ts';

const WHITE = '#ffffff';

const ENCODERS: Record<FormatName, (image: Sharp) => Sharp> = {
  JPEG: (image) => image.flatten({ background: WHITE }).jpeg({ quality: 82, mozjpeg: false }),
  PNG: (image) => image.png({ compressionLevel: 6 }),
  GIF: (image) => image.gif(),
  WEBP: (image) => image.webp({ quality: 82 }),
  AVIF: (image) => image.avif({ quality: 55, effort: 2 }),
};

/**
 * Draws the first frame of a stored image narrower: upright, sRGB, without metadata. Never enlarges.
 * AVIF that would take longer than its budget is made as WebP, which every browser with AVIF shows too.
 * @throws whatever libvips says of a file that it cannot decode
 */
export async function makeVariant(job: VariantJob): Promise<MadeVariant> {
  if (job.format !== 'AVIF') return write(job, job.format, undefined);
  try {
    return await write(job, 'AVIF', job.avifBudgetSeconds);
  } catch (error) {
    if (!(error instanceof Error) || !/timeout/i.test(error.message)) throw error;
    return write(job, 'WEBP', undefined);
  }
}

async function write(job: VariantJob, format: FormatName, seconds: number | undefined): Promise<MadeVariant> {
  const path = join(job.outputDir, `variant.${FORMATS[format].extension}`);
  const source = sharp(job.inputPath, { failOn: 'error', limitInputPixels: false, sequentialRead: true });
  // Browsers honour the EXIF orientation of these two alone.
  const upright = job.source === 'JPEG' || job.source === 'PNG' ? source.autoOrient() : source;
  const image = ENCODERS[format](upright.resize({ width: job.width, withoutEnlargement: true }));
  await (seconds === undefined ? image : image.timeout({ seconds })).toFile(path);
  return { ...(await describeFile(path)), format };
}
