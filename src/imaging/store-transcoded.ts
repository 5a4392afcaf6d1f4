import { invalidFileType } from '../core/formats.ts';
import { describeFile } from './describe-file.ts';
import { checkExtent } from './limits.ts';
import { kindsOfTags } from './metadata/exif.ts';
import { type Removed, sortRemoved } from './metadata/removed.ts';
import { openTiff } from './metadata/tiff-directory.ts';
import { outputFile, type ProcessJob } from './port.ts';
import { findRemovable } from './scrub/scrub-image.ts';
import type { StorableImage } from './storable-image.ts';
import type { ForeignFormat } from './transcode/foreign-image.ts';
import { isCameraRaw } from './transcode/is-camera-raw.ts';
import { inspectForeign, transcodeImage } from './transcode/transcode-image.ts';
import { withReader } from './with-reader.ts';

/**
 * Makes what is stored of an upload in a format that not every browser shows: a JPEG or PNG with the same look.
 * Limits are checked on the header, before anything is decoded.
 * @throws AppError IMAGE_DIMENSIONS_EXCEEDED, INVALID_FILE_TYPE for camera raw files; CorruptImageError,
 *   UnsupportedImageError and errors of the decoders
 */
export async function storeTranscoded(job: ProcessJob, format: ForeignFormat): Promise<StorableImage> {
  const { inputPath } = job;
  // Camera raw files are TIFF by their structure; a TIFF decoder would show their small preview.
  if (format === 'TIFF' && (await isCameraRaw(inputPath))) throw invalidFileType(job.formats, 'RAW');
  const facts = await inspectForeign(inputPath, format);
  checkExtent({ ...facts, streamable: !facts.progressive }, job.maxPixels);
  const path = outputFile(job.outputPath, 'transcoded');
  const stored = await transcodeImage(inputPath, path, format, facts);
  return { file: describeFile(path), ...stored, frames: 1, removed: await removedFrom(inputPath, format) };
}

/** What the upload held that the stored picture does not. */
async function removedFrom(path: string, format: ForeignFormat): Promise<Removed[]> {
  // HEIF has the structure of AVIF.
  if (format === 'HEIC') return findRemovable(path, 'AVIF');
  if (format !== 'TIFF') return [];
  const kinds = await withReader(path, (reader) => {
    const tiff = openTiff(reader);
    const directory = tiff.directory(tiff.first);
    return kindsOfTags((tag) => directory.has(tag));
  });
  return sortRemoved(kinds);
}
