import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { BenchService } from './service.ts';

const run = promisify(execFile);
const program = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export interface UploadFigures {
  /** Images. */
  stored: number;
  perSecond: number;
  /** Milliseconds; null where nothing was stored. */
  p50: number | null;
  p99: number | null;
  /** Requests that were answered 503. */
  refused: number;
}

/** Uploads from a process of its own. */
export async function uploads(
  service: Pick<BenchService, 'url' | 'key'>,
  load: { clients: number; seconds: number; perRequest?: number },
  paths: readonly string[],
): Promise<UploadFigures> {
  const { clients, seconds, perRequest = 1 } = load;
  const args = [program('uploader.ts'), service.url, service.key, ...[clients, seconds, perRequest].map(String)];
  const { stdout } = await run(process.execPath, ['--no-warnings', ...args, ...paths], { maxBuffer: 2 ** 24 });
  return JSON.parse(stdout);
}

/** What libvips alone does on all cores. */
export interface BareThumbnails {
  perSecond: number;
  /** Time of the processor for one. */
  cpuMs: number;
}

/** Makes thumbnails of the pictures, and nothing else. */
export async function bareThumbnails(seconds: number, paths: readonly string[]): Promise<BareThumbnails> {
  const one = () =>
    run(process.execPath, ['--no-warnings', program('thumbnail-loop.ts'), String(seconds), ...paths], {
      env: { ...process.env, MALLOC_ARENA_MAX: '1' },
    });
  const all = await Promise.all(Array.from({ length: availableParallelism() }, one));
  const figures = all.map(({ stdout }) => JSON.parse(stdout) as BareThumbnails);
  return {
    perSecond: figures.reduce((sum, { perSecond }) => sum + perSecond, 0),
    cpuMs: Math.min(...figures.map(({ cpuMs }) => cpuMs)),
  };
}
