import { type ChildProcess, spawn } from 'node:child_process';
import { constants, getPriority, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { AppError } from '../core/errors.ts';
import { PROGRAM_FILES } from '../lib/program-files.ts';
import type { DecoderReply, DecoderTask, DecoderWork } from './decoder.ts';
import { DecoderLostError } from './errors.ts';

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
