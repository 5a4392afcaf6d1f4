import { SingleBar } from 'cli-progress';

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
  bar.start(sizeBytes, 0, { file, size: inWords(sizeBytes) });
  return { update: (sentBytes) => bar.update(sentBytes), end: () => bar.stop() };
}

function inWords(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10));
  return `${(bytes / 1024 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`;
}
