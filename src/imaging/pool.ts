import { AppError } from '../core/errors.ts';
import type { DecoderWork } from './decoder.ts';
import { DecoderLostError } from './decoder-lost-error.ts';
import { type DecoderLimits, type DecoderProcess, startDecoderProcess } from './decoder-process.ts';
import type { Decoder, MadeVariant, ProcessedImage, ProcessJob, VariantJob } from './port.ts';

export interface PoolOptions extends DecoderLimits {
  /** Decoder processes, each with one job at a time. */
  processes: number;
  /** Jobs that may wait for a free process. */
  maxWaiting: number;
}

/** What a client is told to wait when too many images are waiting already. */
const RETRY_AFTER_SECONDS = 5;

/** Decoding in child processes: a file that kills or hangs one costs that upload, and the process is replaced. */
export function createDecoderPool(options: PoolOptions): Decoder {
  const idle: DecoderProcess[] = [];
  const all = new Set<DecoderProcess>();
  /** Who takes the place of a worn one, by that one; none once it has it. */
  const successors = new Map<DecoderProcess, DecoderProcess>();
  let running = 0;
  const waiting: { give: (decoder: DecoderProcess) => void; refuse: (error: Error) => void }[] = [];
  let closed = false;
  let begun = false;

  function warmUp(): void {
    if (begun || closed) return;
    begun = true;
    for (let i = 0; i < options.processes; i++) offer(start());
  }

  function start(): DecoderProcess {
    const decoder = startDecoderProcess(options);
    all.add(decoder);
    void decoder.exited.then(() => {
      all.delete(decoder);
      const at = idle.indexOf(decoder);
      // One that dies idle is replaced here; one that dies at work, when its job is given back.
      if (at >= 0) {
        idle.splice(at, 1);
        replace(decoder);
      }
    });
    return decoder;
  }

  /** Ends a process whose place is free for another one. */
  function replace(decoder: DecoderProcess): void {
    decoder.kill();
    const successor = successors.get(decoder);
    successors.delete(decoder);
    if (!closed) offer(successor === undefined || successor.isSpent() ? start() : successor);
  }

  /** A worn one works on until another one, which takes as long to start as many images, is ready. */
  function prepareSuccessor(decoder: DecoderProcess): void {
    const successor = start();
    successors.set(decoder, successor);
    void successor.ready.then(() => {
      if (successors.get(decoder) !== successor) return;
      // One that has ended before it was ready is tried again after the next image.
      if (successor.isSpent()) successors.delete(decoder);
      else if (idle.includes(decoder)) {
        idle.splice(idle.indexOf(decoder), 1);
        replace(decoder);
      }
    });
  }

  function offer(decoder: DecoderProcess): void {
    const next = waiting.shift();
    if (next === undefined) idle.push(decoder);
    else {
      running++;
      next.give(decoder);
    }
  }

  function take(): Promise<DecoderProcess> {
    if (closed) return Promise.reject(tooBusy());
    warmUp();
    const decoder = idle.shift();
    if (decoder !== undefined) {
      running++;
      return Promise.resolve(decoder);
    }
    if (waiting.length >= options.maxWaiting) return Promise.reject(tooBusy());
    return new Promise((give, refuse) => waiting.push({ give, refuse }));
  }

  function giveBack(decoder: DecoderProcess): void {
    running--;
    const successor = successors.get(decoder);
    if (decoder.isSpent() || successor?.isReady() === true) replace(decoder);
    else {
      if (decoder.isWorn() && successor === undefined && !closed) prepareSuccessor(decoder);
      offer(decoder);
    }
  }

  async function run<Name extends keyof DecoderWork>(name: Name, job: DecoderWork[Name]['job'], timeoutMs?: number) {
    const decoder = await take();
    try {
      return await decoder.run(name, job, timeoutMs);
    } catch (error) {
      // Ended in the middle of its work together with the service, which says nothing of the file.
      throw closed ? tooBusy() : error;
    } finally {
      giveBack(decoder);
    }
  }

  async function processWithRetry(job: ProcessJob): Promise<ProcessedImage> {
    try {
      return await run('process', job);
    } catch (error) {
      if (!(error instanceof AppError && error.cause instanceof DecoderLostError)) throw error;
      return run('process', job);
    }
  }

  async function makeVariant(job: VariantJob, avifBudgetMs: number): Promise<MadeVariant> {
    if (job.format !== 'AVIF') return run('makeVariant', job);
    try {
      return await run('makeVariant', job, Math.min(avifBudgetMs, options.timeoutMs));
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'INVALID_IMAGE') throw error;
      return run('makeVariant', { ...job, format: 'WEBP' });
    }
  }

  async function close(): Promise<void> {
    closed = true;
    for (const { refuse } of waiting.splice(0)) refuse(tooBusy());
    const ended = [...all].map((decoder) => decoder.exited);
    for (const decoder of all) decoder.kill();
    await Promise.all(ended);
  }

  return {
    warmUp,
    process: (job) => run('process', job),
    processWithRetry,
    makeVariant,
    load: () => ({ running, waiting: waiting.length, maxWaiting: options.maxWaiting }),
    close,
  };
}

function tooBusy(): AppError {
  return new AppError('SERVICE_UNAVAILABLE', {
    detail: 'Too many images are waiting to be decoded.',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
