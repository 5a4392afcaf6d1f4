import { hasPerceptualBlocks } from '../../catalog/moderation/blocks.ts';
import type { Tx } from '../../catalog/schema.ts';
import type { InputFormat } from '../../core/formats.ts';
import { type Decoder, outputFiles } from '../../imaging/port.ts';
import type { TempFiles } from '../../lib/temp-files.ts';
import { commitImages, type ImageOptions, type UploadedImage } from './commit-images.ts';
import type { StagedFile } from './receive-file.ts';
import { type ScreenDeps, screenUpload } from './screen-image.ts';
import { putImage, type StoreDeps } from './store-blobs.ts';

export interface UploadDeps extends StoreDeps, ScreenDeps {
  decoder: Decoder;
  /** The formats that are accepted on this server. */
  formats: readonly InputFormat[];
  /** Whether descriptive metadata stays in what is stored. */
  keepMetadata: boolean;
  /** Whether pictures are decoded when their thumbnails are first asked for. */
  lazyThumbnails: boolean;
}

/** A staged file under the name that the client gave it. */
export interface NamedFile {
  filename: string | undefined;
  staged: StagedFile;
}

/**
 * Turns a staged file into an image: decode and thumbnail (unless they are left for later), screening, durable blobs, commit.
 * When it resolves, the image survives a loss of power.
 * @param alongside is done in the transaction that makes the image exist
 * @throws AppError INVALID_IMAGE, IMAGE_DIMENSIONS_EXCEEDED, CONTENT_BLOCKED, CONTENT_REFUSED, SERVICE_UNAVAILABLE, STORAGE_UNAVAILABLE; nothing is left then
 */
export async function uploadImage(
  deps: UploadDeps,
  temp: TempFiles,
  file: NamedFile,
  options: ImageOptions,
  alongside: (tx: Tx, image: UploadedImage) => Promise<void>,
): Promise<UploadedImage> {
  const processed = await processStaged(deps, temp, file.staged, options.caller.plan.maxPixels);
  const quarantine = await screenUpload(deps, processed, file.filename, options.caller);
  const put = await putImage(deps, temp, processed, file.filename, quarantine);
  const [image] = await commitImages(deps, [put], options, (tx, [uploaded]) =>
    alongside(tx, uploaded as UploadedImage),
  );
  return image as UploadedImage;
}

/**
 * Has a staged file decoded and its thumbnail made, in the temp. Where that is left for later, it is
 * done now all the same while pictures are blocked by their looks, which only the decoder knows.
 */
export async function processStaged(deps: UploadDeps, temp: TempFiles, staged: StagedFile, maxPixels: number) {
  const outputPath = temp.newPrefix(outputFiles);
  const processed = await deps.decoder.process({
    inputPath: staged.path,
    sha256: staged.sha256,
    sizeBytes: staged.sizeBytes,
    format: staged.format,
    outputPath,
    maxPixels,
    keepMetadata: deps.keepMetadata,
    wantsHash: await hasPerceptualBlocks(deps.db),
    isLazy: deps.lazyThumbnails,
    formats: deps.formats,
  });
  const { original, thumbnail } = processed;
  const written = [original.path, thumbnail.file?.path];
  temp.forget(...outputFiles(outputPath).filter((path) => !written.includes(path)));
  return processed;
}
