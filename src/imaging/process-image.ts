import { AppError } from '../core/errors.ts';
import { isStoredAsItIs } from '../core/formats.ts';
import { UnsupportedImageError } from './errors.ts';
import { sharp } from './libvips.ts';
import { checkExtent, type Extent } from './limits.ts';
import { outputFile, type ProcessedImage, type ProcessJob, type StorableImage, type Thumbnail } from './port.ts';
import { makeThumbnail, thumbnailSize } from './resize.ts';
import { storeAsIs } from './store-as-is.ts';
import { storeTranscoded } from './transcode/store-transcoded.ts';

/**
 * Processes an uploaded file in a decoder process: checks the limits on its header, removes metadata or transcodes,
 * decodes once, makes the thumbnail. A lazy job stops before the decoding.
 * @throws AppError INVALID_IMAGE for a file that does not decode, IMAGE_DIMENSIONS_EXCEEDED, INVALID_FILE_TYPE for
 *   camera raw files
 * @param announce called before the decoding, with the pixels of all frames
 */
export async function processImage(
  job: ProcessJob,
  announce: (pixels: number) => void = () => {},
): Promise<ProcessedImage> {
  const { format, isLazy = false, wantsHash = false } = job;
  const check = (extent: Extent) => {
    checkExtent(extent, job.maxPixels, job.sizeBytes);
    announce(extent.width * extent.height * extent.frames);
  };
  const image = await orInvalidImage(() =>
    isStoredAsItIs(format) ? storeAsIs(job, format, check) : storeTranscoded(job, format, check),
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
  const pixels = image.width * image.height;
  const thumbnail = await makeThumbnail(original.path, thumbnailPath, format, job.maxPixels, pixels);
  if (image.frames > 1) await decodeAllFrames(original.path, image);
  return { format, ...thumbnail };
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

/** Side of the greyscale image that a hash is computed from. */
export const HASHED_SIDE = 32;

const FREQUENCIES = 8;
/** The error that rounding and compression add to a coefficient, with 256 grey levels. */
const NOISE = 2;
/** A bit is reliable if its coefficient differs from the median by more than NOISE. */
const MIN_RELIABLE_BITS = 48;

/** COSINES[u][x] of an orthonormal DCT-II over HASHED_SIDE samples. */
const COSINES = Array.from({ length: FREQUENCIES }, (_, u) =>
  Float64Array.from(
    { length: HASHED_SIDE },
    (_, x) => Math.sqrt((u === 0 ? 1 : 2) / HASHED_SIDE) * Math.cos(((2 * x + 1) * u * Math.PI) / (2 * HASHED_SIDE)),
  ),
);

/**
 * The perceptual hash of the first frame of an image, independent of its size. Transparent pixels count as white.
 * @param path of an image that has already been decoded without error
 * @returns 16 hex digits, or null for an image with too little detail
 */
export async function hashImage(path: string): Promise<string | null> {
  const grey = await sharp(path)
    .flatten({ background: '#fff' })
    .resize(HASHED_SIDE, HASHED_SIDE, { fit: 'fill' })
    .greyscale()
    .raw()
    .toBuffer();
  return perceptualHash(grey);
}

/**
 * A 64-bit perceptual hash: the 8 x 8 lowest frequencies of the discrete cosine transform of a greyscale image of
 * 32 x 32 pixels, one bit each, set where the coefficient exceeds the median. Compression, scaling and small changes of
 * brightness flip few bits; unrelated images differ in about half of them.
 * @param grey HASHED_SIDE x HASHED_SIDE samples, row by row
 * @returns 16 hex digits; null for an image so flat or even that noise would decide too many bits
 */
export function perceptualHash(grey: Uint8Array): string | null {
  const coefficients = lowFrequencies(grey);
  // The first coefficient is the mean brightness, which does not identify an image. The slope along the diagonal replaces it.
  coefficients[0] = ((coefficients[1] ?? 0) + (coefficients[FREQUENCIES] ?? 0)) / Math.SQRT2;
  const median = medianOf(coefficients);
  const reliable = coefficients.filter((value) => Math.abs(value - median) > NOISE).length;
  if (reliable < MIN_RELIABLE_BITS) return null;
  let hash = 0n;
  for (const value of coefficients) hash = (hash << 1n) | (value > median ? 1n : 0n);
  return hash.toString(16).padStart(16, '0');
}

/** The FREQUENCIES x FREQUENCIES lowest coefficients, row by row: first transforms the rows, then the columns. */
function lowFrequencies(grey: Uint8Array): Float64Array {
  const rows = new Float64Array(FREQUENCIES * HASHED_SIDE);
  for (let y = 0; y < HASHED_SIDE; y++) {
    for (const [u, cosine] of COSINES.entries()) {
      let sum = 0;
      for (let x = 0; x < HASHED_SIDE; x++) sum += (grey[y * HASHED_SIDE + x] ?? 0) * (cosine[x] ?? 0);
      rows[u * HASHED_SIDE + y] = sum;
    }
  }
  const both = new Float64Array(FREQUENCIES * FREQUENCIES);
  for (const [v, cosine] of COSINES.entries()) {
    for (let u = 0; u < FREQUENCIES; u++) {
      let sum = 0;
      for (let y = 0; y < HASHED_SIDE; y++) sum += (rows[u * HASHED_SIDE + y] ?? 0) * (cosine[y] ?? 0);
      both[v * FREQUENCIES + u] = sum;
    }
  }
  return both;
}

function medianOf(values: Float64Array): number {
  const sorted = values.toSorted();
  const middle = sorted.length / 2;
  return ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
