import { readFileSync } from 'node:fs';
import { childrenOf } from './process-memory.ts';

const TICK_MS = 10;

/** Processor time in milliseconds of a process and its children, including ended ones, since their start. */
export function cpuMsOf(pid: number): number {
  const own = timesOf(pid).reduce((sum, ms) => sum + ms, 0);
  return childrenOf(pid).reduce((sum, child) => sum + cpuMsOf(child), own);
}

/** Processor time in milliseconds of a process without its children: user and system. */
export function ownCpuMsOf(pid: number): { user: number; system: number } {
  const [user = 0, system = 0] = timesOf(pid);
  return { user, system };
}

function timesOf(pid: number): number[] {
  // Parse after the name, which may contain any character: utime, stime, cutime and cstime are the fields 14 to 17.
  const fields = statOf(pid).split(') ').at(-1)?.split(' ') ?? [];
  return fields.slice(11, 15).map((ticks) => Number(ticks) * TICK_MS);
}

function statOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return '';
  }
}
