import type { Tx } from '../../catalog/schema.ts';
import { AppError } from '../../core/errors.ts';
import type { Plan } from '../../core/plans.ts';
import type { ProcessedImage } from '../../imaging/port.ts';
import { createSemaphore } from '../../lib/semaphore.ts';
import { openTempFiles, type TempFiles } from '../../lib/temp-files.ts';
import { type CommitDeps, commitImages, type Image, type ImageOptions } from './commit-images.ts';
import { type ProcessDeps, processFile } from './process-file.ts';
import { type ReceivedFile, receiveFile } from './receive-file.ts';
import { needsPerceptualHash, type ScreenDeps, screenImage } from './screen-image.ts';
import { discardBlobs, keysOf, type StoredBlobs, storeBlobs } from './store-blobs.ts';

/** Files of one request that are processed or stored at the same time; the other capacity is for other requests. */
const PARALLEL_FILES = 2;

export interface UploadDeps extends ProcessDeps, ScreenDeps, CommitDeps {
  /** Directory of temporary files. */
  tempDir: string;
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
  /** Processes all files. */
  process(): Promise<Outcome<ProcessedImage>[]>;
}

/** @param isBulk processes each file while the next one is received; else processing waits for `uploadImages` */
export function openBatch(deps: UploadDeps, plan: Plan, isBulk: boolean): Batch {
  const temp = openTempFiles(deps.tempDir);
  const inTurn = createSemaphore(PARALLEL_FILES);
  const files: { filename: string | undefined; sha256: string | null; received: Outcome<ReceivedFile> }[] = [];
  const processed = new Map<Outcome<ReceivedFile>, Promise<Outcome<ProcessedImage>>>();

  async function processOnce(file: Outcome<ReceivedFile>): Promise<Outcome<ProcessedImage>> {
    if (file instanceof AppError) return file;
    const begun =
      processed.get(file) ??
      inTurn(() =>
        outcomeOf(async () => {
          const wantsHash = await needsPerceptualHash(deps.db);
          return processFile(deps, temp, file, { maxPixels: plan.maxPixels, wantsHash });
        }),
      );
    processed.set(file, begun);
    return begun;
  }

  return {
    files,
    temp,
    async receive(filename, source) {
      const limits = { plan, formats: deps.formats };
      const received = await receiveFile(source, temp.newPath(), limits).catch((error) => {
        if (isBulk && error instanceof AppError) return error;
        throw error;
      });
      files.push({ filename, sha256: received instanceof AppError ? null : received.sha256, received });
      if (isBulk) void processOnce(received);
    },
    process: () => Promise.all(files.map(({ received }) => processOnce(received))),
    async [Symbol.asyncDispose]() {
      // A decoder may still write to the temporary files.
      await Promise.all(processed.values());
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
  const processed = await batch.process();
  if (atomic) throwRefusal(processed);
  const stored = await forEachImage(processed, async (image, index) => {
    const filename = batch.files[index]?.filename;
    const quarantine = await screenImage(deps, image, filename, options.caller);
    return storeBlobs(deps, batch.temp, image, filename, quarantine);
  });
  const blobs = stored.flatMap((outcome) => (outcome instanceof AppError ? [] : outcome));
  if (atomic && blobs.length < stored.length) {
    await discardBlobs(deps, blobs.flatMap(keysOf));
    throwRefusal(stored);
  }
  let outcomes: Outcome<Image>[] = [];
  await commitImages(deps, blobs, options, async (tx, images) => {
    const committed = images.values();
    outcomes = stored.map((outcome) => (outcome instanceof AppError ? outcome : (committed.next().value as Image)));
    await alongside(tx, outcomes);
  });
  return outcomes;
}

function forEachImage(
  images: readonly Outcome<ProcessedImage>[],
  step: (image: ProcessedImage, index: number) => Promise<StoredBlobs>,
): Promise<Outcome<StoredBlobs>[]> {
  const inTurn = createSemaphore(PARALLEL_FILES);
  return Promise.all(
    images.map((image, index) =>
      image instanceof AppError ? image : inTurn(() => outcomeOf(() => step(image, index))),
    ),
  );
}

/** The result of a step; an error that is no refusal becomes INTERNAL_ERROR. */
async function outcomeOf<T>(step: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return await step();
  } catch (error) {
    return error instanceof AppError ? error : new AppError('INTERNAL_ERROR', { cause: error });
  }
}

function throwRefusal(outcomes: readonly unknown[]): void {
  for (const outcome of outcomes) if (outcome instanceof AppError) throw outcome;
}
