import { SingleBar } from 'cli-progress';
import { humanSize } from '../core/human-size.ts';

/** Progress of one file. */
export interface Progress {
  update(sentBytes: number): void;
  end(): void;
}

/** A bar on standard error where that is a terminal, else nothing: it must not get between links, or into logs. */
export function createProgress(file: string, sizeBytes: number): Progress {
  if (!process.stderr.isTTY) return { update() {}, end() {} };
  const bar = new SingleBar({
    format: '{file} [{bar}] {percentage}% of {size}, {eta_formatted} left',
    stream: process.stderr,
    clearOnComplete: true,
    hideCursor: true,
  });
  bar.start(sizeBytes, 0, { file, size: humanSize(sizeBytes) });
  return { update: (sentBytes) => bar.update(sentBytes), end: () => bar.stop() };
}
