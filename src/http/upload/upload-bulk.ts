import type { Static } from 'typebox';
import type { UploadedImage } from '../../actions/upload/commit-images.ts';
import { requireFreeSpace } from '../../actions/upload/require-free-space.ts';
import { type FileOutcome, startBatch } from '../../actions/upload/upload-batch.ts';
import { ErrorResponse } from '../../api/envelope.ts';
import { type BulkItem, Forms, ImageResponses } from '../../api/images.ts';
import { AppError } from '../../core/errors.ts';
import { cleanFilename } from '../../core/names.ts';
import { openTempFiles } from '../../lib/temp-files.ts';
import type { HttpDeps } from '../deps.ts';
import { idempotently } from '../guards/idempotency.ts';
import { uploadView } from '../images/image-view.ts';
import { noneSucceeded } from '../images/none-succeeded.ts';
import { errorBody } from '../protocol/errors.ts';
import { success } from '../protocol/success.ts';
import type { App } from '../routing.ts';
import { imageOptions, mayUpload, parseFlag } from './fields.ts';
import { readUploadForm } from './multipart.ts';

type BulkAnswer = Static<typeof ImageResponses.bulk>;

const FIELD = /^files(\[\d*\])?$/;

/** POST /upload/bulk: several images, each with its own outcome. */
export function uploadBulkRoute(api: App, deps: HttpDeps): void {
  api.post(
    '/upload/bulk',
    {
      schema: {
        operationId: 'uploadImages',
        summary: 'Upload several images',
        tags: ['Images'],
        consumes: ['multipart/form-data'],
        security: [{}, { apiKey: [] }],
        response: { 200: ImageResponses.bulk, '4xx': ErrorResponse, '5xx': ErrorResponse },
      },
      config: { form: Forms.bulk, isUpload: true },
      onRequest: mayUpload,
    },
    async (request, reply) => {
      const { caller } = request;
      await requireFreeSpace(deps);
      return idempotently<BulkAnswer>(deps, request, reply, async (once) => {
        await using temp = openTempFiles(deps.tempDir);
        await using batch = startBatch(deps, temp, caller.plan, (fault) => request.log.error(fault));
        const fields = await readUploadForm(request, {
          isUpload: (name) => FIELD.test(name),
          maxFiles: caller.plan.maxBulkFiles,
          onFile: batch.add,
        });
        request.uploadSlot?.received();
        const replayed = await once.replay([...fields, ...batch.fingerprint()]);
        if (replayed !== undefined) return replayed;
        if (batch.isEmpty()) throw new AppError('MISSING_FILE');
        const options = { ...imageOptions(deps, caller, fields), atomic: parseFlag(fields, 'atomic') };
        const outcomes = await batch.store(options, (tx, stored) => once.keep(tx, answerOf(stored, deps.imageHost)));
        const answer = answerOf(outcomes, deps.imageHost);
        for (const outcome of outcomes) if (!outcome.ok) deps.statistics.countRefusal(outcome.error.code);
        return answer;
      });
    },
  );
}

/** @throws AppError when not a single file was stored */
function answerOf(outcomes: readonly FileOutcome<UploadedImage>[], imageHost: string): BulkAnswer {
  const results = outcomes.map((outcome, index) => itemOf(outcome, index, imageHost));
  const succeeded = results.filter((item) => item.success).length;
  if (succeeded === 0) {
    const errors = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.error]));
    throw noneSucceeded(errors, results, 'No file could be stored.');
  }
  return success(
    { total: results.length, succeeded, failed: results.length - succeeded, results },
    `${succeeded} of ${results.length} files uploaded`,
  );
}

function itemOf(outcome: FileOutcome<UploadedImage>, index: number, imageHost: string): BulkItem {
  if (outcome.ok) {
    return { index, filename: outcome.value.filename, success: true, data: uploadView(outcome.value, imageHost) };
  }
  const { success, error } = errorBody(outcome.error);
  return { index, filename: cleanFilename(outcome.filename, 'bin'), success, status: outcome.error.status, error };
}
