// The program of a decoder process: it runs one job after another, received and answered as lines of JSON over a socket.
import { Socket } from 'node:net';
import { constants, getPriority, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { AppError } from '../core/errors.ts';
import { needsPixels } from './cpu-budget.ts';
import {
  CHANNEL_FD,
  type DecoderProgress,
  type DecoderReply,
  type DecoderTask,
  type ProcessUsage,
} from './decoder-channel.ts';
import { isStorageError } from './errors.ts';
import { processImage } from './process-image.ts';
import { makeVariant } from './resize.ts';
import { mustRetire } from './transcode/wasm-memory.ts';

const RETRY_AFTER_SECONDS = 30;

const NICENESS_INCREMENT = 10;
const MAX_CAUSE_CHARACTERS = 1_000;

const channel = new Socket({ fd: CHANNEL_FD });
const send = (message: DecoderReply | DecoderProgress | 'ready') => channel.write(`${JSON.stringify(message)}\n`);
createInterface({ input: channel }).on('line', async (line) => send(await reply(JSON.parse(line))));
// The parent has ended.
channel.on('close', () => process.exit(0));
send('ready');
// Under full load the service goes first: a late service delays every request, a late decoder one upload. Only now: the
// first uploads after a start wait for the process.
setPriority(Math.min(getPriority() + NICENESS_INCREMENT, constants.priority.PRIORITY_LOW));

async function reply(task: DecoderTask): Promise<DecoderReply> {
  try {
    const announce = (pixels: number) => void send({ pixels });
    const made =
      task.name === 'process'
        ? await processImage(task.job, (pixels) => {
            if (needsPixels({ ...task.job, pixels, isVariant: false })) announce(pixels);
          })
        : await makeVariant(task.job, announce);
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
      cause: (appError.cause instanceof Error ? appError.cause : appError).message.slice(0, MAX_CAUSE_CHARACTERS),
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
