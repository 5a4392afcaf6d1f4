import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Statistics } from '../../actions/operations/statistics.ts';
import type { Image } from '../../actions/upload/commit-images.ts';
import { OPTION_NAMES } from '../../actions/upload/parse-image-options.ts';
import { fileTooLarge } from '../../actions/upload/receive-file.ts';
import type { Batch, Outcome } from '../../actions/upload/upload-images.ts';
import { type BulkItem, Forms, ImageResponses, type RepeatedUpload } from '../../api/images.ts';
import { findKeptImage } from '../../catalog/images/images.ts';
import type { Caller } from '../../core/caller.ts';
import { AppError, type ErrorCode } from '../../core/errors.ts';
import type { PublicUrls } from '../../core/links.ts';
import { cleanFilename } from '../../core/names.ts';
import type { Plan } from '../../core/plans.ts';
import { linksAsText } from '../../doors/text.ts';
import { type IdempotencyDeps, type IdempotencyRecord, idempotently } from '../guards/idempotency.ts';
import { noneSucceeded } from '../images/bulk-view.ts';
import { uploadView } from '../images/image-view.ts';
import { type ErrorBody, errorBody, prefers } from '../protocol/errors.ts';
import { success } from '../protocol/success.ts';
import { bodyTooLarge } from '../protocol/watch-body.ts';
import type { App } from '../routing/app-type.ts';
import { route } from '../routing/route.ts';
import { decodeFile } from './encoded-file.ts';
import { type AddressDeps, receiveFromAddress } from './from-address.ts';
import { type Fields, readUploadForm } from './multipart.ts';
import { type ReceiveDeps, receiveUpload, type UploadRequest } from './receive-upload.ts';

/** Text fields and boundaries of one form. */
const FORM_OVERHEAD_BYTES = 4 * 2 ** 20;
/** The header of one part. */
const PART_OVERHEAD_BYTES = 16 * 1024;
/** Files of the plan's size that a bulk upload may send without storing them: wrong names, and rests of refused files. */
export const MAX_SKIPPED_FILES = 10;

/** Bytes of the body of an upload. A longer one has more files than the plan allows, or larger ones. */
export function maxFormBytes({ maxFileBytes }: Plan, maxFiles: number): number;
export function maxFormBytes({ maxFileBytes }: Plan, maxFiles: number | null): number | null;
export function maxFormBytes({ maxFileBytes }: Plan, maxFiles: number | null): number | null {
  return maxFiles === null ? null : maxFiles * (maxFileBytes + PART_OVERHEAD_BYTES) + FORM_OVERHEAD_BYTES;
}

/** Errors of the files and fields of a form. */
const UPLOAD_ERRORS: readonly ErrorCode[] = [
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
    async handler(request, reply) {
      const { caller } = request;
      const answer = await uploadOne(deps, request, reply, {
        callerOf: () => caller,
        read: (batch) =>
          readUploadForm(request, {
            fileField: 'file',
            isUpload: (name) => name === 'file',
            textFields: [...OPTION_NAMES, ADDRESS],
            isEnough: (fields) => (fields.get(ADDRESS) ?? '') !== '',
            maxFiles: 1,
            maxBytes: maxFormBytes(caller.plan, 1),
            maxSkippedBytes: caller.plan.maxFileBytes,
            takesText: 'data-url',
            onFile: (filename, source, isText) => receiveFileOrText(batch, 'file', filename, source, isText),
          }),
      });
      if (!prefers(request.headers.accept, 'text/plain')) return answer;
      const text = answer.success ? linksAsText([answer.data]) : `${answer.error.message}\n`;
      return reply.type('text/plain; charset=utf-8').send(text);
    },
  });
}

/**
 * Stores the file of a request, once for retries with the same Idempotency-Key. Without a file the field `ADDRESS` says where
 * the image is.
 * @throws AppError the errors of `idempotently` and `receiveUpload`
 */
export function uploadOne(
  deps: UploadRouteDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { callerOf, read }: Pick<UploadRequest<never>, 'callerOf' | 'read'>,
): Promise<UploadAnswer | ErrorBody> {
  const answer = ([image]: readonly Outcome<Image>[]) => {
    return { success: true as const, data: uploadView(image as Image, deps.imageHost) };
  };
  let replayed: UploadAnswer | ErrorBody | undefined;
  return idempotently<UploadAnswer>(deps, request, reply, (record) =>
    receiveUpload<UploadAnswer | ErrorBody>(deps, request, {
      callerOf,
      isBulk: false,
      async read(batch) {
        const fields = await read(batch);
        const address = batch.files.length === 0 ? fields.get(ADDRESS) : undefined;
        if (address === undefined) return new Map([...fields].filter(([name]) => name !== ADDRESS));
        // An answer is repeated without another look at the address, which may have another image by now.
        replayed = await record.replay([...fields]);
        if (replayed === undefined) await receiveFromAddress(deps, request, address, batch.receive);
        return fields;
      },
      async replay(fields, { files: [file] }) {
        if (!fields.has(ADDRESS)) replayed = await record.replay([...fields, file?.filename, file?.sha256]);
        return replayed && requireStored(deps, replayed, (answer) => [answer.data]);
      },
      alongside(tx, images, batch) {
        const { success, data } = answer(images);
        return record.save(tx, { success, data: keepsToken(callerOf(), record, batch) ? data : withoutToken(data) });
      },
      answer,
    }),
  );
}

/** Gives a file to a batch, or the file that a data: URL holds. @throws AppError INVALID_PARAMETER, as `Batch.receive` */
async function receiveFileOrText(
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

/** The same for a bulk upload. @throws AppError REQUEST_TOO_LARGE */
export async function refuseLongBulk({
  caller: { plan },
  headers,
}: Pick<FastifyRequest, 'caller' | 'headers'>): Promise<void> {
  const limit = maxFormBytes(plan, plan.maxBulkFiles);
  if (limit !== null && Number(headers['content-length'] ?? 0) > limit) throw bodyTooLarge(limit);
}

export type BulkAnswer = Static<typeof ImageResponses.bulk>;

const FIELD = /^files(\[\d*\])?$/;

/** POST /upload/bulk: several images, each with its own result. */
export function uploadBulkRoute(api: App, deps: UploadRouteDeps): void {
  route(api, {
    method: 'POST',
    path: '/upload/bulk',
    operationId: 'uploadImages',
    summary: 'Upload several images',
    tag: 'Images',
    access: { anonymousOr: 'images:write' },
    form: Forms.bulk,
    answer: ImageResponses.bulk,
    isIdempotent: true,
    errors: UPLOAD_ERRORS,
    onRequest: refuseLongBulk,
    async handler(request, reply) {
      const { caller } = request;
      return uploadSeveral(deps, request, reply, {
        callerOf: () => caller,
        isAtomic: parseAtomic,
        read: (batch) =>
          readUploadForm(request, {
            fileField: 'files',
            isUpload: (name) => FIELD.test(name),
            textFields: [...OPTION_NAMES, 'atomic'],
            maxFiles: caller.plan.maxBulkFiles,
            maxBytes: maxFormBytes(caller.plan, caller.plan.maxBulkFiles),
            maxSkippedBytes: caller.plan.maxFileBytes * MAX_SKIPPED_FILES,
            takesText: 'data-url',
            onFile: (filename, source, isText) => receiveFileOrText(batch, 'files', filename, source, isText),
          }),
      });
    },
  });
}

/**
 * Stores the files of a request, each with its own result unless the upload is atomic; once for retries with the same
 * Idempotency-Key.
 * @throws AppError the errors of `idempotently` and `receiveUpload`; when no file was stored
 */
export function uploadSeveral(
  deps: UploadRouteDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { callerOf, read, isAtomic }: Required<Pick<UploadRequest<never>, 'callerOf' | 'read' | 'isAtomic'>>,
): Promise<BulkAnswer | ErrorBody> {
  const uploads = ({ data }: BulkAnswer) => data.results.flatMap((one) => (one.success ? one.data : []));
  return idempotently<BulkAnswer>(deps, request, reply, (record) =>
    receiveUpload<BulkAnswer | ErrorBody>(deps, request, {
      callerOf,
      isBulk: true,
      read,
      isAtomic,
      async replay(fields, { files }) {
        const replayed = await record.replay([...fields, ...files.map(({ filename, sha256 }) => [filename, sha256])]);
        return replayed && requireStored(deps, replayed, uploads);
      },
      async alongside(tx, outcomes, batch) {
        const whole = answerOf(batch.files, outcomes, deps.imageHost);
        await record.save(tx, keepsToken(callerOf(), record, batch) ? whole : withoutTokens(whole));
      },
      answer(outcomes, { files }) {
        for (const { code } of outcomes.filter(isRefusal)) deps.statistics.countRefusal(code);
        return answerOf(files, outcomes, deps.imageHost);
      },
    }),
  );
}

/**
 * Whether a retry gets the delete tokens. Anonymous callers share a network address and the holders of a ticket share it, so a key that another one could use
 * too must not give them out.
 */
function keepsToken(caller: Caller, record: Pick<IdempotencyRecord<never>, 'isGuessable'>, { files }: Batch): boolean {
  const isAccount = caller.kind === 'account' && caller.ticket === undefined;
  return isAccount || !record.isGuessable(files.flatMap(({ sha256 }) => sha256 ?? []));
}

function withoutToken({ delete_token: _token, delete_url: _url, ...rest }: RepeatedUpload): RepeatedUpload {
  return rest;
}

function withoutTokens(answer: BulkAnswer): BulkAnswer {
  const results = answer.data.results.map((one) => (one.success ? { ...one, data: withoutToken(one.data) } : one));
  return { ...answer, data: { ...answer.data, results } };
}

/** @throws AppError IMAGE_NOT_FOUND when all images of a repeated answer were deleted or have expired */
async function requireStored<T extends { success: true }>(
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

/** @throws AppError INVALID_PARAMETER */
function parseAtomic(fields: Fields): boolean {
  const text = fields.get('atomic') ?? '';
  if (text === '' || text === 'false') return false;
  if (text === 'true') return true;
  throw new AppError('INVALID_PARAMETER', { detail: 'atomic must be true or false.', param: 'atomic' });
}

const isRefusal = (outcome: Outcome<Image>) => outcome instanceof AppError;

/** @throws AppError when no file was stored */
function answerOf(files: Batch['files'], outcomes: readonly Outcome<Image>[], imageHost: string): BulkAnswer {
  const results = outcomes.map((outcome, index): BulkItem => {
    if (!(outcome instanceof AppError)) {
      return { index, filename: outcome.filename, success: true, data: uploadView(outcome, imageHost) };
    }
    const { success, error } = errorBody(outcome);
    return { index, filename: cleanFilename(files[index]?.filename, 'bin'), success, status: outcome.status, error };
  });
  const errors = outcomes.filter(isRefusal);
  const [total, failed] = [results.length, errors.length];
  const succeeded = total - failed;
  if (succeeded === 0) throw noneSucceeded(errors, results, 'No file could be stored.');
  return success({ total, succeeded, failed, results }, `${succeeded} of ${total} files uploaded`);
}

/** Dependencies of the upload endpoints. */
export interface UploadRouteDeps extends AddressDeps, ReceiveDeps, PublicUrls, IdempotencyDeps {
  statistics: Statistics;
}
