import { AppError } from '../core/errors.ts';
import type { DecoderWork } from './decoder.ts';
import { type DecoderLimits, type DecoderProcess, startDecoderProcess } from './decoder-process.ts';
import { DecoderLostError } from './errors.ts';
import type { Decoder, MadeVariant, ProcessedImage, ProcessJob, VariantJob } from './port.ts';

export interface PoolOptions extends DecoderLimits {
  /** Decoder processes. Each runs one job at a time. */
  processes: number;
  /** Jobs that may wait for a free process. */
  maxWaiting: number;
}

const RETRY_AFTER_SECONDS = 5;

/** Decodes in child processes. A file that crashes or hangs a process fails alone, and the process is replaced. */
export function createDecoderPool(options: PoolOptions): Decoder {
  const processes = createProcesses(options);

  async function run<Name extends keyof DecoderWork>(name: Name, job: DecoderWork[Name]['job'], timeoutMs?: number) {
    const decoder = await processes.acquire();
    try {
      return await decoder.run(name, job, timeoutMs);
    } catch (error) {
      // `close` killed the process during the job, so the error says nothing about the file.
      throw processes.isClosed() ? tooBusy() : error;
    } finally {
      processes.release(decoder);
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

  return {
    warmUp: processes.warmUp,
    process: (job) => run('process', job),
    processWithRetry,
    makeVariant,
    load: processes.load,
    close: processes.close,
  };
}

/** Starts the processes and replaces those that died or are due for it. */
function createProcesses(options: PoolOptions) {
  const queue = createQueue(options.maxWaiting);
  const all = new Set<DecoderProcess>();
  /** By the process that is due for replacement, until the replacement takes over. */
  const replacements = new Map<DecoderProcess, DecoderProcess>();
  let isClosed = false;
  let isStarted = false;

  function warmUp(): void {
    if (isStarted || isClosed) return;
    isStarted = true;
    for (let i = 0; i < options.processes; i++) queue.offer(start());
  }

  function start(): DecoderProcess {
    const decoder = startDecoderProcess(options);
    all.add(decoder);
    void decoder.exited.then(() => {
      all.delete(decoder);
      // A process that dies while idle is replaced here; one that dies during a job, in `release`.
      if (queue.removeIdle(decoder)) replace(decoder);
    });
    return decoder;
  }

  function replace(decoder: DecoderProcess): void {
    decoder.kill();
    const replacement = replacements.get(decoder);
    replacements.delete(decoder);
    if (!isClosed) queue.offer(replacement === undefined || replacement.isRetired() ? start() : replacement);
  }

  /** The old process goes on working until its replacement is ready: a start takes as long as many images. */
  function startReplacement(decoder: DecoderProcess): void {
    const replacement = start();
    replacements.set(decoder, replacement);
    void replacement.ready.then(() => {
      if (replacements.get(decoder) !== replacement) return;
      // The replacement died during its start. The next `release` tries again.
      if (replacement.isRetired()) replacements.delete(decoder);
      else if (queue.removeIdle(decoder)) replace(decoder);
    });
  }

  function acquire(): Promise<DecoderProcess> {
    warmUp();
    return isClosed ? Promise.reject(tooBusy()) : queue.acquire();
  }

  function release(decoder: DecoderProcess): void {
    queue.jobEnded();
    const replacement = replacements.get(decoder);
    if (decoder.isRetired() || replacement?.isReady() === true) replace(decoder);
    else {
      if (decoder.isDueForReplacement() && replacement === undefined && !isClosed) startReplacement(decoder);
      queue.offer(decoder);
    }
  }

  async function close(): Promise<void> {
    isClosed = true;
    queue.refuseWaiting();
    const ended = [...all].map((decoder) => decoder.exited);
    for (const decoder of all) decoder.kill();
    await Promise.all(ended);
  }

  return { warmUp, acquire, release, isClosed: () => isClosed, load: queue.load, close };
}

/** The idle processes, and the jobs that wait for one. */
function createQueue(maxWaiting: number) {
  const idle: DecoderProcess[] = [];
  const waiting: { give: (decoder: DecoderProcess) => void; refuse: (error: Error) => void }[] = [];
  let running = 0;

  function offer(decoder: DecoderProcess): void {
    const next = waiting.shift();
    if (next === undefined) idle.push(decoder);
    else {
      running++;
      next.give(decoder);
    }
  }

  function acquire(): Promise<DecoderProcess> {
    const decoder = idle.shift();
    if (decoder !== undefined) {
      running++;
      return Promise.resolve(decoder);
    }
    if (waiting.length >= maxWaiting) return Promise.reject(tooBusy());
    return new Promise((give, refuse) => waiting.push({ give, refuse }));
  }

  function removeIdle(decoder: DecoderProcess): boolean {
    const at = idle.indexOf(decoder);
    if (at >= 0) idle.splice(at, 1);
    return at >= 0;
  }

  return {
    offer,
    acquire,
    removeIdle,
    jobEnded: () => void running--,
    refuseWaiting: () => {
      for (const { refuse } of waiting.splice(0)) refuse(tooBusy());
    },
    load: () => ({ running, waiting: waiting.length, maxWaiting }),
  };
}

function tooBusy(): AppError {
  return new AppError('SERVICE_UNAVAILABLE', {
    detail: 'Too many images are waiting to be decoded.',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
