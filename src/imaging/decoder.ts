import type { AppErrorOptions, ErrorCode } from '../core/errors.ts';
import { AppError } from '../core/errors.ts';
import type { PreparedImage, PrepareJob } from './port.ts';
import { prepareImage } from './prepare-image.ts';

/** What a decoder process answers to a job. */
export type DecoderReply =
  | { ok: true; image: PreparedImage; cpuSeconds: number }
  | { ok: false; code: ErrorCode; options: AppErrorOptions; cause: string; cpuSeconds: number };

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
    return { ok: true, image, cpuSeconds: cpuSeconds() };
  } catch (error) {
    // What is no refusal is a failure of this process on this file, and the file is what differs.
    const refusal = error instanceof AppError ? error : new AppError('INVALID_IMAGE', { cause: error });
    const { code, details } = refusal;
    return {
      ok: false,
      code,
      options: details === undefined ? {} : { details },
      cause: refusal.cause instanceof Error ? refusal.cause.message : refusal.message,
      cpuSeconds: cpuSeconds(),
    };
  }
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
