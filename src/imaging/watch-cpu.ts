import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { CpuBudgetError } from './errors.ts';

/** Reads the CPU time of a process at the start of its jobs. Its files in /proc stay open, which costs a tenth of opening them. */
export interface CpuMeter {
  /** Seconds of the process and of the descendants that it had when the meter was opened; undefined as `cpuSecondsOf`. */
  seconds(): number | undefined;
  close(): void;
}

/** @param pid undefined: it was not started */
export function openCpuMeter(pid: number | undefined): CpuMeter {
  const files: number[] = [];
  try {
    for (const one of pid === undefined ? [] : [pid, ...descendantsOf(pid)])
      files.push(openSync(`/proc/${one}/stat`, 'r'));
  } catch {
    // A process has ended, or there is no /proc.
  }
  const stat = Buffer.allocUnsafe(STAT_BYTES);
  return {
    seconds() {
      if (files.length === 0) return undefined;
      try {
        return files.reduce(
          (sum, file) => sum + ownSeconds(stat.toString('latin1', 0, readSync(file, stat, 0, STAT_BYTES, 0))),
          0,
        );
      } catch {
        return undefined;
      }
    },
    close() {
      for (const file of files.splice(0)) closeSync(file);
    },
  };
}

/** Watches the CPU time of a process during one job. */
export interface CpuWatch {
  /** Rejects with CpuBudgetError when the process has used more than its budget; otherwise never settles. */
  exceeded: Promise<never>;
  /** Changes the budget of the job. */
  allow(seconds: number): void;
  stop(): void;
}

const POLL_MS = 100;

/**
 * Starts to watch a process and its descendants. CPU time, unlike wall-clock time, hardly depends on what else the machine
 * does. Linux only: elsewhere only the wall-clock limit ends a job.
 * @param before CPU seconds at the start of the job. Descendants that it leaves out count from their start.
 */
export function watchCpu(
  pid: number | undefined,
  seconds: number,
  before = pid === undefined ? undefined : cpuSecondsOf(pid),
): CpuWatch {
  const { promise, reject } = Promise.withResolvers<never>();
  // The job may have ended when the process is killed.
  promise.catch(() => undefined);
  let budget = seconds;
  if (pid === undefined || before === undefined)
    return { exceeded: promise, allow: () => undefined, stop: () => undefined };
  const timer = setInterval(() => {
    const used = (cpuSecondsOf(pid) ?? before) - before;
    if (used <= budget) return;
    clearInterval(timer);
    reject(new CpuBudgetError(budget));
  }, POLL_MS);
  return {
    exceeded: promise,
    allow: (more) => {
      budget = more;
    },
    stop: () => clearInterval(timer),
  };
}

/** USER_HZ, which is 100 on every architecture that Node.js supports. */
const TICKS_PER_SECOND = 100;
/** Fields of /proc/<pid>/stat after the name of the program (proc(5)). */
const [USER_TIME, SYSTEM_TIME] = [11, 12];
/** More than the text of the file has. */
const STAT_BYTES = 2_048;

/**
 * User and system time in seconds of a process and its living descendants: a sandbox may stand between the service and
 * the decoder. undefined if the process has ended or /proc is missing.
 */
export function cpuSecondsOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return childrenOf(pid).reduce((sum, child) => sum + (cpuSecondsOf(child) ?? 0), ownSeconds(stat));
  } catch {
    return undefined;
  }
}

function ownSeconds(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME])) / TICKS_PER_SECOND;
}

/** The living descendants of a process. Empty where /proc does not list them. */
export function descendantsOf(pid: number): number[] {
  return childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);
}

/** The children of the main thread of a process. Kernels without CONFIG_PROC_CHILDREN do not list them. */
function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').map(Number).filter(Boolean);
  } catch {
    return [];
  }
}
