// The program of a decoder process: it runs one job after another, received and answered over IPC with its parent.
import { AppError, type AppErrorOptions, type ErrorCode } from '../core/errors.ts';
import { isStorageError } from './errors.ts';
import type { MadeVariant, ProcessedImage, ProcessJob, VariantJob } from './port.ts';
import { processImage } from './process-image.ts';
import { makeVariant } from './resize.ts';
import { mustRetire } from './transcode/wasm-memory.ts';

/** The jobs and results of a decoder process, by the name of the task. */
export interface DecoderWork {
  process: { job: ProcessJob; made: ProcessedImage };
  makeVariant: { job: VariantJob; made: MadeVariant };
}

export type DecoderTask = {
  [Name in keyof DecoderWork]: { name: Name; job: DecoderWork[Name]['job'] };
}[keyof DecoderWork];

export type DecoderReply =
  | ({ ok: true; made: DecoderWork[keyof DecoderWork]['made'] } & ProcessUsage)
  | ({ ok: false; code: ErrorCode; options: AppErrorOptions; cause: string } & ProcessUsage);

interface ProcessUsage {
  cpuSeconds: number;
  /** The process holds memory that only its end releases, so it must not get another job. */
  mustRetire: boolean;
}

const RETRY_AFTER_SECONDS = 30;

process.on('message', async (task: DecoderTask) => {
  process.send?.(await reply(task));
});
// The parent has ended.
process.on('disconnect', () => process.exit(0));
process.send?.('ready');

async function reply(task: DecoderTask): Promise<DecoderReply> {
  try {
    const made = task.name === 'process' ? await processImage(task.job) : await makeVariant(task.job);
    return { ok: true, made, ...usage() };
  } catch (error) {
    const appError = toAppError(error);
    const { code, detail, details, retryAfterSeconds } = appError;
    return {
      ok: false,
      code,
      options: {
        ...(detail === undefined ? {} : { detail }),
        ...(details === undefined ? {} : { details }),
        ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
      },
      cause: appError.cause instanceof Error ? appError.cause.message : appError.message,
      ...usage(),
    };
  }
}

function toAppError(error: unknown): AppError {
  if (isStorageError(error))
    return new AppError('STORAGE_UNAVAILABLE', { cause: error, retryAfterSeconds: RETRY_AFTER_SECONDS });
  if (error instanceof AppError) return error;
  // The code is the same for every job; the file is the difference.
  return new AppError('INVALID_IMAGE', { cause: error });
}

function usage(): ProcessUsage {
  const { user, system } = process.cpuUsage();
  return { cpuSeconds: (user + system) / 1e6, mustRetire: mustRetire() };
}
