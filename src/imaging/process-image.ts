import { AppError } from '../core/errors.ts';
import { isStoredAsItIs } from '../core/formats.ts';
import { describeFile } from './describe-file.ts';
import { hashPicture } from './hash-picture.ts';
import { outputFile, type ProcessedImage, type ProcessJob, type Thumbnail } from './port.ts';
import { decodeAllFrames, makeThumbnail, thumbnailSides } from './resize.ts';
import type { StorableImage } from './storable-image.ts';
import { storeAsItIs } from './store-as-it-is.ts';
import { storeTranscoded } from './store-transcoded.ts';
import { UnsupportedImageError } from './transcode/unsupported-image-error.ts';

/**
 * Everything that is done to an uploaded file inside a decoder process: header, limits, metadata out (or another format
 * made of it), one decoding, thumbnail; of a lazy job only what comes before the decoding.
 * @throws AppError INVALID_IMAGE when it does not decode, IMAGE_DIMENSIONS_EXCEEDED, INVALID_FILE_TYPE for camera raw files
 */
export async function processImage(job: ProcessJob): Promise<ProcessedImage> {
  const { format } = job;
  const storable = await orInvalidImage(() =>
    isStoredAsItIs(format) ? storeAsItIs(job, format) : storeTranscoded(job, format),
  );
  const { file: original, ...facts } = storable;
  const decodes = job.isLazy !== true || job.wantsHash === true;
  const thumbnail = decodes ? await orInvalidImage(() => decode(job, storable)) : thumbnailOfLater(storable);
  return {
    ...facts,
    original,
    uploadedSha256: job.sha256,
    perceptualHash: job.wantsHash === true ? await hashOf(thumbnail) : null,
    thumbnail,
  };
}

/** Proves that all frames decode. */
async function decode(job: ProcessJob, { file: { path }, ...facts }: StorableImage): Promise<Thumbnail> {
  const thumbnailPath = outputFile(job.outputPath, 'thumbnail');
  const sides = await makeThumbnail(path, thumbnailPath, facts.format, job.maxPixels);
  if (facts.frames > 1) await decodeAllFrames(path, facts);
  return { format: facts.format, ...sides, file: describeFile(thumbnailPath) };
}

function thumbnailOfLater(storable: StorableImage): Thumbnail {
  return { format: storable.format, ...thumbnailSides(storable), file: null };
}

async function hashOf({ file }: Thumbnail): Promise<string | null> {
  return file && orInvalidImage(() => hashPicture(file.path));
}

/** Refusals pass; whatever else is thrown on a file is the file's fault. */
async function orInvalidImage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) throw error;
    const detail = error instanceof UnsupportedImageError ? { detail: error.message } : {};
    throw new AppError('INVALID_IMAGE', { ...detail, cause: error });
  }
}
