import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { LOAD_PROGRAM } from './load.ts';
import type { BenchService } from './service.ts';

const run = promisify(execFile);
/** Longer than any upload. */
const ANSWER_SECONDS = 60;
const program = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export interface UploadFigures {
  /** Images. */
  stored: number;
  perSecond: number;
}

interface UploadLoad {
  clients: number;
  seconds: number;
  /** Files a request; more than one use the bulk upload. */
  perRequest?: number;
}

/**
 * Uploads from a separate process: wrk, or clients in Node.js if it is missing.
 * @throws Error if an upload is not answered 200
 */
export async function uploads(
  service: Pick<BenchService, 'url' | 'key'>,
  load: UploadLoad,
  paths: readonly string[],
): Promise<UploadFigures> {
  return LOAD_PROGRAM === 'wrk' ? uploadsByWrk(service, load, paths) : uploadsByNode(service, load, paths);
}

async function uploadsByWrk(
  { url, key }: Pick<BenchService, 'url' | 'key'>,
  { clients, seconds, perRequest = 1 }: UploadLoad,
  paths: readonly string[],
): Promise<UploadFigures> {
  const args = ['-t1', `-c${clients}`, `-d${seconds}s`, `--timeout=${ANSWER_SECONDS}s`, '-s', program('uploads.lua')];
  const { stdout } = await run('wrk', [...args, url, '--', key, String(perRequest), ...paths]);
  const seen = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  if (seen.failures > 0) throw new Error(stdout);
  const stored = seen.answered * perRequest;
  return { stored, perSecond: stored / seen.seconds };
}

/**
 * Uploads from clients in Node.js, until the last of them is answered. wrk counts only what is answered when its time is
 * over: of requests with many files it leaves out a quarter of the work.
 */
export async function uploadsByNode(
  { url, key }: Pick<BenchService, 'url' | 'key'>,
  { clients, seconds, perRequest = 1 }: UploadLoad,
  paths: readonly string[],
): Promise<UploadFigures> {
  const args = [program('uploader.ts'), url, key, ...[clients, seconds, perRequest].map(String)];
  const { stdout } = await run(process.execPath, ['--no-warnings', ...args, ...paths]);
  return JSON.parse(stdout);
}

/** Uploads that begin at a fixed rate, however many are in progress, and reads of a path at another rate. */
interface OpenLoad {
  /** Uploads a second. */
  rate: number;
  reads?: { rate: number; path: string };
  seconds: number;
}

/** Numbers of answers, and 99th percentiles of latencies in milliseconds; those of uploads begin when an upload was due. */
export interface OpenFigures {
  stored: number;
  refused: number;
  storedP99: number | null;
  refusedP99: number | null;
  reads: { asked: number; answered: number };
}

/** Runs a load that does not wait for answers. @throws Error for an answer other than 200 and 503 */
export async function openLoad(
  { url, key }: Pick<BenchService, 'url' | 'key'>,
  { rate, reads = { rate: 0, path: '/' }, seconds }: OpenLoad,
  paths: readonly string[],
): Promise<OpenFigures> {
  const args = [program('open-load.ts'), url, key, ...[rate, reads.rate, reads.path, seconds].map(String)];
  const { stdout } = await run(process.execPath, ['--no-warnings', ...args, ...paths]);
  const seen = JSON.parse(stdout) as OpenFigures & { others: string[] };
  if (seen.others.length > 0) throw new Error(`answers other than 200 and 503: ${seen.others.join(', ')}`);
  return seen;
}

/** The rate of libvips alone on all cores. */
export interface BareThumbnails {
  perSecond: number;
  /** Processor time of one. */
  cpuMs: number;
}

/** Only makes thumbnails of the pictures. */
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
