import { readFileSync } from 'node:fs';
import { childrenOf } from './process-memory.ts';

const TICK_MS = 10;

/** Milliseconds of processor that a process, its children and those that have ended have used since they began. */
export function cpuMsOf(pid: number): number {
  // Behind the name, which may hold anything: utime, stime, cutime and cstime are the fields 14 to 17.
  const fields = statOf(pid).split(') ').at(-1)?.split(' ') ?? [];
  const own = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS;
  return childrenOf(pid).reduce((sum, child) => sum + cpuMsOf(child), own);
}

function statOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return '';
  }
}
