import { humanSize } from '../core/human-size.ts';

const INTERVAL_MS = 200;

/** A line of progress on a terminal; without a terminal nothing is printed. */
export function createProgress(noun: string) {
  const isShown = process.stderr.isTTY === true;
  let shownAt = Number.NEGATIVE_INFINITY;
  return {
    show(done: number, of: number, bytes: number): void {
      if (!isShown || performance.now() - shownAt < INTERVAL_MS) return;
      shownAt = performance.now();
      process.stderr.write(`\r\u001b[K${done} of ${of} ${noun}, ${humanSize(bytes)}`);
    },
    clear(): void {
      if (isShown && shownAt > 0) process.stderr.write('\r\u001b[K');
    },
  };
}
