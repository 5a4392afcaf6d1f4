import { AppError } from '../core/errors.ts';
import { traced } from '../lib/tracing.ts';
import type { DecoderWork } from './decoder-channel.ts';
import { type DecoderLimits, type DecoderProcess, startDecoderProcess } from './decoder-process.ts';
import { DecoderLostError, LOSS_KINDS, type LossKind } from './errors.ts';
import { createFairQueue } from './fair-queue.ts';
import type { Decoder, JobOrigin, MadeVariant, ProcessedImage, ProcessJob, VariantJob } from './port.ts';

export interface PoolOptions extends DecoderLimits {
  /** Decoder processes. Each runs one job at a time. */
  processes: number;
  /** Jobs of each kind that may wait for a free process. */
  maxWaiting: number;
}

const RETRY_AFTER_SECONDS = 5;
const RECENT_MS = 5 * 60_000;

/**
 * Decodes in child processes. A file that crashes or hangs a process fails alone, and the process is replaced. A process
 * that is killed from outside costs a second attempt in another one, then SERVICE_UNAVAILABLE: the file may be good.
 */
export function createDecoderPool(options: PoolOptions): Decoder {
  const losses = new Map<LossKind, number>(LOSS_KINDS.map((kind) => [kind, 0]));
  /** Times of the last kills. */
  let kills: number[] = [];
  const processes = createProcesses({
    ...options,
    onLost(reason, kind) {
      losses.set(kind, (losses.get(kind) ?? 0) + 1);
      if (kind === 'killed') kills.push(performance.now());
      options.onLost?.(reason, kind);
    },
  });

  async function run<Name extends keyof DecoderWork>(
    name: Name,
    job: DecoderWork[Name]['job'],
    origin: JobOrigin,
    timeoutMs?: number,
  ) {
    try {
      return await runOnce(name, job, origin, timeoutMs);
    } catch (error) {
      if (lossOf(error) !== 'killed') throw error;
      return runOnce(name, job, origin, timeoutMs);
    }
  }

  async function runOnce<Name extends keyof DecoderWork>(
    name: Name,
    job: DecoderWork[Name]['job'],
    origin: JobOrigin,
    timeoutMs?: number,
  ) {
    const decoder = await traced('wait for decoder', {}, () => processes.acquire(origin));
    try {
      return await traced(name === 'process' ? 'decode' : 'make variant', {}, () => decoder.run(name, job, timeoutMs));
    } catch (error) {
      // `close` killed the process during the job, so the error says nothing about the file.
      throw processes.isClosed() ? tooBusy() : error;
    } finally {
      processes.release(decoder);
    }
  }

  async function processWithRetry(job: ProcessJob, origin: JobOrigin): Promise<ProcessedImage> {
    try {
      return await run('process', job, origin);
    } catch (error) {
      const loss = lossOf(error);
      // After a CPU budget the second attempt would cost as much, and after a kill it has been made.
      if (loss !== 'crash' && loss !== 'timeout') throw error;
      return run('process', job, origin);
    }
  }

  async function makeVariant(job: VariantJob, origin: JobOrigin, avifBudgetMs: number): Promise<MadeVariant> {
    if (job.format !== 'AVIF') return run('makeVariant', job, origin);
    try {
      return await run('makeVariant', job, origin, Math.min(avifBudgetMs, options.timeoutMs));
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'INVALID_IMAGE') throw error;
      return run('makeVariant', { ...job, format: 'WEBP' }, origin);
    }
  }

  return {
    confinement: options.sandbox,
    warmUp: processes.warmUp,
    process: (job, origin) => run('process', job, origin),
    processWithRetry,
    makeVariant,
    load: processes.load,
    losses: () => losses,
    recentKills() {
      kills = kills.filter((at) => performance.now() - at < RECENT_MS);
      return kills.length;
    },
    replaced: processes.replaced,
    close: processes.close,
  };
}

function lossOf(error: unknown): LossKind | undefined {
  return error instanceof AppError && error.cause instanceof DecoderLostError ? error.cause.kind : undefined;
}

/** Starts the processes and replaces those that died or are due for it. */
function createProcesses(options: PoolOptions) {
  const queue = createFairQueue<DecoderProcess>({
    workers: options.processes,
    maxWaiting: options.maxWaiting,
    refusal: tooBusy,
  });
  const all = new Set<DecoderProcess>();
  /** By the process that is due for replacement, until the replacement takes over. */
  const replacements = new Map<DecoderProcess, DecoderProcess>();
  let isClosed = false;
  let isStarted = false;
  let replaced = 0;

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
    if (isClosed) return;
    replaced++;
    queue.offer(replacement === undefined || replacement.isRetired() ? start() : replacement);
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

  async function acquire(origin: JobOrigin): Promise<DecoderProcess> {
    warmUp();
    if (isClosed) throw tooBusy();
    const decoder = await queue.acquire(origin);
    if (!decoder.isReady()) void decoder.ready.then(() => queue.began(decoder));
    return decoder;
  }

  function release(decoder: DecoderProcess): void {
    queue.ended(decoder);
    const replacement = replacements.get(decoder);
    if (decoder.isRetired() || replacement?.isReady() === true) replace(decoder);
    else {
      if (decoder.isDueForReplacement() && replacement === undefined && !isClosed) startReplacement(decoder);
      queue.offer(decoder);
    }
  }

  function load() {
    const { upload, derived } = queue.load();
    const both = { running: upload.running + derived.running, waiting: upload.waiting + derived.waiting };
    return { ...both, uploads: upload, maxWaiting: options.maxWaiting };
  }

  async function close(): Promise<void> {
    isClosed = true;
    queue.refuseWaiting();
    const ended = [...all].map((decoder) => decoder.exited);
    for (const decoder of all) decoder.kill();
    await Promise.all(ended);
  }

  return { warmUp, acquire, release, isClosed: () => isClosed, load, replaced: () => replaced, close };
}

function tooBusy(): AppError {
  return new AppError('SERVICE_UNAVAILABLE', {
    detail: 'Too many images are waiting to be decoded.',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
