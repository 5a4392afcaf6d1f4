import { spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { AppError, type AppErrorOptions } from '../core/errors.ts';
import { PROGRAM_FILES } from '../lib/program-files.ts';
import { cpuBudgetSeconds, type Work } from './cpu-budget.ts';
import { type Channel, type DecoderReply, type DecoderTask, type DecoderWork, openChannel } from './decoder-channel.ts';
import { CpuBudgetError, DecoderLostError, type LossKind } from './errors.ts';
import { type HandedJob, openJobFiles } from './job-files.ts';
import type { MadeVariant, ProcessedImage, ProcessJob, VariantJob } from './port.ts';
import { decoderCommand, type KernelLimits, type Sandbox } from './sandbox.ts';
import { type CpuMeter, descendantsOf, openCpuMeter, watchCpu } from './watch-cpu.ts';

/** Limits of one decoder process. */
export interface DecoderLimits extends KernelLimits {
  sandbox: Sandbox;
  /** Parent of the directories of the processes, on the file system of the files of the jobs. */
  workDir: string;
  /** Wall-clock time of one job. */
  timeoutMs: number;
  /** Jobs after which the process is replaced; default 10,000. */
  jobsBeforeReplacement?: number;
  /** Program of the process; tests replace it. */
  program?: string;
  /** Called when a process died, exceeded its time limit or CPU budget, or sent a wrong reply, and was killed. */
  onLost?: (reason: string, kind: LossKind) => void;
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
const CPU_BEFORE_REPLACEMENT_SECONDS = 300;
const RETRY_AFTER_SECONDS = 30;

/** Starts a decoder process with limits, and without the environment, the secrets or the sockets of this process. */
export function startDecoderProcess(limits: DecoderLimits): DecoderProcess {
  const { sandbox, program = PROGRAM } = limits;
  const files = openJobFiles(limits.workDir, sandbox.seen);
  const [command = '', ...args] = decoderCommand(program, sandbox, limits, files.dirs);
  // Libraries write their temporary files beside the outputs.
  const env = { MALLOC_ARENA_MAX: '1', TMPDIR: (sandbox.seen ?? files.dirs).output };
  // Not `detached`: Linux divides the processors among sessions, and decoders would take them from the service.
  const child = spawn(command, args, { env, cwd: '/', stdio: ['ignore', 'ignore', 'pipe', 'pipe'] });
  const kill = () => {
    if (!hasExited) killTree(child.pid);
  };
  const channel = openChannel(child, kill);
  let isRetired = false;
  let isDueForReplacement = false;
  let isReady = false;
  let hasExited = false;
  let jobs = 0;
  /** Of the process and what it consists of in its sandbox, from when it is ready. */
  let meter: CpuMeter | undefined;
  /** Resolves when the files of the last job are taken or removed. */
  let cleared = Promise.resolve();
  const exited = new Promise<void>((resolve) => {
    const end = () => {
      isRetired = true;
      hasExited = true;
      meter?.close();
      cleared.then(files.remove).then(resolve, resolve);
    };
    child.once('exit', end);
    child.once('error', end);
  });
  const ready = channel.ready.then(
    () => {
      isReady = true;
      if (!hasExited) meter = openCpuMeter(child.pid);
    },
    () => exited,
  );

  function lose(error: DecoderLostError): AppError {
    isRetired = true;
    limits.onLost?.(error.message, error.kind);
    kill();
    if (error.kind === 'killed') {
      const detail = 'The process that decoded the image was ended.';
      return new AppError('SERVICE_UNAVAILABLE', { detail, retryAfterSeconds: RETRY_AFTER_SECONDS, cause: error });
    }
    return new AppError('INVALID_IMAGE', { ...tooExpensive(error), cause: error });
  }

  async function run<Name extends keyof DecoderWork>(
    name: Name,
    job: DecoderWork[Name]['job'],
    timeoutMs = limits.timeoutMs,
  ): Promise<DecoderWork[Name]['made']> {
    await cleared;
    const { promise, resolve } = Promise.withResolvers<void>();
    cleared = promise;
    try {
      const handed = await files.hand(job);
      const task = { name, job: handed.job } as DecoderTask;
      const reply = await askWithinBudget(channel, task, await workOf(job), timeoutMs, child.pid, meter?.seconds());
      jobs++;
      if (reply.mustRetire) isRetired = true;
      const maxJobs = limits.jobsBeforeReplacement ?? JOBS_BEFORE_REPLACEMENT;
      if (jobs >= maxJobs || reply.cpuSeconds > CPU_BEFORE_REPLACEMENT_SECONDS) isDueForReplacement = true;
      if (reply.ok) return await takeOver(handed, job, reply.made);
      throw new AppError(reply.code, { ...reply.options, cause: new Error(reply.cause) });
    } catch (error) {
      if (error instanceof AppError) throw error;
      if (error instanceof DecoderLostError) throw lose(error);
      // Its directories end with it.
      if (hasExited) {
        throw lose(new DecoderLostError('the decoder process ended before the job', { kind: 'killed', cause: error }));
      }
      throw new AppError('STORAGE_UNAVAILABLE', { cause: error, retryAfterSeconds: RETRY_AFTER_SECONDS });
    } finally {
      // The next job waits for it, this one does not.
      files.clear().then(resolve, (error) => {
        lose(error instanceof DecoderLostError ? error : new DecoderLostError(String(error), { cause: error }));
        resolve();
      });
    }
  }

  return {
    run,
    isRetired: () => isRetired,
    isDueForReplacement: () => isDueForReplacement,
    isReady: () => isReady,
    kill,
    ready,
    exited,
  };
}

/**
 * Ends a process and its descendants: a wrapper that is killed while it starts leaves a child that nothing else would end.
 * @param root undefined: it was not started
 */
function killTree(root: number | undefined): void {
  if (root === undefined) return;
  // A stopped process starts no other one.
  signal(root, 'SIGSTOP');
  for (const pid of [...descendantsOf(root), root]) signal(pid, 'SIGKILL');
}

/** Does nothing when the process has ended. */
function signal(pid: number, name: 'SIGSTOP' | 'SIGKILL'): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** What is known about a job before the process has read its input. */
async function workOf(job: ProcessJob | VariantJob): Promise<Work> {
  return 'source' in job
    ? { format: job.source, sizeBytes: (await stat(job.inputPath)).size, pixels: 0, isVariant: true }
    : { format: job.format, sizeBytes: job.sizeBytes, pixels: 0, isVariant: false };
}

/** @throws CpuBudgetError when the process spends more than the budget of the work; the errors of the channel */
function askWithinBudget(
  channel: Channel,
  task: DecoderTask,
  work: Work,
  timeoutMs: number,
  pid: number | undefined,
  cpuSeconds: number | undefined,
): Promise<DecoderReply> {
  const watch = watchCpu(pid, cpuBudgetSeconds(work), cpuSeconds);
  const onPixels = (pixels: number) => watch.allow(cpuBudgetSeconds({ ...work, pixels }));
  return Promise.race([channel.ask(task, timeoutMs, onPixels), watch.exceeded]).finally(watch.stop);
}

function tooExpensive(error: Error): AppErrorOptions {
  if (!(error instanceof CpuBudgetError)) return {};
  const seconds = Math.round(error.budgetSeconds * 10) / 10;
  return { detail: `Decoding it takes more than ${seconds} s of CPU time.`, details: { max_cpu_seconds: seconds } };
}

/**
 * Takes the reported outputs over. What the service knows about the upload does not come from the reply.
 * @throws DecoderLostError when the reply does not belong to the job
 */
async function takeOver<Made extends DecoderWork[keyof DecoderWork]['made']>(
  handed: HandedJob<ProcessJob | VariantJob>,
  job: ProcessJob | VariantJob,
  made: ProcessedImage | MadeVariant,
): Promise<Made> {
  if ('thumbnail' in made !== 'sha256' in job) throw new DecoderLostError('the decoder process did another job');
  if (!('thumbnail' in made)) return { ...made, ...(await handed.take(made, 'variant')) } as Made;
  const { inputPath: path, sizeBytes, sha256 } = job as ProcessJob;
  const isUnchanged = made.original.path === handed.job.inputPath;
  const { thumbnail } = made;
  const [original, file] = await Promise.all([
    isUnchanged
      ? { path, sizeBytes, sha256 }
      : handed.take(made.original, 'scrubbed', 'cut', 'reencoded', 'transcoded'),
    thumbnail.file && handed.take(thumbnail.file, 'thumbnail'),
  ]);
  return { ...made, uploadedSha256: sha256, original, thumbnail: { ...thumbnail, file } } as Made;
}
