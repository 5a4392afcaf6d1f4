import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Forgets the highest memory of a process until now, so that the next one is that of what comes. */
export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** Highest resident memory of a process in bytes; 0 when it has ended. */
export function peakOf(pid: number): number {
  return statusOf(pid, 'VmHWM') * 1_024;
}

/** Resident memory of a process in bytes; 0 when it has ended. */
export function memoryOf(pid: number): number {
  return statusOf(pid, 'VmRSS') * 1_024;
}

export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => statusOf(candidate, 'PPid') === pid);
}

/** A figure of /proc/<pid>/status; 0 when the process has ended. */
function statusOf(pid: number, name: string): number {
  try {
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
