import type { Tx } from '../../catalog/schema.ts';
import type { Caller } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import type { Plan } from '../../core/plans.ts';
import type { ProcessedImage } from '../../imaging/port.ts';
import { createSemaphore } from '../../lib/semaphore.ts';
import type { TempFiles } from '../../lib/temp-files.ts';
import { commitImages, type ImageOptions, type UploadedImage } from './commit-images.ts';
import { type StagedFile, stageUpload } from './receive-file.ts';
import { screenUpload } from './screen-image.ts';
import { discardBlobs, keysOf, type PutImage, putImage } from './store-blobs.ts';
import { processStaged, type UploadDeps } from './upload-image.ts';

/** One request may keep this many decodings or puts going, so that a large batch leaves room for others. */
const PARALLEL_FILES = 2;

/** What became of one file. */
export type FileOutcome<T> = { filename: string | undefined } & (
  | { ok: true; value: T }
  | { ok: false; error: AppError }
);

/** Files of one request, taken in one after another while the body is still being received. */
export interface Batch extends AsyncDisposable {
  /** Stages a file; its decoding goes on while the next one is received. Refusals are kept for later. */
  add(filename: string | undefined, source: AsyncIterable<Buffer>): Promise<void>;
  isEmpty(): boolean;
  /** Name and SHA-256 of each file, in order; null for one that was refused before its end. */
  fingerprint(): [filename: string | undefined, sha256: string | null][];
  /** Stores what can be stored. */
  store(
    options: ImageOptions & { atomic: boolean },
    alongside: (tx: Tx, outcomes: FileOutcome<UploadedImage>[]) => Promise<void>,
  ): Promise<FileOutcome<UploadedImage>[]>;
}

/**
 * Begins a batch upload.
 * @param onFault is told of failures that are no refusals; the file's outcome is INTERNAL_ERROR then
 */
export function startBatch(deps: UploadDeps, temp: TempFiles, plan: Plan, onFault: (fault: unknown) => void): Batch {
  const inTurn = createSemaphore(PARALLEL_FILES);
  const files: { filename: string | undefined; hash: string | null; processed: Promise<ProcessedImage> }[] = [];

  async function attempt<T>(filename: string | undefined, work: () => Promise<T>): Promise<FileOutcome<T>> {
    try {
      return { filename, ok: true, value: await work() };
    } catch (error) {
      if (error instanceof AppError) return { filename, ok: false, error };
      onFault(error);
      return { filename, ok: false, error: new AppError('INTERNAL_ERROR', { cause: error }) };
    }
  }

  async function stage(source: AsyncIterable<Buffer>): Promise<StagedFile | AppError> {
    try {
      return await stageUpload(source, temp.newPath(), { plan, formats: deps.formats });
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
  }

  async function screenAndPut(image: ProcessedImage, filename: string | undefined, caller: Caller): Promise<PutImage> {
    return putImage(deps, temp, image, filename, await screenUpload(deps, image, filename, caller));
  }

  return {
    async add(filename, source) {
      const staged = await stage(source);
      if (staged instanceof AppError) {
        files.push({ filename, hash: null, processed: refused(staged) });
        return;
      }
      const processed = inTurn(() => processStaged(deps, temp, staged, plan.maxPixels));
      // Looked at in `store`; until then a refusal is not an unhandled one.
      processed.catch(() => {});
      files.push({ filename, hash: staged.sha256, processed });
    },

    isEmpty: () => files.length === 0,
    fingerprint: () => files.map((file) => [file.filename, file.hash]),

    async store({ atomic, ...options }, alongside) {
      const processed = await Promise.all(files.map((file) => attempt(file.filename, () => file.processed)));
      if (atomic) throwFirstRefusal(processed);
      const put = await Promise.all(
        processed.map(
          async (outcome): Promise<FileOutcome<PutImage>> =>
            outcome.ok
              ? attempt(outcome.filename, () =>
                  inTurn(() => screenAndPut(outcome.value, outcome.filename, options.caller)),
                )
              : outcome,
        ),
      );
      if (atomic && put.some((outcome) => !outcome.ok)) {
        const keys = put.flatMap((one) => (one.ok ? keysOf(one.value) : []));
        await discardBlobs(deps, keys);
        throwFirstRefusal(put);
      }
      const good = put.flatMap((outcome) => (outcome.ok ? [outcome.value] : []));
      let outcomes: FileOutcome<UploadedImage>[] = [];
      await commitImages(deps, good, options, async (tx, uploaded) => {
        const rest = [...uploaded];
        outcomes = put.map((one) => (one.ok ? { ...one, value: rest.shift() as UploadedImage } : one));
        await alongside(tx, outcomes);
      });
      return outcomes;
    },

    // Decoders still write into the temp: it can be removed only when they have ended.
    async [Symbol.asyncDispose]() {
      await Promise.allSettled(files.map((file) => file.processed));
    },
  };
}

function refused(error: AppError): Promise<never> {
  const promise = Promise.reject(error);
  promise.catch(() => {});
  return promise;
}

function throwFirstRefusal(outcomes: readonly FileOutcome<unknown>[]): void {
  for (const outcome of outcomes) if (!outcome.ok) throw outcome.error;
}
