import { join } from 'node:path';
import { AppError } from '../core/errors.ts';
import type { FormatName } from '../core/formats.ts';
import { sharp } from './libvips.ts';
import { checkExtent } from './limits.ts';
import type { PrepareJob } from './port.ts';
import { reencode } from './reencode.ts';
import { hasActiveContent } from './scrub/has-active-content.ts';
import type { ImageFacts } from './scrub/image-facts.ts';
import { inspectImage, scrubImage } from './scrub/scrub-image.ts';
import type { StorableImage } from './storable-image.ts';

/**
 * Makes what is stored of an upload in a format that browsers show: the same compressed picture without metadata.
 * Limits are checked on the structure, before anything is decoded.
 * @throws AppError IMAGE_DIMENSIONS_EXCEEDED; CorruptImageError and errors of libvips
 */
export async function storeAsItIs(job: PrepareJob, format: FormatName): Promise<StorableImage> {
  const { inputPath, maxPixels, keepMetadata } = job;
  const facts = inspectImage(inputPath, format);
  const { frames, hasAlpha } = facts;
  checkExtent({ ...shownSides(facts, format), frames, streamable: !facts.progressive }, maxPixels);
  const scrubbedPath = join(job.outputDir, 'scrubbed');
  const { removed, changed } = scrubImage(inputPath, scrubbedPath, format, { keepMetadata });
  const cleanPath = changed ? scrubbedPath : inputPath;
  const path = hasActiveContent(cleanPath) ? await redrawn(cleanPath, job, format, facts) : cleanPath;
  // Only the decoder knows what AVIF's own crop and rotation leave.
  const sides = format === 'AVIF' ? await decodedSides(path) : shownSides(facts, format);
  return { path, format, ...sides, frames, hasAlpha, removed };
}

/** Sides as browsers show them: they honour the EXIF orientation of JPEG and PNG, and of no other format. */
function shownSides({ width, height, orientation }: ImageFacts, format: FormatName): { width: number; height: number } {
  const swapped = orientation >= 5 && format !== 'WEBP';
  return swapped ? { width: height, height: width } : { width, height };
}

async function decodedSides(path: string): Promise<{ width: number; height: number }> {
  const { width, height } = await sharp(path, { limitInputPixels: false }).metadata();
  return { width, height };
}

/** Draws a picture anew whose compressed data spells something that another program would run. */
async function redrawn(path: string, job: PrepareJob, format: FormatName, facts: ImageFacts): Promise<string> {
  const output = join(job.outputDir, 'redrawn');
  await reencode(path, output, format, facts);
  if (!hasActiveContent(output)) return output;
  throw new AppError('INVALID_IMAGE', { detail: 'It holds content of another type.' });
}
