import { readdirSync, readFileSync } from 'node:fs';
import { childrenOf, descendantsOf } from './process-memory.ts';

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

/**
 * Processor time in milliseconds by process and thread: `service: MainThread`, `decoders: libuv-worker`. Threads of the
 * same name count as one, and so do all children. Ended threads are missing.
 */
export function cpuMsByThread(pid: number): Map<string, number> {
  const times = new Map<string, number>();
  const add = (process: string, of: number) => {
    for (const thread of threadsOf(of)) {
      const [user = 0, system = 0] = timesIn(thread);
      const name = `${process}: ${/\((.*)\)/s.exec(thread)?.[1] ?? ''}`;
      times.set(name, (times.get(name) ?? 0) + user + system);
    }
  };
  add('service', pid);
  for (const child of descendantsOf(pid)) add('decoders', child);
  return times;
}

/**
 * Watches the processor time that is available to a process and its children: what they take, and what is idle.
 * @returns ends the watch, and returns the number of cores that other programs, such as the load, left on average
 */
export function watchAvailableCores(pid: number): () => number {
  const available = () => cpuMsOf(pid) + idleMs();
  const [before, begun] = [available(), performance.now()];
  return () => (available() - before) / (performance.now() - begun);
}

/** Idle time of all cores since the start of the machine: idle and iowait of the first line of /proc/stat. */
function idleMs(): number {
  const [, , , , idle, waiting] = readFileSync('/proc/stat', 'latin1').split(/\s+/);
  return (Number(idle) + Number(waiting)) * TICK_MS;
}

/** The stat files of all threads of a process. */
function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map((thread) => statOf(`${pid}/task/${thread}`));
  } catch {
    return [];
  }
}

function timesOf(pid: number): number[] {
  return timesIn(statOf(String(pid)));
}

function timesIn(stat: string): number[] {
  // Parse after the name, which may contain any character: utime, stime, cutime and cstime are the fields 14 to 17.
  const fields = stat.split(') ').at(-1)?.split(' ') ?? [];
  return fields.slice(11, 15).map((ticks) => Number(ticks) * TICK_MS);
}

function statOf(path: string): string {
  try {
    return readFileSync(`/proc/${path}/stat`, 'latin1');
  } catch {
    return '';
  }
}
