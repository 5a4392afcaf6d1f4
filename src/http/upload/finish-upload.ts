import type { FastifyRequest } from 'fastify';
import type { Image } from '../../actions/upload/commit-images.ts';
import { uploadLocked } from '../../actions/upload/hold-upload.ts';
import { imageValues, type NewUpload, type OpenUploadDeps } from '../../actions/upload/open-upload.ts';
import { releaseAll } from '../../actions/upload/remove-uploads.ts';
import { openBatch } from '../../actions/upload/upload-images.ts';
import type { PartDeps } from '../../actions/upload/write-parts.ts';
import type { RepeatedUpload } from '../../api/images.ts';
import { findKeptImage } from '../../catalog/images/images.ts';
import { type HeldUpload, listParts, moveUpload } from '../../catalog/operations/resumable-uploads.ts';
import type { UploadRow } from '../../catalog/schema.ts';
import { AppError, ERRORS, type ErrorCode } from '../../core/errors.ts';
import { parseImageOptions } from '../../core/image-texts.ts';
import type { PublicUrls } from '../../core/links.ts';
import { openText, sealingKeyOf, sealText } from '../../lib/sealed-text.ts';
import { uploadView } from '../images/image-view.ts';
import { errorBody, toAppError } from '../protocol/errors.ts';
import { requireUploader, type StoreFilesDeps, storeFiles } from './upload.ts';

/** A dead node keeps an upload so long. */
const LEASE_MS = 30_000;
const RENEW_MS = 10_000;
const HOUR_MS = 3_600_000;
/** Refusals that do not depend on the file: the upload stays, and a retry may succeed. */
const NOT_FINAL = new Set([401, 408, 423, 429]);

export interface FinishDeps extends StoreFilesDeps, OpenUploadDeps, PartDeps, PublicUrls {}

/**
 * Makes the image of an upload whose bytes are all there, as every other upload does. The image and the end of the upload
 * are one transaction, which fails where another request has taken the upload over: the image exists once.
 * @param row held by the request
 * @throws AppError UPLOAD_LOCKED; the errors of `parseImageOptions`, `openBatch` and `storeFiles`. A refusal of the file ends the
 *   upload; after other failures the next request tries again.
 */
export async function finishUpload(
  deps: FinishDeps,
  request: FastifyRequest,
  id: string,
  row: UploadRow,
): Promise<RepeatedUpload> {
  const { db, clock } = deps;
  const held = { idHash: row.id_hash, lock: row.lock ?? '' };
  const lease = () => ({
    lease_until: clock.now() + LEASE_MS,
    // The parts stay while they are read.
    expires_at: Math.max(row.expires_at, clock.now() + HOUR_MS),
  });
  if (!(await moveUpload(db, held, 'open', { state: 'finishing', ...lease() }))) throw uploadLocked();
  const renewal = setInterval(() => {
    moveUpload(db, held, 'finishing', lease()).catch((error) => request.log.warn(error, 'upload lease not renewed'));
  }, RENEW_MS);
  try {
    const image = await storeUpload(deps, request, id, row, held);
    await releaseAll(deps, row.id_hash).catch((error) => request.log.warn(error, 'parts not released'));
    return image;
  } catch (error) {
    await endAttempt(deps, held, toAppError(error)).catch((failure) =>
      request.log.warn(failure, 'upload not released'),
    );
    throw error;
  } finally {
    clearInterval(renewal);
  }
}

/** Stores the bytes of all parts as an image, and ends the upload in the same transaction. @throws AppError UPLOAD_LOCKED */
async function storeUpload(
  deps: FinishDeps,
  request: FastifyRequest,
  id: string,
  row: UploadRow,
  held: HeldUpload,
): Promise<RepeatedUpload> {
  const { caller } = request;
  const metadata = JSON.parse(row.metadata) as NewUpload['metadata'];
  await using batch = await openBatch(deps, { caller }, { isBulk: false });
  await batch.receive(metadata.filename ?? metadata.name ?? undefined, bytesOf(deps, row));
  await requireUploader(deps, caller);
  const options = { caller, ...parseImageOptions(imageValues(metadata), deps, caller.plan), atomic: true };
  const [image] = await storeFiles(deps, request, batch, options, async (tx, [outcome]) => {
    const answer = uploadView(outcome as Image, deps.imageHost);
    const done = await moveUpload(tx, held, 'finishing', {
      state: 'complete',
      image_id: answer.id,
      answer: sealText(JSON.stringify(answer), keyOf(deps, id)),
      expires_at: deps.clock.now() + deps.resumableHours * HOUR_MS,
    });
    if (!done) throw uploadLocked();
  });
  return uploadView(image as Image, deps.imageHost);
}

/** Ends the upload where its file was refused, else lets the next request try again. */
async function endAttempt(deps: FinishDeps, held: HeldUpload, error: AppError): Promise<void> {
  const isFinal = error.status < 500 && !NOT_FINAL.has(error.status);
  if (!isFinal) {
    await moveUpload(deps.db, held, 'finishing', { state: 'open', lease_until: 0 });
    return;
  }
  const { code, detail, param, details } = error;
  const answer = JSON.stringify({ code, detail, param, details });
  if (await moveUpload(deps.db, held, 'finishing', { state: 'failed', answer })) await releaseAll(deps, held.idHash);
}

/** The bytes of all parts in order. @throws AppError STORAGE_UNAVAILABLE where one is missing */
async function* bytesOf({ db, partBlobs }: FinishDeps, row: UploadRow): AsyncGenerator<Buffer> {
  let offset = 0;
  for (const part of await listParts(db, row.id_hash)) {
    const bytes = part.start_byte === offset ? await partBlobs.open(part.blob_key) : undefined;
    if (bytes === undefined) break;
    yield* bytes as AsyncIterable<Buffer>;
    offset += part.size_bytes;
  }
  if (offset === row.length_bytes) return;
  throw new AppError('STORAGE_UNAVAILABLE', { cause: new Error(`a part of an upload is missing at byte ${offset}`) });
}

const keyOf = ({ uploadSecret }: Pick<FinishDeps, 'uploadSecret'>, id: string) =>
  sealingKeyOf(uploadSecret, 'imgd uploads', [id]);

/** The answer to the request that made the image; null without one, or where the image was deleted since. */
export async function finishedImage(deps: FinishDeps, id: string, row: UploadRow): Promise<RepeatedUpload | null> {
  if (row.state !== 'complete' || row.answer === null || row.image_id === null) return null;
  if ((await findKeptImage(deps.db, row.image_id, deps.clock.now())) === undefined) return null;
  return JSON.parse(openText(row.answer, keyOf(deps, id))) as RepeatedUpload;
}

/** The error for which a failed upload was refused. */
export function failureOf(row: UploadRow): AppError {
  const { code, ...options } = JSON.parse(row.answer ?? '{}') as { code?: string; detail?: string };
  const known = code !== undefined && code in ERRORS ? (code as ErrorCode) : 'INVALID_IMAGE';
  return new AppError(known, options);
}

/** The error of a failed upload as answers show it. */
export const failureView = (row: UploadRow) => errorBody(failureOf(row)).error;
