import { setImmediate } from 'node:timers/promises';
import type { Tx } from '../../catalog/schema.ts';
import type { Caller } from '../../core/caller.ts';
import { AppError, extendError } from '../../core/errors.ts';
import { cleanFilename } from '../../core/names.ts';
import type { TempFiles } from '../../lib/temp-files.ts';
import { createSemaphore } from '../../lib/throttle.ts';
import { noteInTrace, step } from '../../lib/tracing.ts';
import { type CommitDeps, commitImages, type Image, type ImageOptions } from './commit-images.ts';
import { type ProcessDeps, type ProcessedFile, processFile } from './process-file.ts';
import { type ReceivedFile, receiveFile } from './receive-file.ts';
import type { FreeSpace } from './require-free-space.ts';
import { type ScreenDeps, screenImage } from './screen-image.ts';
import { openPendingBlobs, type StoreDeps, type StoredBlobs, storeBlobs } from './store-blobs.ts';

const HOUR_SECONDS = 3_600;
/** Files of one request that are processed or stored at the same time; the other capacity is for other requests. */
const PARALLEL_FILES = 2;

/** The steps of an upload in their order: the first four for each file, the last for all together. Each is a span of its trace. */
const steps = {
  receive: step('receive file', receiveFile),
  process: step('process file', processFile, (_deps, _temp, { format, sizeBytes }) => {
    return { 'imgd.format': format, 'imgd.bytes': sizeBytes };
  }),
  screen: step('screen image', screenImage),
  store: step('store blobs', storeBlobs),
  commit: step('commit', commitImages, (_deps, _pending, { length }) => ({ 'imgd.images': length })),
};

export interface UploadDeps extends ProcessDeps, ScreenDeps, StoreDeps, CommitDeps {
  freeSpace: FreeSpace;
}

/** The result of a step for one file, or the error that refuses the file. */
export type Outcome<T> = T | AppError;

/** The files of one request. Disposal waits for the decoder and removes the temporary files. */
export interface Batch extends AsyncDisposable {
  /** Whether the request may have several files: a refusal then says which of them it is about. */
  readonly isBulk: boolean;
  /** In the order of the request; `sha256` is null for a file that was refused while it was received. */
  readonly files: readonly { filename: string | undefined; sha256: string | null }[];
  readonly temp: TempFiles;
  /** Receives the next file. @throws the errors of `receiveFile`; in a bulk upload an AppError is the file's outcome instead */
  receive(filename: string | undefined, source: AsyncIterable<Buffer>): Promise<void>;
  /** Processes all files. Called once. */
  process(): Promise<Outcome<ProcessedFile>[]>;
}

/**
 * Opens a batch, unless the storage is nearly full.
 * @param uploader asked for its caller with each file: the body may tell who that is
 * @param options.isBulk processes each file while the next one is received; else processing waits for `uploadImages`
 * @throws AppError STORAGE_UNAVAILABLE, STORAGE_FULL
 */
export async function openBatch(
  deps: UploadDeps,
  uploader: { readonly caller: Caller },
  { isBulk }: { isBulk: boolean },
): Promise<Batch> {
  await letReadsGoFirst();
  await deps.freeSpace.require();
  await deps.serviceStorage?.check(1);
  const inTurn = createSemaphore(PARALLEL_FILES);
  const files: { filename: string | undefined; sha256: string | null; received: Outcome<ReceivedFile> }[] = [];
  const processing: Promise<Outcome<ProcessedFile>>[] = [];

  async function startProcessing(file: Outcome<ReceivedFile>): Promise<Outcome<ProcessedFile>> {
    if (file instanceof AppError) return file;
    return inTurn(async () => {
      // The output of a decoder is at most as large as its input, except for some transcoded files.
      const onWritten = await deps.freeSpace.take(file.sizeBytes);
      return steps.process(deps, temp, file, uploader.caller).finally(onWritten);
    }).catch(refusalOf);
  }

  async function receive(filename: string | undefined, source: AsyncIterable<Buffer>): Promise<void> {
    const { caller } = uploader;
    const limits = { plan: caller.plan, formats: formatsFor(deps, caller), freeSpace: deps.freeSpace };
    const received = await steps.receive(source, temp.newPath(), limits).catch((error) => {
      if (isBulk && error instanceof AppError) return error;
      throw error;
    });
    files.push({ filename, sha256: received instanceof AppError ? null : received.sha256, received });
    if (isBulk) processing.push(startProcessing(received));
  }

  const temp = deps.freeSpace.newFiles();
  return {
    isBulk,
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
  { atomic, ...wanted }: ImageOptions & { atomic: boolean },
  alongside: (tx: Tx, outcomes: readonly Outcome<Image>[]) => Promise<void>,
): Promise<Outcome<Image>[]> {
  const options = withinTicket(wanted);
  await using pending = openPendingBlobs(deps, batch.temp);
  const processed = await batch.process();
  if (atomic) throwRefusal(batch, processed);
  const stored = await forEachImage(processed, async (image, index) => {
    const filename = batch.files[index]?.filename;
    const screened = await steps.screen(deps, image, filename, options.caller);
    return steps.store(pending, image, screened);
  });
  if (atomic) throwRefusal(batch, stored);
  const accepted = stored.flatMap((outcome) => (outcome instanceof AppError ? [] : outcome));
  let outcomes: Outcome<Image>[] = [];
  await steps.commit(deps, pending, accepted, options, async (tx, images) => {
    const committed = images.values();
    outcomes = stored.map((outcome) => (outcome instanceof AppError ? outcome : (committed.next().value as Image)));
    noteInTrace({ 'imgd.image_id': images.length === 1 ? images[0]?.id : undefined });
    await alongside(tx, outcomes);
  });
  return outcomes;
}

/**
 * Divides the longest work of an upload on the event loop, from its first bytes to the file, which every read would wait for.
 * The event loop looks at its sockets between the two.
 */
async function letReadsGoFirst(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

/** The formats of the server that a caller may upload. */
function formatsFor({ formats }: Pick<UploadDeps, 'formats'>, caller: Caller): UploadDeps['formats'] {
  const accepted = caller.kind === 'account' ? caller.ticket?.formats : undefined;
  return accepted == null ? formats : formats.filter((format) => accepted.includes(format));
}

/** The holder of a ticket names no album and no tags, which belong to the account, nor how long the images stay. */
function withinTicket(options: ImageOptions): ImageOptions {
  const ticket = options.caller.kind === 'account' ? options.caller.ticket : undefined;
  if (ticket === undefined) return options;
  const { plan } = options.caller;
  // The plan may have got a greatest expiry after the ticket was made.
  const longest = plan.maxExpiryHours ?? Number.POSITIVE_INFINITY;
  const hours = Math.min(ticket.expiryHours || (plan.defaultExpiryHours ?? longest), longest);
  const expiry = Number.isFinite(hours) ? { afterSeconds: hours * HOUR_SECONDS } : null;
  return { ...options, album: ticket.album, tags: [], expiry };
}

async function forEachImage(
  images: readonly Outcome<ProcessedFile>[],
  step: (image: ProcessedFile, index: number) => Promise<StoredBlobs>,
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

/** Throws the first refusal, in a bulk upload with the index and the name of its file. */
function throwRefusal({ isBulk, files }: Batch, outcomes: readonly Outcome<unknown>[]): void {
  const index = outcomes.findIndex((outcome) => outcome instanceof AppError);
  if (index < 0) return;
  const error = outcomes[index] as AppError;
  if (!isBulk) throw error;
  const filename = cleanFilename(files[index]?.filename, 'bin');
  throw extendError(error, `It is about the file "${filename}", with the index ${index}.`, { index, filename });
}
