import { type ChildProcess, spawn } from 'node:child_process';
import { constants, getPriority, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { AppError } from '../core/errors.ts';
import { PROGRAM_FILES } from '../lib/program-files.ts';
import type { DecoderReply, DecoderTask, DecoderWork } from './decoder.ts';
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

/** Limits of one decoder process. */
export interface DecoderLimits {
  /** Wall-clock time of one job. */
  timeoutMs: number;
  addressSpaceKib: number;
  /** Jobs after which the process is replaced; default 10,000. */
  jobsBeforeReplacement?: number;
  /** Called when a process died, or exceeded its time limit and was killed. */
  onLost?: (reason: string) => void;
}

/** A child process that decodes one image at a time. */
export interface DecoderProcess {
  /** @param timeoutMs default: that of the limits */
  run<Name extends keyof DecoderWork>(
    name: Name,
    job: DecoderWork[Name]['job'],
    timeoutMs?: number,
  ): Promise<DecoderWork[Name]['made']>;
  /** It must not get another job: it is dead, or holds memory that the next image may need. */
  isRetired(): boolean;
  /** It still works, but should be replaced soon. */
  isDueForReplacement(): boolean;
  kill(): void;
  isReady(): boolean;
  /** Resolves when the process is ready, or has ended before that. */
  ready: Promise<void>;
  /** Resolves when the process has ended. */
  exited: Promise<void>;
}

const PROGRAM = fileURLToPath(PROGRAM_FILES.decoder);
// Replacing a process now and then limits memory leaks in codecs. A start costs as much as fifty images, so it is rare.
const JOBS_BEFORE_REPLACEMENT = 10_000;
const CPU_LIMIT_SECONDS = 900;
const CPU_BEFORE_REPLACEMENT_SECONDS = 300;
const STDERR_KEPT_CHARACTERS = 2_000;
const NICENESS_INCREMENT = 10;

/**
 * A shell script that sets the limits and executes the program. If the machine runs out of memory, the kernel kills the
 * decoder first and not the service (Linux only).
 */
function limitedShell({ addressSpaceKib }: DecoderLimits): string {
  return [
    'ulimit -c 0',
    `ulimit -v ${addressSpaceKib}`,
    `ulimit -t ${CPU_LIMIT_SECONDS}`,
    '{ echo 1000 > /proc/self/oom_score_adj; } 2>/dev/null',
    'exec "$0" "$@"',
  ].join('; ');
}

/** Starts a decoder process with limits, and without the environment, the secrets or the sockets of this process. */
export function startDecoderProcess(limits: DecoderLimits): DecoderProcess {
  const child = spawnDecoder(limits);
  const stderr = collectStderr(child);
  let isRetired = false;
  let isDueForReplacement = false;
  let isReady = false;
  let jobs = 0;
  const ready = new Promise<void>((resolve) => {
    child.once('message', () => {
      // Only now: the first uploads after a start wait for the process.
      lowerPriority(child.pid);
      isReady = true;
      resolve();
    });
    child.once('exit', resolve);
    child.once('error', () => resolve());
  });
  const exited = new Promise<void>((resolve) => {
    const end = () => {
      isRetired = true;
      resolve();
    };
    child.once('exit', end);
    child.once('error', end);
  });

  async function run<Name extends keyof DecoderWork>(
    name: Name,
    job: DecoderWork[Name]['job'],
    timeoutMs = limits.timeoutMs,
  ): Promise<DecoderWork[Name]['made']> {
    const reply = await exchange(child, { name, job } as DecoderTask, timeoutMs, stderr).catch((error: Error) => {
      isRetired = true;
      limits.onLost?.(error.message);
      child.kill('SIGKILL');
      throw new AppError('INVALID_IMAGE', { cause: error });
    });
    jobs++;
    if (reply.mustRetire) isRetired = true;
    const maxJobs = limits.jobsBeforeReplacement ?? JOBS_BEFORE_REPLACEMENT;
    if (jobs >= maxJobs || reply.cpuSeconds > CPU_BEFORE_REPLACEMENT_SECONDS) isDueForReplacement = true;
    if (reply.ok) return reply.made;
    throw new AppError(reply.code, { ...reply.options, cause: new Error(reply.cause) });
  }

  return {
    run,
    isRetired: () => isRetired,
    isDueForReplacement: () => isDueForReplacement,
    isReady: () => isReady,
    kill: () => child.kill('SIGKILL'),
    ready,
    exited,
  };
}

function spawnDecoder(limits: DecoderLimits): ChildProcess {
  // Node strips types with WebAssembly, which by default reserves more address space than the limit.
  // Before 24.21, Node also fails when the limit leaves no space for guards of 8 GiB around the memory.
  const flags = ['--no-warnings', '--wasm-max-mem-pages=512', '--disable-wasm-trap-handler'];
  return spawn('/bin/sh', ['-c', limitedShell(limits), process.execPath, ...flags, PROGRAM], {
    env: { MALLOC_ARENA_MAX: '1' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}

/**
 * Sends a task and waits for the reply.
 * @param stderr the last output of the process, for the error message
 * @throws DecoderLostError if the process ends or exceeds the time
 */
function exchange(
  child: ChildProcess,
  task: DecoderTask,
  timeoutMs: number,
  stderr: () => string,
): Promise<DecoderReply> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(timer);
      child.off('message', onMessage);
      child.off('exit', onExit);
      act();
    };
    const lose = (reason: string) => settle(() => reject(new DecoderLostError(reason)));
    const onMessage = (message: DecoderReply | 'ready') => {
      if (message !== 'ready') settle(() => resolve(message));
    };
    const onExit = (code: number | null, signal: string | null) =>
      lose(`the decoder process ended (code ${code}, signal ${signal}): ${stderr()}`);
    const timer = setTimeout(() => lose(`decoding took longer than ${timeoutMs} ms`), timeoutMs);
    child.on('message', onMessage);
    child.on('exit', onExit);
    child.send(task, (error) => {
      if (error !== null) lose(`the decoder process cannot be reached: ${error.message}`);
    });
  });
}

/** Under full load the service goes first: a late service delays every request, a late decoder one upload. */
function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, Math.min(getPriority() + NICENESS_INCREMENT, constants.priority.PRIORITY_LOW));
  } catch {
    // The process has already ended; its exit event reports that.
  }
}

function collectStderr(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-STDERR_KEPT_CHARACTERS);
  });
  return () => text.trim();
}
