import { invalidFileType } from '../../core/formats.ts';
import { describeFile, withReader } from '../file-bytes.ts';
import { unblockTranscoding } from '../libvips.ts';
import { checkExtent } from '../limits.ts';
import { kindsOfTags } from '../metadata/exif.ts';
import { type Removed, sortRemoved } from '../metadata/removed.ts';
import { openTiff } from '../metadata/tiff-directory.ts';
import { outputFile, type ProcessJob, type StorableImage } from '../port.ts';
import { findRemovable } from '../scrub/scrub-image.ts';
import type { ForeignFacts, ForeignFormat, TranscodedImage } from './foreign-image.ts';
import { isCameraRaw } from './is-camera-raw.ts';

/**
 * Makes the stored file of an upload in a format that not every browser shows: a JPEG or PNG that looks the same.
 * Checks the limits on the header, before it decodes anything.
 * @throws AppError IMAGE_DIMENSIONS_EXCEEDED, INVALID_FILE_TYPE for camera raw files; CorruptImageError,
 *   UnsupportedImageError and errors of the decoders
 */
export async function storeTranscoded(job: ProcessJob, format: ForeignFormat): Promise<StorableImage> {
  const { inputPath } = job;
  // Camera raw files have the structure of TIFF. A TIFF decoder would show their small preview.
  if (format === 'TIFF' && isCameraRaw(inputPath)) throw invalidFileType(job.formats, 'RAW');
  const facts = await inspectForeign(inputPath, format);
  checkExtent(facts, job.maxPixels);
  const path = outputFile(job.outputPath, 'transcoded');
  const stored = await transcodeImage(inputPath, path, format, facts);
  return { ...stored, frames: 1, removed: removedFrom(inputPath, format), original: describeFile(path) };
}

/** The kinds of metadata in the upload that the stored image does not have. */
function removedFrom(path: string, format: ForeignFormat): Removed[] {
  // HEIF has the structure of AVIF.
  if (format === 'HEIC') return findRemovable(path, 'AVIF');
  if (format !== 'TIFF') return [];
  return withReader(path, (reader) => {
    const tiff = openTiff(reader);
    const directory = tiff.directory(tiff.first);
    return sortRemoved(kindsOfTags((tag) => directory.has(tag)));
  });
}

/**
 * Reads the header of a foreign image. Decodes no pixel and loads no library.
 * @throws CorruptImageError, UnsupportedImageError; file system errors pass through
 */
export async function inspectForeign(path: string, format: ForeignFormat): Promise<ForeignFacts> {
  switch (format) {
    case 'HEIC':
      return (await import('./inspect-heif.ts')).inspectHeif(path);
    case 'TIFF':
      return (await import('./transcode-tiff.ts')).inspectTiff(path);
    case 'BMP':
      return (await import('./decode-bmp.ts')).inspectBmp(path);
    case 'JXL':
      return (await import('./inspect-jxl.ts')).inspectJxl(path);
  }
}

/**
 * Decodes an image once and writes it upright, with its colours (an ICC profile, or sRGB) and without other metadata:
 * as PNG if it has transparency, a palette or deep samples, otherwise as JPEG. Blocks the event loop and needs memory in
 * proportion to the image: for decoder processes. After an error, part of the output may exist. Afterwards `mustRetire`
 * (wasm-memory.ts) tells whether the process must be replaced.
 * @param facts the result of `inspectForeign` for this file; a file that decodes to another size is refused
 * @throws CorruptImageError, UnsupportedImageError or the error of the decoder for an image that does not decode
 */
export async function transcodeImage(
  inputPath: string,
  outputPath: string,
  format: ForeignFormat,
  facts: ForeignFacts,
): Promise<TranscodedImage> {
  unblockTranscoding();
  if (format === 'TIFF') {
    const { inspectTiff, transcodeTiff } = await import('./transcode-tiff.ts');
    return transcodeTiff(inputPath, outputPath, { ...inspectTiff(inputPath), ...facts });
  }
  const [pixels, { storePixels }] = await Promise.all([decode(inputPath, format, facts), import('./store-pixels.ts')]);
  // The limits were checked on the announced size.
  if (pixels.width !== facts.width || pixels.height !== facts.height) {
    throw new Error(`decoded ${pixels.width} x ${pixels.height}, announced ${facts.width} x ${facts.height}`);
  }
  return storePixels(pixels, outputPath);
}

async function decode(path: string, format: 'HEIC' | 'BMP' | 'JXL', facts: ForeignFacts) {
  if (format === 'HEIC') return (await import('./decode-heif.ts')).decodeHeif(path);
  if (format === 'BMP') return (await import('./decode-bmp.ts')).decodeBmp(path);
  const [{ inspectJxl }, { decodeJxl }] = await Promise.all([import('./inspect-jxl.ts'), import('./decode-jxl.ts')]);
  return decodeJxl(path, { ...inspectJxl(path), ...facts });
}
