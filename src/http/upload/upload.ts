import type { FastifyRequest } from 'fastify';
import type { NetworkBlocks } from '../../actions/moderation/create-network-blocks.ts';
import type { Statistics } from '../../actions/operations/statistics.ts';
import type { Image, ImageOptions } from '../../actions/upload/commit-images.ts';
import { fileTooLarge } from '../../actions/upload/receive-file.ts';
import {
  type Batch,
  type Outcome,
  openBatch,
  type UploadDeps,
  uploadImages,
} from '../../actions/upload/upload-images.ts';
import { Forms, ImageResponses, type RepeatedUpload } from '../../api/images.ts';
import { findKeptImage } from '../../catalog/images/images.ts';
import type { Tx } from '../../catalog/schema.ts';
import type { Caller } from '../../core/caller.ts';
import { AppError, type ErrorCode } from '../../core/errors.ts';
import { OPTION_NAMES, type OptionLimits, parseImageOptions } from '../../core/image-texts.ts';
import type { PublicUrls } from '../../core/links.ts';
import type { Plan } from '../../core/plans.ts';
import { linksAsText } from '../../doors/text.ts';
import type { IdempotencyRecord } from '../guards/idempotency.ts';
import { uploadView } from '../images/image-view.ts';
import { type ErrorBody, factsOf, prefers } from '../protocol/errors.ts';
import { type RequestFacts, recordFacts } from '../protocol/request-record.ts';
import type { App } from '../routing/app-type.ts';
import { route } from '../routing/route.ts';
import { decodeFile } from './encoded-file.ts';
import type { AddressSettings, FetchFile } from './from-address.ts';
import { type Fields, readUploadForm } from './multipart.ts';

/** Text fields and boundaries of one form. */
const FORM_OVERHEAD_BYTES = 4 * 2 ** 20;
/** The header of one part. */
const PART_OVERHEAD_BYTES = 16 * 1024;
/** Bytes of the body of an upload. A longer one has more files than the plan allows, or larger ones. */
export function maxFormBytes({ maxFileBytes }: Plan, maxFiles: number): number;
export function maxFormBytes({ maxFileBytes }: Plan, maxFiles: number | null): number | null;
export function maxFormBytes({ maxFileBytes }: Plan, maxFiles: number | null): number | null {
  return maxFiles === null ? null : maxFiles * (maxFileBytes + PART_OVERHEAD_BYTES) + FORM_OVERHEAD_BYTES;
}

/** Errors of the files and fields of a form. */
export const UPLOAD_ERRORS: readonly ErrorCode[] = [
  'INVALID_FILE_TYPE',
  'INVALID_IMAGE',
  'IMAGE_DIMENSIONS_EXCEEDED',
  'EMPTY_FILE',
  'MISSING_FILE',
  'TOO_MANY_FILES',
  'INVALID_ALBUM',
  'INVALID_EXPIRY',
  'INVALID_PARAMETER',
  'CONTENT_REFUSED',
  'CONTENT_BLOCKED',
  'STORAGE_QUOTA_EXCEEDED',
  'FILE_TOO_LARGE',
  'STORAGE_UNAVAILABLE',
];

/** The field with the address of an image, in place of the file. */
export const ADDRESS = 'url';

/** Errors of an address in place of a file. */
const ADDRESS_ERRORS: readonly ErrorCode[] = [
  'URL_REFUSED',
  'URL_FETCH_FAILED',
  'URL_UPLOADS_DISABLED',
  'TOO_MANY_ATTEMPTS',
];

export type UploadAnswer = { success: true; data: RepeatedUpload };

/** POST /upload: one image. */
export function uploadRoute(api: App, deps: UploadRouteDeps): void {
  route(api, {
    method: 'POST',
    path: '/upload',
    operationId: 'uploadImage',
    summary: 'Upload an image',
    asText: true,
    tag: 'Images',
    access: { anonymousOr: 'images:write' },
    form: Forms.upload,
    answer: ImageResponses.uploaded,
    onRequest: refuseLongBody,
    isIdempotent: true,
    errors: [...UPLOAD_ERRORS, ...ADDRESS_ERRORS],
    async around({ headers }, reply, uploaded) {
      const answer = await uploaded();
      if (!prefers(headers.accept, 'text/plain')) return answer;
      const text = answer.success ? linksAsText([answer.data]) : `${answer.error.message}\n`;
      return reply.type('text/plain; charset=utf-8').send(text);
    },
    async handler(request) {
      const { plan } = request.caller;
      await using batch = await openBatch(deps, request, { isBulk: false });
      const fields = await readUploadForm(request, {
        fileField: 'file',
        isUpload: (name) => name === 'file',
        textFields: [...OPTION_NAMES, ADDRESS],
        isEnough: (given) => (given.get(ADDRESS) ?? '') !== '',
        maxFiles: 1,
        maxBytes: maxFormBytes(plan, 1),
        maxSkippedBytes: plan.maxFileBytes,
        takesText: 'data-url',
        onFile: (filename, source, isText) => receiveFileOrText(batch, 'file', filename, source, isText),
      });
      return await storeOne(deps, request, batch, fields);
    },
  });
}

/**
 * Makes an image of the file of a batch, unless the request repeats an earlier one. Without a file the field `ADDRESS` says
 * where the image is.
 * @param fields the text fields of the body, by the names of the API
 * @throws AppError IMAGE_NOT_FOUND; the errors of `requireUploader`, `replay`, `FetchFile`, `parseImageOptions` and `storeFiles`
 */
export async function storeOne(
  deps: UploadRouteDeps,
  request: FastifyRequest,
  batch: Batch,
  fields: Fields,
): Promise<UploadAnswer | ErrorBody> {
  const { caller, idempotency: record } = request;
  await requireUploader(deps, caller);
  const address = batch.files.length === 0 ? fields.get(ADDRESS) : undefined;
  const texts = address === undefined ? [...fields].filter(([name]) => name !== ADDRESS) : [...fields];
  const files = batch.files.flatMap(({ filename, sha256 }) => [filename, sha256]);
  // An answer is repeated without another look at the address, which may have another image by now.
  const replayed = record.replay<UploadAnswer>([...texts, ...files]);
  if (replayed !== undefined) return requireStored(deps, replayed, (answer) => [answer.data]);
  if (address !== undefined) {
    using file = await deps.fetchFile(request, address);
    await batch.receive(file.filename, file.bytes);
  }
  const options = { caller, ...parseImageOptions(fields, deps, caller.plan), atomic: true };
  const keeps = keepsToken(caller, record, batch);
  let answer: UploadAnswer | undefined;
  await storeFiles(deps, request, batch, options, (tx, [image]) => {
    const data = uploadView(image as Image, deps.imageHost);
    answer = { success: true, data };
    return record.save(tx, keeps ? answer : { success: true, data: withoutToken(data) });
  });
  return answer as UploadAnswer;
}

/**
 * Refuses what `guards/auth.ts` refuses before the body: a field of the body may have named the account.
 * @throws AppError NETWORK_BLOCKED, ANONYMOUS_UPLOADS_OFF
 */
export async function requireUploader({ networkBlocks }: StoreFilesDeps, caller: Caller): Promise<void> {
  if (caller.kind !== 'account') await networkBlocks.refuseUploader(caller.address, true);
}

/**
 * Stores the received files of a request as images: what all endpoints for uploads have in common. The body of the request
 * has been fully received; only local processing remains.
 * @param alongside runs in the transaction that makes the images exist
 * @returns an image or an AppError for each file, in the order of the request
 * @throws AppError the errors of `uploadImages`
 */
export async function storeFiles(
  deps: StoreFilesDeps,
  { log, raw, uploadSlot }: Pick<FastifyRequest, 'log' | 'raw' | 'uploadSlot'>,
  batch: Batch,
  options: ImageOptions & { atomic: boolean },
  alongside?: (tx: Tx, outcomes: readonly Outcome<Image>[]) => Promise<void>,
): Promise<readonly Outcome<Image>[]> {
  uploadSlot?.received();
  const outcomes = await uploadImages(deps, batch, options, async (tx, all) => {
    for (const outcome of all) {
      if (outcome instanceof AppError && outcome.code === 'INTERNAL_ERROR') log.error(outcome.cause);
    }
    await alongside?.(tx, all);
  });
  recordFacts(raw, factsOfFiles(outcomes));
  return outcomes;
}

/** Files of one line of the log. */
const MAX_LOGGED = 50;

function factsOfFiles(outcomes: readonly Outcome<Image>[]): RequestFacts {
  const ids = outcomes.flatMap((outcome) => (outcome instanceof AppError ? [] : outcome.id));
  const refused = outcomes.flatMap((outcome, file) =>
    outcome instanceof AppError ? { file, ...factsOf(outcome) } : [],
  );
  return {
    image_ids: ids.slice(0, MAX_LOGGED),
    ...(refused.length > 0 && { refused: refused.slice(0, MAX_LOGGED) }),
  };
}

/** Gives a file to a batch, or the file that a data: URL holds. @throws AppError INVALID_PARAMETER, as `Batch.receive` */
export async function receiveFileOrText(
  batch: Batch,
  param: string,
  filename: string | undefined,
  source: AsyncIterable<Buffer>,
  isText: boolean,
): Promise<void> {
  if (!isText) return batch.receive(filename, source);
  const file = await decodeFile(source, param);
  if ('bytes' in file) await batch.receive(filename, file.bytes);
}

/** Refuses a body by its Content-Length, before any of it is read. @throws AppError FILE_TOO_LARGE */
async function refuseLongBody({ caller: { plan }, headers }: FastifyRequest): Promise<void> {
  if (Number(headers['content-length'] ?? 0) > maxFormBytes(plan, 1)) throw fileTooLarge(plan);
}

/**
 * Whether a retry gets the delete tokens. Anonymous callers share a network address and the holders of a ticket share it, so a key that another one could use
 * too must not give them out.
 */
export function keepsToken(caller: Caller, record: Pick<IdempotencyRecord, 'isGuessable'>, { files }: Batch): boolean {
  const isAccount = caller.kind === 'account' && caller.ticket === undefined;
  return isAccount || !record.isGuessable(files.flatMap(({ sha256 }) => sha256 ?? []));
}

export function withoutToken({ delete_token: _token, delete_url: _url, ...rest }: RepeatedUpload): RepeatedUpload {
  return rest;
}

/** @throws AppError IMAGE_NOT_FOUND when all images of a repeated answer were deleted or have expired */
export async function requireStored<T extends { success: true }>(
  { db, clock }: UploadRouteDeps,
  replayed: T | ErrorBody,
  uploadsOf: (answer: T) => readonly RepeatedUpload[],
): Promise<T | ErrorBody> {
  if (!replayed.success) return replayed;
  for (const { id } of uploadsOf(replayed)) {
    if ((await findKeptImage(db, id, clock.now())) !== undefined) return replayed;
  }
  throw new AppError('IMAGE_NOT_FOUND', {
    detail: 'The upload with this Idempotency-Key was stored and deleted since.',
  });
}

/** Dependencies of everything that stores uploaded files. */
export interface StoreFilesDeps extends UploadDeps, OptionLimits {
  networkBlocks: NetworkBlocks;
}

/** Dependencies of the upload endpoints. */
export interface UploadRouteDeps extends Pick<AddressSettings, 'urlUploads'>, StoreFilesDeps, PublicUrls {
  fetchFile: FetchFile;
  statistics: Statistics;
}
