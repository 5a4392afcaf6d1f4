import { AppError } from '../core/errors.ts';
import { isStoredAsItIs } from '../core/formats.ts';
import { UnsupportedImageError } from './errors.ts';
import { describeFile } from './file-bytes.ts';
import { sharp } from './libvips.ts';
import { hashImage } from './perceptual-hash.ts';
import { outputFile, type ProcessedImage, type ProcessJob, type StorableImage, type Thumbnail } from './port.ts';
import { makeThumbnail, thumbnailSize } from './resize.ts';
import { storeAsIs } from './store-as-is.ts';
import { storeTranscoded } from './transcode/store-transcoded.ts';

/**
 * Processes an uploaded file in a decoder process: checks the limits on its header, removes metadata or transcodes,
 * decodes once, makes the thumbnail. A lazy job stops before the decoding.
 * @throws AppError INVALID_IMAGE for a file that does not decode, IMAGE_DIMENSIONS_EXCEEDED, INVALID_FILE_TYPE for
 *   camera raw files
 */
export async function processImage(job: ProcessJob): Promise<ProcessedImage> {
  const { format, isLazy = false, wantsHash = false } = job;
  const image = await orInvalidImage(() =>
    isStoredAsItIs(format) ? storeAsIs(job, format) : storeTranscoded(job, format),
  );
  const thumbnail: Thumbnail =
    isLazy && !wantsHash
      ? { format: image.format, ...thumbnailSize(image), file: null }
      : await orInvalidImage(() => decode(job, image));
  const { file } = thumbnail;
  const perceptualHash = wantsHash && file !== null ? await orInvalidImage(() => hashImage(file.path)) : null;
  return { ...image, uploadedSha256: job.sha256, perceptualHash, thumbnail };
}

/** Proves that all frames decode. */
async function decode(job: ProcessJob, image: StorableImage): Promise<Thumbnail> {
  const { original, format } = image;
  const thumbnailPath = outputFile(job.outputPath, 'thumbnail');
  const size = await makeThumbnail(original.path, thumbnailPath, format, job.maxPixels);
  if (image.frames > 1) await decodeAllFrames(original.path, image);
  return { format, ...size, file: describeFile(thumbnailPath) };
}

/** Decodes every frame of an animated GIF or WebP, and discards the pixels. */
async function decodeAllFrames(path: string, { width, height, frames }: StorableImage): Promise<void> {
  const limitInputPixels = width * height * frames;
  await sharp(path, { failOn: 'error', limitInputPixels, sequentialRead: true, pages: -1 })
    .resize({ width: 1, height: 1, kernel: 'nearest', fit: 'fill' })
    .raw()
    .toBuffer();
}

/** Passes an AppError on. Any other error means that the file is invalid. */
async function orInvalidImage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) throw error;
    const detail = error instanceof UnsupportedImageError ? { detail: error.message } : {};
    throw new AppError('INVALID_IMAGE', { ...detail, cause: error });
  }
}
