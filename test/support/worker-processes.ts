import { readdirSync, readFileSync } from 'node:fs';

/** Process ids of the worker processes, by their numbers. */
export function workersOf({ pid }: { pid: number }): Map<number, number> {
  const found = new Map<number, number>();
  for (const child of childrenOf(pid)) {
    const [, , command, number] = commandLineOf(child);
    if (command === 'serve-worker') found.set(Number(number), child);
  }
  return found;
}

function childrenOf(pid: number): number[] {
  const lists = readdirSync(`/proc/${pid}/task`).map((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8'),
  );
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
}

function commandLineOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

/** Whether a process runs; a zombie does not. */
export function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
