import { SingleBar } from 'cli-progress';
import { escapeControls } from '../../../src/cli/print.ts';
import { humanSize } from '../../../src/core/human-size.ts';

export interface Progress {
  update(sentBytes: number): void;
  /** Removes the bar. */
  end(): void;
}

/** A progress bar on standard error, if that is a terminal. */
export function showProgress(file: string, totalBytes: number): Progress {
  if (!process.stderr.isTTY) return { update() {}, end() {} };
  const bar = new SingleBar({
    format: '{file} [{bar}] {percentage}% of {size}, {eta_formatted} left',
    stream: process.stderr,
    clearOnComplete: true,
    hideCursor: true,
  });
  bar.start(totalBytes, 0, { file: escapeControls(file), size: humanSize(totalBytes) });
  return { update: (sentBytes) => bar.update(sentBytes), end: () => bar.stop() };
}
