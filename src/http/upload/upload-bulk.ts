import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Image } from '../../actions/upload/commit-images.ts';
import { type Batch, type Outcome, openBatch } from '../../actions/upload/upload-images.ts';
import { type BulkItem, Forms, ImageResponses } from '../../api/images.ts';
import { AppError } from '../../core/errors.ts';
import { OPTION_NAMES, parseImageOptions } from '../../core/image-texts.ts';
import { cleanFilename } from '../../core/names.ts';
import { noneSucceeded } from '../images/bulk-view.ts';
import { uploadView } from '../images/image-view.ts';
import { type ErrorBody, errorBody } from '../protocol/errors.ts';
import { success } from '../protocol/success.ts';
import { bodyTooLarge } from '../protocol/watch-body.ts';
import type { App } from '../routing/app-type.ts';
import { route } from '../routing/route.ts';
import { type Fields, readUploadForm } from './multipart.ts';
import {
  keepsToken,
  maxFormBytes,
  receiveFileOrText,
  requireStored,
  requireUploader,
  storeFiles,
  UPLOAD_ERRORS,
  type UploadRouteDeps,
  withoutToken,
} from './upload.ts';

/** Files of the plan's size that a bulk upload may send without storing them: wrong names, and rests of refused files. */
export const MAX_SKIPPED_FILES = 10;

type BulkAnswer = Static<typeof ImageResponses.bulk>;

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
    async handler(request) {
      const { plan } = request.caller;
      await using batch = await openBatch(deps, request, { isBulk: true });
      const fields = await readUploadForm(request, {
        fileField: 'files',
        isUpload: (name) => FIELD.test(name),
        textFields: [...OPTION_NAMES, 'atomic'],
        maxFiles: plan.maxBulkFiles,
        maxBytes: maxFormBytes(plan, plan.maxBulkFiles),
        maxSkippedBytes: plan.maxFileBytes * MAX_SKIPPED_FILES,
        takesText: 'data-url',
        onFile: (filename, source, isText) => receiveFileOrText(batch, 'files', filename, source, isText),
      });
      return await storeSeveral(deps, request, batch, fields);
    },
  });
}

/**
 * Makes images of the files of a batch, unless the request repeats an earlier one. Each has its own result unless the upload is
 * atomic.
 * @param isAtomic whether the upload stores all files or none; undefined = the field `atomic` says it
 * @throws AppError the errors of `requireUploader`, `replay`, `parseImageOptions` and `storeFiles`; when no file was stored
 */
export async function storeSeveral(
  deps: UploadRouteDeps,
  request: FastifyRequest,
  batch: Batch,
  fields: Fields,
  isAtomic?: boolean,
): Promise<BulkAnswer | ErrorBody> {
  const { caller, idempotency: record } = request;
  await requireUploader(deps, caller);
  const { files } = batch;
  const content = [...fields, ...files.map(({ filename, sha256 }) => [filename, sha256])];
  const replayed = record.replay<BulkAnswer>(content);
  if (replayed !== undefined) {
    return requireStored(deps, replayed, ({ data }) => data.results.flatMap((one) => (one.success ? one.data : [])));
  }
  const atomic = isAtomic ?? parseAtomic(fields);
  const options = { caller, ...parseImageOptions(fields, deps, caller.plan), atomic };
  const keeps = keepsToken(caller, record, batch);
  const outcomes = await storeFiles(deps, request, batch, options, (tx, all) => {
    const whole = answerOf(files, all, deps.imageHost);
    return record.save(tx, keeps ? whole : withoutTokens(whole));
  });
  for (const { code } of outcomes.filter(isRefusal)) deps.statistics.countRefusal(code);
  return answerOf(files, outcomes, deps.imageHost);
}

/** Refuses a body by its Content-Length, before any of it is read. @throws AppError REQUEST_TOO_LARGE */
export async function refuseLongBulk({
  caller: { plan },
  headers,
}: Pick<FastifyRequest, 'caller' | 'headers'>): Promise<void> {
  const limit = maxFormBytes(plan, plan.maxBulkFiles);
  if (limit !== null && Number(headers['content-length'] ?? 0) > limit) throw bodyTooLarge(limit);
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

function withoutTokens(answer: BulkAnswer): BulkAnswer {
  const results = answer.data.results.map((one) => (one.success ? { ...one, data: withoutToken(one.data) } : one));
  return { ...answer, data: { ...answer.data, results } };
}
