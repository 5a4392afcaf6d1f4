import { readFile } from 'node:fs/promises';
import { decodersOf } from '../../support/decoders.ts';

const SAMPLES_A_SECOND = 20;

/** Samples the memory of a service and its decoders. */
export interface MemoryWatch {
  /** The largest sum in bytes. Shared pages count once. */
  peakBytes(): number;
  stop(): void;
}

export function watchMemory(pid: number): MemoryWatch {
  let peak = 0;
  let busy = false;
  const look = async () => {
    if (busy) return;
    busy = true;
    peak = Math.max(peak, await memoryOf(pid));
    busy = false;
  };
  const timer = setInterval(look, 1_000 / SAMPLES_A_SECOND);
  return { peakBytes: () => peak, stop: () => clearInterval(timer) };
}

async function memoryOf(pid: number): Promise<number> {
  const sizes = await Promise.all([pid, ...(await decodersOf(pid))].map(pssOf));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Proportional set size in bytes; 0 for a process that has ended. */
async function pssOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1_024;
}
