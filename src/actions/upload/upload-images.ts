import type { Tx } from '../../catalog/schema.ts';
import { AppError } from '../../core/errors.ts';
import type { Plan } from '../../core/plans.ts';
import type { ProcessedImage } from '../../imaging/port.ts';
import { openTempFiles, type TempFiles } from '../../lib/temp-files.ts';
import { createSemaphore } from '../../lib/throttle.ts';
import { type CommitDeps, commitImages, type Image, type ImageOptions } from './commit-images.ts';
import { type ProcessDeps, processFile } from './process-file.ts';
import { type ReceivedFile, receiveFile } from './receive-file.ts';
import { requireFreeSpace } from './require-free-space.ts';
import { type ScreenDeps, screenImage } from './screen-image.ts';
import { openPendingBlobs, type StoreDeps, type StoredBlobs, storeBlobs } from './store-blobs.ts';

/** Files of one request that are processed or stored at the same time; the other capacity is for other requests. */
const PARALLEL_FILES = 2;

export interface UploadDeps extends ProcessDeps, ScreenDeps, StoreDeps, CommitDeps {
  /** Directory of temporary files. */
  tempDir: string;
  /** Uploads are refused while fewer bytes are free. */
  minFreeBytes: number;
}

/** The result of a step for one file, or the error that refuses the file. */
export type Outcome<T> = T | AppError;

/** The files of one request. Disposal waits for the decoder and removes the temporary files. */
export interface Batch extends AsyncDisposable {
  /** In the order of the request; `sha256` is null for a file that was refused while it was received. */
  readonly files: readonly { filename: string | undefined; sha256: string | null }[];
  readonly temp: TempFiles;
  /** Receives the next file. @throws the errors of `receiveFile`; in a bulk upload an AppError is the file's outcome instead */
  receive(filename: string | undefined, source: AsyncIterable<Buffer>): Promise<void>;
  /** Processes all files. Called once. */
  process(): Promise<Outcome<ProcessedImage>[]>;
}

/**
 * Opens a batch, unless the storage is nearly full.
 * @param options.isBulk processes each file while the next one is received; else processing waits for `uploadImages`
 * @throws AppError STORAGE_UNAVAILABLE
 */
export async function openBatch(deps: UploadDeps, plan: Plan, { isBulk }: { isBulk: boolean }): Promise<Batch> {
  await requireFreeSpace(deps);
  const inTurn = createSemaphore(PARALLEL_FILES);
  const files: { filename: string | undefined; sha256: string | null; received: Outcome<ReceivedFile> }[] = [];
  const processing: Promise<Outcome<ProcessedImage>>[] = [];

  async function startProcessing(file: Outcome<ReceivedFile>): Promise<Outcome<ProcessedImage>> {
    if (file instanceof AppError) return file;
    return inTurn(() => processFile(deps, temp, file, plan.maxPixels)).catch(refusalOf);
  }

  async function receive(filename: string | undefined, source: AsyncIterable<Buffer>): Promise<void> {
    const limits = { plan, formats: deps.formats };
    const received = await receiveFile(source, temp.newPath(), limits).catch((error) => {
      if (isBulk && error instanceof AppError) return error;
      throw error;
    });
    files.push({ filename, sha256: received instanceof AppError ? null : received.sha256, received });
    if (isBulk) processing.push(startProcessing(received));
  }

  const temp = openTempFiles(deps.tempDir);
  return {
    files,
    temp,
    receive,
    async process() {
      if (!isBulk) processing.push(...files.map(({ received }) => startProcessing(received)));
      return Promise.all(processing);
    },
    async [Symbol.asyncDispose]() {
      // A decoder may still write to the temporary files.
      await Promise.all(processing);
      await temp[Symbol.asyncDispose]();
    },
  };
}

/**
 * Turns the files of a batch into images: processes, screens and stores each file, then commits all images together.
 * When it resolves, the images survive a loss of power.
 * @param options.atomic throws the first refusal instead of storing the other files
 * @param alongside runs in the transaction that makes the images exist
 * @returns an image or an AppError for each file
 * @throws AppError INVALID_FILE_TYPE, INVALID_IMAGE, IMAGE_DIMENSIONS_EXCEEDED, CONTENT_BLOCKED, CONTENT_REFUSED,
 *   SERVICE_UNAVAILABLE, STORAGE_UNAVAILABLE of an atomic upload; the errors of `commitImages`. No blob remains.
 */
export async function uploadImages(
  deps: UploadDeps,
  batch: Batch,
  { atomic, ...options }: ImageOptions & { atomic: boolean },
  alongside: (tx: Tx, outcomes: readonly Outcome<Image>[]) => Promise<void>,
): Promise<Outcome<Image>[]> {
  await using pending = openPendingBlobs(deps, batch.temp);
  const processed = await batch.process();
  if (atomic) throwRefusal(processed);
  const stored = await forEachImage(processed, async (image, index) => {
    const screened = await screenImage(deps, image, batch.files[index]?.filename, options.caller);
    return storeBlobs(pending, image, screened);
  });
  if (atomic) throwRefusal(stored);
  const accepted = stored.flatMap((outcome) => (outcome instanceof AppError ? [] : outcome));
  let outcomes: Outcome<Image>[] = [];
  await commitImages(deps, pending, accepted, options, async (tx, images) => {
    const committed = images.values();
    outcomes = stored.map((outcome) => (outcome instanceof AppError ? outcome : (committed.next().value as Image)));
    await alongside(tx, outcomes);
  });
  return outcomes;
}

async function forEachImage(
  images: readonly Outcome<ProcessedImage>[],
  step: (image: ProcessedImage, index: number) => Promise<StoredBlobs>,
): Promise<Outcome<StoredBlobs>[]> {
  const inTurn = createSemaphore(PARALLEL_FILES);
  return Promise.all(
    images.map((image, index) =>
      image instanceof AppError ? image : inTurn(() => step(image, index)).catch(refusalOf),
    ),
  );
}

/** An error that is no refusal becomes INTERNAL_ERROR. */
function refusalOf(error: unknown): AppError {
  return error instanceof AppError ? error : new AppError('INTERNAL_ERROR', { cause: error });
}

function throwRefusal(outcomes: readonly Outcome<unknown>[]): void {
  for (const outcome of outcomes) if (outcome instanceof AppError) throw outcome;
}
