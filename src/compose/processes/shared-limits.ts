import type { Config } from '../../config.ts';
import { createMemoryWindow, type FixedWindow } from '../../limits/limits.ts';
import { createMemoryLimits, type Limits } from '../../limits/memory-limits.ts';
import { isWorker, type PrimaryRole, type ProcessRole, type WorkerRole } from './roles.ts';

type Operation = keyof FixedWindow;

/** Counters that the processes of a service share: those of the primary process, in its memory. */
export function createSharedLimits({ limits }: Config, role: ProcessRole): Limits {
  return createMemoryLimits(limits.windowFigures, isWorker(role) ? windowsOfPrimary(role) : windowsFor(role));
}

function windowsFor({ callables }: PrimaryRole) {
  const windows = new Map<string, FixedWindow>();
  callables.set('limits', (name: string, operation: Operation, key: string) => windows.get(name)?.[operation](key));
  return (name: string, seconds: number) => {
    const window = createMemoryWindow(seconds);
    windows.set(name, window);
    return window;
  };
}

function windowsOfPrimary({ callPrimary }: WorkerRole) {
  return (name: string): FixedWindow => {
    const call = (operation: Operation, key: string) => callPrimary('limits', name, operation, key) as Promise<never>;
    return {
      take: (key) => call('take', key),
      peek: (key) => call('peek', key),
      giveBack: (key) => call('giveBack', key),
    };
  };
}
