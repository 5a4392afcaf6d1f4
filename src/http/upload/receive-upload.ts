import type { FastifyRequest } from 'fastify';
import type { Image } from '../../actions/upload/commit-images.ts';
import { type OptionLimits, parseImageOptions } from '../../actions/upload/parse-image-options.ts';
import {
  type Batch,
  type Outcome,
  openBatch,
  type UploadDeps,
  uploadImages,
} from '../../actions/upload/upload-images.ts';
import type { Tx } from '../../catalog/schema.ts';
import type { Caller } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import { refuseUploader, type UploaderRules } from '../guards/refuse-uploader.ts';
import { factsOf } from '../protocol/errors.ts';
import { type RequestFacts, recordFacts } from '../protocol/request-record.ts';
import type { Fields } from './multipart.ts';

/** Dependencies of all endpoints for uploads. */
export interface ReceiveDeps extends UploadDeps, OptionLimits, UploaderRules {}

/** How one request uploads files. */
export interface UploadRequest<T> {
  /** Owner of the images. It is asked for each file, and at the end: a field of the body may hold the credential. */
  callerOf(): Caller;
  /** Whether each file has a result of its own; else the first refusal fails the request. */
  isBulk: boolean;
  /** Gives each file of the body to `batch.receive`. @returns the text fields, by the names of the API */
  read(batch: Batch): Promise<Fields>;
  /** Whether a bulk upload stores all files or none; no by default. @throws AppError INVALID_PARAMETER */
  isAtomic?(fields: Fields): boolean;
  /** The answer to an earlier request with the same content, in place of storing the files. */
  replay?(fields: Fields, batch: Batch): Promise<T | undefined>;
  /** Runs in the transaction that makes the images exist. */
  alongside?(tx: Tx, outcomes: readonly Outcome<Image>[], batch: Batch): Promise<void>;
  /** The answer. @param outcomes in the order of the files */
  answer(outcomes: readonly Outcome<Image>[], batch: Batch): T;
}

/**
 * Receives the files of one request and stores them as images: what all endpoints for uploads have in common.
 * @throws AppError NETWORK_BLOCKED, ANONYMOUS_UPLOADS_OFF, the errors of `read`, `openBatch`, `parseImageOptions` and `uploadImages`
 */
export async function receiveUpload<T>(
  deps: ReceiveDeps,
  { log, raw, uploadSlot }: Pick<FastifyRequest, 'log' | 'raw' | 'uploadSlot'>,
  upload: UploadRequest<T>,
): Promise<T> {
  const { callerOf, isBulk } = upload;
  await using batch = await openBatch(deps, callerOf, { isBulk });
  const fields = await upload.read(batch);
  uploadSlot?.received();
  const caller = callerOf();
  // A field of the body may have named the account.
  if (caller.kind !== 'account') await refuseUploader(deps, caller.address, true);
  const replayed = await upload.replay?.(fields, batch);
  if (replayed !== undefined) return replayed;
  const atomic = !isBulk || (upload.isAtomic?.(fields) ?? false);
  const options = { caller, ...parseImageOptions(fields, deps, caller.plan), atomic };
  const outcomes = await uploadImages(deps, batch, options, async (tx, all) => {
    for (const outcome of all) {
      if (outcome instanceof AppError && outcome.code === 'INTERNAL_ERROR') log.error(outcome.cause);
    }
    await upload.alongside?.(tx, all, batch);
  });
  recordFacts(raw, factsOfFiles(outcomes));
  return upload.answer(outcomes, batch);
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
