import { AppError, type AppErrorOptions, type ErrorCode } from '../core/errors.ts';
import { isStorageFault } from './is-storage-fault.ts';
import { makeVariant } from './make-variant.ts';
import type { MadeVariant, ProcessedImage, ProcessJob, VariantJob } from './port.ts';
import { processImage } from './process-image.ts';
import { isProcessSpent } from './transcode/process-spent.ts';

/** What a decoder process is told to do, by the name of the work. */
export interface DecoderWork {
  process: { job: ProcessJob; made: ProcessedImage };
  makeVariant: { job: VariantJob; made: MadeVariant };
}

export type DecoderTask = {
  [Name in keyof DecoderWork]: { name: Name; job: DecoderWork[Name]['job'] };
}[keyof DecoderWork];

/** What it answers. */
export type DecoderReply =
  | ({ ok: true; made: DecoderWork[keyof DecoderWork]['made'] } & Wear)
  | ({ ok: false; code: ErrorCode; options: AppErrorOptions; cause: string } & Wear);

/** How worn the process is. */
interface Wear {
  cpuSeconds: number;
  /** It holds memory that only its end gives back. */
  spent: boolean;
}

const RETRY_AFTER_SECONDS = 30;

// The program of a decoder process: one job after another, told and answered over the channel to its parent.
process.on('message', async (task: DecoderTask) => {
  process.send?.(await reply(task));
});
// The parent is gone: there is nobody to work for.
process.on('disconnect', () => process.exit(0));
process.send?.('ready');

async function reply(task: DecoderTask): Promise<DecoderReply> {
  try {
    const made = task.name === 'process' ? await processImage(task.job) : await makeVariant(task.job);
    return { ok: true, made, ...wear() };
  } catch (error) {
    const refusal = refusalFor(error);
    const { code, detail, details, retryAfterSeconds } = refusal;
    return {
      ok: false,
      code,
      options: {
        ...(detail === undefined ? {} : { detail }),
        ...(details === undefined ? {} : { details }),
        ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
      },
      cause: refusal.cause instanceof Error ? refusal.cause.message : refusal.message,
      ...wear(),
    };
  }
}

function refusalFor(error: unknown): AppError {
  if (isStorageFault(error))
    return new AppError('STORAGE_UNAVAILABLE', { cause: error, retryAfterSeconds: RETRY_AFTER_SECONDS });
  if (error instanceof AppError) return error;
  // What is no refusal is a failure of this process on this file, and the file is what differs.
  return new AppError('INVALID_IMAGE', { cause: error });
}

function wear(): Wear {
  const { user, system } = process.cpuUsage();
  return { cpuSeconds: (user + system) / 1e6, spent: isProcessSpent() };
}
