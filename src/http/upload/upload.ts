import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Statistics } from '../../actions/operations/statistics.ts';
import type { Image } from '../../actions/upload/commit-images.ts';
import { fileTooLarge } from '../../actions/upload/receive-file.ts';
import {
  type Batch,
  type Outcome,
  openBatch,
  type UploadDeps,
  uploadImages,
} from '../../actions/upload/upload-images.ts';
import { type BulkItem, Forms, ImageResponses } from '../../api/images.ts';
import { AppError } from '../../core/errors.ts';
import type { PublicUrls } from '../../core/links.ts';
import { cleanFilename, parseAlbumName } from '../../core/names.ts';
import { parseExpiryHours } from '../../core/time.ts';
import { idempotently } from '../guards/idempotency.ts';
import { noneSucceeded } from '../images/bulk-view.ts';
import { uploadView } from '../images/image-view.ts';
import { errorBody } from '../protocol/errors.ts';
import { success } from '../protocol/success.ts';
import type { App } from '../routing/app-type.ts';
import { route } from '../routing/route.ts';
import { type Fields, readUploadForm } from './multipart.ts';

/** A longer body cannot hold a file within the plan, whatever its other parts. */
const FORM_OVERHEAD_BYTES = 2 ** 20;

/** POST /upload: one image. */
export function uploadRoute(api: App, deps: UploadRouteDeps): void {
  route(api, {
    method: 'POST',
    path: '/upload',
    operationId: 'uploadImage',
    summary: 'Upload an image',
    tag: 'Images',
    access: { anonymousOr: 'images:write' },
    form: Forms.upload,
    answer: ImageResponses.uploaded,
    onRequest: refuseLongBody,
    async handler(request, reply) {
      const { caller } = request;
      return idempotently(deps, request, reply, async (record) => {
        await using batch = await openBatch(deps, caller.plan, { isBulk: false });
        const fields = await readUploadForm(request, {
          isUpload: (name) => name === 'file',
          maxFiles: 1,
          onFile: batch.receive,
        });
        request.uploadSlot?.received();
        const [file] = batch.files;
        if (file === undefined) throw new AppError('MISSING_FILE');
        const replayed = await record.replay([...fields, file.filename, file.sha256]);
        if (replayed !== undefined) return replayed;
        const answer = ([image]: readonly Outcome<Image>[]) => {
          return { success: true as const, data: uploadView(image as Image, deps.imageHost) };
        };
        const album = parseAlbumName(fields.get('album'), deps.maxAlbumLength);
        const expiryHours = parseExpiryHours(fields.get('expiry'), deps.maxExpiryHours);
        const options = { caller, album, expiryHours, atomic: true };
        const images = await uploadImages(deps, batch, options, (tx, images) => record.save(tx, answer(images)));
        return answer(images);
      });
    },
  });
}

/** Refuses a body by its Content-Length, before any of it is read. @throws AppError FILE_TOO_LARGE */
async function refuseLongBody({ caller: { plan }, headers }: FastifyRequest): Promise<void> {
  if (Number(headers['content-length'] ?? 0) > plan.maxFileBytes + FORM_OVERHEAD_BYTES) throw fileTooLarge(plan);
}

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
    async handler(request, reply) {
      const { caller } = request;
      return idempotently<BulkAnswer>(deps, request, reply, async (record) => {
        await using batch = await openBatch(deps, caller.plan, { isBulk: true });
        const fields = await readUploadForm(request, {
          isUpload: (name) => FIELD.test(name),
          maxFiles: caller.plan.maxBulkFiles,
          onFile: batch.receive,
        });
        request.uploadSlot?.received();
        const files = batch.files.map(({ filename, sha256 }) => [filename, sha256]);
        const replayed = await record.replay([...fields, ...files]);
        if (replayed !== undefined) return replayed;
        if (files.length === 0) throw new AppError('MISSING_FILE');
        const answer = (outcomes: readonly Outcome<Image>[]) => answerOf(batch.files, outcomes, deps.imageHost);
        const album = parseAlbumName(fields.get('album'), deps.maxAlbumLength);
        const expiryHours = parseExpiryHours(fields.get('expiry'), deps.maxExpiryHours);
        const options = { caller, album, expiryHours, atomic: parseAtomic(fields) };
        const outcomes = await uploadImages(deps, batch, options, async (tx, outcomes) => {
          for (const { code, cause } of outcomes.filter(isRefusal))
            if (code === 'INTERNAL_ERROR') request.log.error(cause);
          await record.save(tx, answer(outcomes));
        });
        for (const { code } of outcomes.filter(isRefusal)) deps.statistics.countRefusal(code);
        return answer(outcomes);
      });
    },
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
export interface UploadRouteDeps extends UploadDeps, PublicUrls {
  statistics: Statistics;
  maxExpiryHours: number;
  maxAlbumLength: number;
}
