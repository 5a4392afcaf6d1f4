import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../core/errors.ts';
import { checkExtent } from './limits.ts';
import type { PreparedImage, PrepareJob, WrittenFile } from './port.ts';
import { probe } from './probe.ts';
import { decodeAllFrames, makeThumbnail } from './thumbnail.ts';

/**
 * Everything that is done to an uploaded file inside a decoder process: header, limits, one decoding, thumbnail.
 * @throws AppError INVALID_IMAGE when it does not decode, IMAGE_DIMENSIONS_EXCEEDED
 */
export async function prepareImage(job: PrepareJob): Promise<PreparedImage> {
  const { inputPath, format, maxPixels } = job;
  const { streamable, ...facts } = await orInvalidImage(probe(inputPath, format));
  checkExtent({ ...facts, streamable }, maxPixels);
  const thumbnailPath = join(job.outputDir, 'thumbnail');
  const sides = await orInvalidImage(makeThumbnail(inputPath, thumbnailPath, format, maxPixels));
  if (facts.frames > 1) await orInvalidImage(decodeAllFrames(inputPath, facts.width * facts.height * facts.frames));
  return {
    format,
    ...facts,
    original: { path: inputPath, sizeBytes: job.sizeBytes, sha256: job.sha256 },
    thumbnail: { ...(await describe(thumbnailPath)), ...sides, format },
  };
}

/** Size and hash of a file that was just written and is small. */
async function describe(path: string): Promise<WrittenFile> {
  const bytes = await readFile(path);
  return { path, sizeBytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

async function orInvalidImage<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new AppError('INVALID_IMAGE', { cause: error });
  }
}
