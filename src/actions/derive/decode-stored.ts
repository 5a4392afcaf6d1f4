import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { BlobStore } from '../../blobs/port.ts';
import type { ImageRecord } from '../../catalog/images/images.ts';
import { INPUT_FORMATS } from '../../core/formats.ts';
import { type Decoder, outputFiles, type ProcessedImage } from '../../imaging/port.ts';
import type { TempFiles } from '../../lib/temp-files.ts';

export interface StoredDeps {
  blobs: BlobStore;
  decoder: Decoder;
  /** Where temporary files may be put. */
  tempDir: string;
}

/**
 * Has a stored original decoded again, as if it came just now.
 * @returns undefined when the store does not have it
 * @throws AppError as the decoder does
 */
export async function prepareStored(
  deps: StoredDeps,
  temp: TempFiles,
  image: ImageRecord,
  wantsHash = false,
): Promise<ProcessedImage | undefined> {
  const body = await deps.blobs.open(image.original_key);
  if (body === undefined) return undefined;
  const inputPath = temp.newPath();
  await pipeline(body, createWriteStream(inputPath));
  return deps.decoder.processWithRetry({
    inputPath,
    sha256: image.sha256,
    sizeBytes: image.size_bytes,
    format: image.format,
    outputPath: temp.newPrefix(outputFiles),
    // It was within its uploader's limits.
    maxPixels: Number.MAX_SAFE_INTEGER,
    keepMetadata: true,
    formats: INPUT_FORMATS,
    wantsHash,
  });
}
