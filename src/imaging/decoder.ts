import type { AppErrorOptions, ErrorCode } from '../core/errors.ts';
import { AppError } from '../core/errors.ts';
import { isStorageFault } from './is-storage-fault.ts';
import type { PreparedImage, PrepareJob } from './port.ts';
import { prepareImage } from './prepare-image.ts';
import { isProcessSpent } from './transcode/process-spent.ts';

/** What a decoder process answers to a job. */
export type DecoderReply =
  | ({ ok: true; image: PreparedImage } & Wear)
  | ({ ok: false; code: ErrorCode; options: AppErrorOptions; cause: string } & Wear);

/** How worn the process is. */
interface Wear {
  cpuSeconds: number;
  /** It holds memory that only its end gives back. */
  spent: boolean;
}

// The program of a decoder process: one job after another, told and answered over the channel to its parent.
process.on('message', async (job: PrepareJob) => {
  process.send?.(await reply(job));
});
// The parent is gone: there is nobody to work for.
process.on('disconnect', () => process.exit(0));
process.send?.('ready');

async function reply(job: PrepareJob): Promise<DecoderReply> {
  try {
    const image = await prepareImage(job);
    return { ok: true, image, ...wear() };
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
  if (isStorageFault(error)) return new AppError('STORAGE_UNAVAILABLE', { cause: error, retryAfterSeconds: 30 });
  if (error instanceof AppError) return error;
  // What is no refusal is a failure of this process on this file, and the file is what differs.
  return new AppError('INVALID_IMAGE', { cause: error });
}

function wear(): Wear {
  const { user, system } = process.cpuUsage();
  return { cpuSeconds: (user + system) / 1e6, spent: isProcessSpent() };
}
