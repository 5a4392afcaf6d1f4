import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { cpuBudgetSeconds } from '../../src/imaging/cpu-budget.ts';
import { CHANNEL_FD } from '../../src/imaging/decoder-channel.ts';
import { openJobFiles } from '../../src/imaging/job-files.ts';
import type { ProcessedImage, ProcessJob } from '../../src/imaging/port.ts';
import { decoderCommand, findSandbox } from '../../src/imaging/sandbox.ts';
import { openCpuMeter, watchCpu } from '../../src/imaging/watch-cpu.ts';

export interface Task {
  job: ProcessJob;
  /** Whether the file is searched and scrubbed; else it is only decoded. */
  scans: boolean;
}

export type Reply = { made: ProcessedImage } | { error: string };

/** Runs a task in the next idle process. @throws Error for a file that is refused */
export type Decoders = (task: Task) => Promise<ProcessedImage>;

const PROGRAM = fileURLToPath(new URL('decoder.ts', import.meta.url));
/** The defaults of imgd. */
const LIMITS = { addressSpaceKib: 2_500_000, maxUploadBytes: 2 ** 30 };
const TIMEOUT_MS = 30_000;

/** Starts a decoder process for each core. @param isConfined in the sandbox of imgd, with the files of one job only */
export async function startDecoders(workDir: string, isConfined: boolean): Promise<Decoders> {
  mkdirSync(workDir);
  const one = isConfined ? await confined(workDir) : unconfined;
  const idle = Array.from({ length: availableParallelism() }, one);
  const waiting: ((decoder: Decoders) => void)[] = [];
  return async (task) => {
    const decoder = idle.pop() ?? (await new Promise<Decoders>((resolve) => waiting.push(resolve)));
    try {
      return await decoder(task);
    } finally {
      const next = waiting.shift();
      if (next === undefined) idle.push(decoder);
      else next(decoder);
    }
  };
}

function unconfined(): Decoders {
  const { ready, ask } = openChannel(process.execPath, ['--no-warnings', PROGRAM]);
  return async (task) => {
    await ready;
    return ask(task);
  };
}

function openChannel(command: string, args: readonly string[]) {
  const child = spawn(command, args, {
    env: { MALLOC_ARENA_MAX: '1' },
    cwd: '/',
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  });
  const socket = child.stdio[CHANNEL_FD] as Duplex;
  const lines = createInterface({ input: socket });
  const ready = once(lines, 'line');
  const ask: Decoders = async (task) => {
    socket.write(`${JSON.stringify(task)}\n`);
    const [line] = await once(lines, 'line');
    const reply = JSON.parse(line) as Reply;
    if ('error' in reply) throw new Error(reply.error);
    return reply.made;
  };
  return { child, ready, ask };
}

/** Processes that see one input and its outputs, for a limited time on the clock and on the processor. */
async function confined(workDir: string): Promise<() => Decoders> {
  const sandbox = await findSandbox('auto', workDir);
  return () => {
    const files = openJobFiles(workDir, sandbox.seen);
    const [command = '', ...args] = decoderCommand(PROGRAM, sandbox, LIMITS, files.dirs);
    const { child, ready, ask } = openChannel(command, args);
    let meter: ReturnType<typeof openCpuMeter> | undefined;
    return async (task) => {
      const { job } = task;
      await ready;
      // Only now all processes of the sandbox are there.
      meter ??= openCpuMeter(child.pid);
      const handed = await files.hand(job);
      const budget = cpuBudgetSeconds({ ...job, pixels: 0, isVariant: false });
      const watch = watchCpu(child.pid, budget, meter.seconds());
      const late = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
      try {
        const made = await Promise.race([ask({ ...task, job: handed.job }), watch.exceeded]);
        const { thumbnail, original } = made;
        const file = thumbnail.file && (await handed.take(thumbnail.file, 'thumbnail'));
        const isUnchanged = original.path === handed.job.inputPath;
        const taken = isUnchanged
          ? { ...original, path: job.inputPath }
          : await handed.take(original, 'scrubbed', 'cut', 'reencoded');
        return { ...made, original: taken, thumbnail: { ...thumbnail, file } };
      } finally {
        watch.stop();
        clearTimeout(late);
        await files.clear();
      }
    };
  };
}
