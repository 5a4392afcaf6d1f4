import { type ChildProcess, spawn } from 'node:child_process';
import { constants, getPriority, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { AppError } from '../core/errors.ts';
import { PROGRAM_FILES } from '../lib/program-files.ts';
import type { DecoderReply, DecoderTask, DecoderWork } from './decoder.ts';
import { DecoderLostError } from './decoder-lost-error.ts';

/** Bounds of one decoder process. */
export interface DecoderLimits {
  /** Wall time of one job. */
  timeoutMs: number;
  addressSpaceKib: number;
  /** Jobs after which another process takes its place; 10,000 where it is not told. */
  jobsBeforeRetirement?: number;
  /** Told when a process had to be given up: it died, or took too long. */
  onLost?: (why: string) => void;
}

/** A child process that decodes one image at a time. */
export interface DecoderProcess {
  /** @param timeoutMs less than the time of its limits */
  run<Name extends keyof DecoderWork>(
    name: Name,
    job: DecoderWork[Name]['job'],
    timeoutMs?: number,
  ): Promise<DecoderWork[Name]['made']>;
  /** True once it must not be given another job: dead, or holding memory that a further picture may need. */
  isSpent(): boolean;
  /** True once another one should take its place. */
  isWorn(): boolean;
  kill(): void;
  isReady(): boolean;
  /** Settles when it is ready, or has ended before. */
  ready: Promise<void>;
  /** Settles when the process has ended. */
  exited: Promise<void>;
}

const PROGRAM = fileURLToPath(PROGRAM_FILES.decoder);
// A fresh process now and then, so that no leak in a codec can grow; seldom, since its start costs as much as fifty images.
const JOBS_BEFORE_RETIREMENT = 10_000;
const CPU_LIMIT_SECONDS = 900;
const CPU_BEFORE_RETIREMENT_SECONDS = 300;
const STDERR_KEPT_CHARACTERS = 2_000;
const NICER_BY = 10;

/**
 * Sets the limits and becomes the program. Where memory runs out as a whole, the decoder is what the kernel ends first,
 * and not the service (Linux; elsewhere there is no such file).
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

/** Starts a decoder process under its own limits, without this process's environment, secrets or network handles. */
export function startDecoderProcess(limits: DecoderLimits): DecoderProcess {
  const child = spawn(
    '/bin/sh',
    [
      '-c',
      limitedShell(limits),
      process.execPath,
      '--no-warnings',
      // Node strips types by WebAssembly, which would otherwise reserve more address space than there is.
      '--wasm-max-mem-pages=512',
      PROGRAM,
    ],
    { env: { MALLOC_ARENA_MAX: '1' }, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] },
  );
  const said = collectStderr(child);
  let spent = false;
  let worn = false;
  let isReady = false;
  let jobs = 0;
  const ready = new Promise<void>((resolve) => {
    child.once('message', () => {
      // Not before it is ready: the first uploads after a start wait for it.
      leaveRoomForOthers(child.pid);
      isReady = true;
      resolve();
    });
    child.once('exit', resolve);
    child.once('error', () => resolve());
  });
  const exited = new Promise<void>((resolve) => {
    const end = () => {
      spent = true;
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
    const reply = await ask({ name, job } as DecoderTask, timeoutMs);
    jobs++;
    if (reply.spent) spent = true;
    if (
      jobs >= (limits.jobsBeforeRetirement ?? JOBS_BEFORE_RETIREMENT) ||
      reply.cpuSeconds > CPU_BEFORE_RETIREMENT_SECONDS
    )
      worn = true;
    if (reply.ok) return reply.made;
    throw new AppError(reply.code, { ...reply.options, cause: new Error(reply.cause) });
  }

  function ask(task: DecoderTask, timeoutMs: number): Promise<DecoderReply> {
    return new Promise((resolve, reject) => {
      const settle = (act: () => void) => {
        clearTimeout(timer);
        child.off('message', onMessage);
        child.off('exit', onExit);
        act();
      };
      const giveUp = (why: string) =>
        settle(() => {
          spent = true;
          limits.onLost?.(why);
          child.kill('SIGKILL');
          reject(new AppError('INVALID_IMAGE', { cause: new DecoderLostError(why) }));
        });
      const onMessage = (message: DecoderReply | 'ready') => {
        if (message !== 'ready') settle(() => resolve(message));
      };
      const onExit = (code: number | null, signal: string | null) =>
        giveUp(`the decoder process ended (code ${code}, signal ${signal}): ${said()}`);
      const timer = setTimeout(() => giveUp(`decoding took longer than ${timeoutMs} ms`), timeoutMs);
      child.on('message', onMessage);
      child.on('exit', onExit);
      child.send(task, (error) => {
        if (error !== null) giveUp(`the decoder process cannot be reached: ${error.message}`);
      });
    });
  }

  return {
    run,
    isSpent: () => spent,
    isWorn: () => worn,
    isReady: () => isReady,
    kill: () => child.kill('SIGKILL'),
    ready,
    exited,
  };
}

/**
 * Where all cores are busy, everything else goes first: decoding takes most of the time and waits best, while a service
 * that gets its turn late answers everybody late.
 */
function leaveRoomForOthers(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, Math.min(getPriority() + NICER_BY, constants.priority.PRIORITY_LOW));
  } catch {
    // It has ended already, which is told elsewhere.
  }
}

function collectStderr(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-STDERR_KEPT_CHARACTERS);
  });
  return () => text.trim();
}
