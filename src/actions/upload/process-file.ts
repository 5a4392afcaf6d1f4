import type { Db } from '../../catalog/schema.ts';
import { type Caller, quotaKey } from '../../core/caller.ts';
import type { InputFormat } from '../../core/formats.ts';
import { type Decoder, outputFiles, type ProcessedImage } from '../../imaging/port.ts';
import type { TempFiles } from '../../lib/temp-files.ts';
import type { ReceivedFile } from './receive-file.ts';
import { needsPerceptualHash } from './screen-image.ts';

/** A processed file and what it was. */
export interface ProcessedFile extends ProcessedImage {
  /** Format of the uploaded file. */
  sourceFormat: InputFormat;
}

export interface ProcessDeps {
  db: Db;
  decoder: Decoder;
  /** Formats that this server accepts. */
  formats: readonly InputFormat[];
  /** Whether descriptive metadata stays in the stored image. */
  keepMetadata: boolean;
  /** Whether a decoder makes the thumbnail at the first request for it instead of at the upload. */
  lazyThumbnails: boolean;
}

/**
 * Processes a received file in a decoder process: checks its limits, removes private metadata, decodes it and makes the
 * thumbnail, or leaves the last two for later.
 * @throws AppError INVALID_FILE_TYPE, INVALID_IMAGE, IMAGE_DIMENSIONS_EXCEEDED, SERVICE_UNAVAILABLE
 */
export async function processFile(
  deps: ProcessDeps,
  temp: TempFiles,
  file: ReceivedFile,
  caller: Caller,
): Promise<ProcessedFile> {
  const outputPath = temp.newPrefix(outputFiles);
  const job = {
    inputPath: file.path,
    sha256: file.sha256,
    sizeBytes: file.sizeBytes,
    format: file.format,
    outputPath,
    maxPixels: caller.plan.maxPixels,
    keepMetadata: deps.keepMetadata,
    // Only the decoder knows it: for the hash even a lazy upload decodes the image.
    wantsHash: await needsPerceptualHash(deps.db),
    isLazy: deps.lazyThumbnails,
    formats: deps.formats,
  };
  const image = await deps.decoder.process(job, { kind: 'upload', caller: quotaKey(caller) });
  // The result names the written files, which saves a look at the disk for each of the others.
  const { original, thumbnail } = image;
  temp.narrow(outputPath, thumbnail.file === null ? [original.path] : [original.path, thumbnail.file.path]);
  return { ...image, sourceFormat: file.format };
}
