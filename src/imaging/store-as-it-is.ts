import { rmSync } from 'node:fs';
import { AppError } from '../core/errors.ts';
import type { FormatName } from '../core/formats.ts';
import { describeFile } from './describe-file.ts';
import { sharp } from './libvips.ts';
import { checkExtent } from './limits.ts';
import type { ImageFacts } from './metadata/image-facts.ts';
import { outputFile, type ProcessJob, type WrittenFile } from './port.ts';
import { reencode } from './reencode.ts';
import { hasActiveContent } from './scrub/has-active-content.ts';
import { scrubImage } from './scrub/scrub-image.ts';
import type { StorableImage } from './storable-image.ts';

/**
 * Makes what is stored of an upload in a format that browsers show: the same compressed picture without metadata.
 * Limits are checked on the structure, before anything is decoded.
 * @throws AppError IMAGE_DIMENSIONS_EXCEEDED; CorruptImageError and errors of libvips
 */
export async function storeAsItIs(job: ProcessJob, format: FormatName): Promise<StorableImage> {
  const { inputPath, maxPixels, keepMetadata } = job;
  const scrubbedPath = outputFile(job.outputPath, 'scrubbed');
  const { facts, removed, written } = scrubImage(inputPath, scrubbedPath, format, { keepMetadata }, (found) =>
    checkExtent({ ...shownSides(found, format), frames: found.frames, streamable: !found.progressive }, maxPixels),
  );
  const { frames, hasAlpha } = facts;
  const clean =
    written === null
      ? { path: inputPath, sizeBytes: job.sizeBytes, sha256: job.sha256 }
      : { path: scrubbedPath, sizeBytes: written.size, sha256: written.sha256 };
  const isActive = hasActiveContent(clean.path);
  const file = isActive ? await redrawn(clean.path, job, format, facts) : clean;
  if (isActive) rmSync(scrubbedPath, { force: true });
  // Only the decoder knows what AVIF's own crop and rotation leave.
  const sides = format === 'AVIF' ? await decodedSides(file.path) : shownSides(facts, format);
  return { file, format, ...sides, frames, hasAlpha, removed };
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
async function redrawn(path: string, job: ProcessJob, format: FormatName, facts: ImageFacts): Promise<WrittenFile> {
  const output = outputFile(job.outputPath, 'redrawn');
  await reencode(path, output, format, facts);
  if (!hasActiveContent(output)) return describeFile(output);
  throw new AppError('INVALID_IMAGE', { detail: 'It holds content of another type.' });
}
