import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Resets the peak memory of a process. */
export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** Peak resident memory of a process in bytes; 0 after its end. */
export function peakOf(pid: number): number {
  return statusOf(pid, 'VmHWM') * 1_024;
}

/** Resident memory of a process in bytes; 0 after its end. */
export function memoryOf(pid: number): number {
  return statusOf(pid, 'VmRSS') * 1_024;
}

export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => statusOf(candidate, 'PPid') === pid);
}

/** The children of a process, and theirs: a decoder may run below a process of its sandbox. */
export function descendantsOf(pid: number): number[] {
  return childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);
}

/** A figure of /proc/<pid>/status; 0 after the end of the process. */
function statusOf(pid: number, name: string): number {
  try {
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
