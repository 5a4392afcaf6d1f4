import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { uploadPicture } from './delivery.ts';
import { compare, rowOf } from './support/compare.ts';
import { uploads } from './support/measure.ts';
import { startFileServer } from './support/nginx.ts';
import { drawPhotos, SMALL_JPEG } from './support/photos.ts';
import type { Options, Results } from './support/results.ts';
import { type BenchService, startService } from './support/service.ts';
import type { SqliteTimes } from './support/sqlite-times.ts';

const LOAD_PROGRAM = fileURLToPath(new URL('support/open-load.ts', import.meta.url));
const TIMES_PROGRAM = new URL('support/sqlite-times.ts', import.meta.url).href;
const UPLOADERS = 8;
const READS_A_SECOND = 200;
/** At least: the p99 of fewer reads is chance. */
const READ_SECONDS = 10;
/** The load begins before the reads are counted, and ends after them. */
const MARGIN_SECONDS = 3;

/** Readers beside uploaders: the latency of reads, and what blocks the event loop beside them. */
export async function benchReaders(results: Results, directory: string, options: Options): Promise<void> {
  const { paths } = await drawPhotos(directory, SMALL_JPEG, 12);
  await results.measure('reads beside uploads', () => latency(paths, options));
  await results.measure('commits on the event loop', () => blocking(directory, paths, options));
}

/** The same uploaders in both rounds; nginx serves a file equal to the thumbnail that imgd serves. */
async function latency(paths: readonly string[], { rounds, seconds }: Options) {
  await using nginx = await startFileServer();
  if (nginx === undefined) throw new Error('nginx is not installed');
  await using service = await startService();
  const { thumbnail } = await uploadPicture(service, paths[0] as string);
  const path = new URL(thumbnail, service.url).pathname;
  const bytes = new Uint8Array(await (await fetch(service.url + path)).arrayBuffer());
  const other = new URL(await nginx.add('thumbnail.jpg', bytes));
  const length = Math.max(seconds, READ_SECONDS);
  const besideUploads = async (work: () => Promise<number>) => {
    const uploading = uploads(service, { clients: UPLOADERS, seconds: length + MARGIN_SECONDS }, paths);
    const [figure] = await Promise.all([work(), uploading]);
    return figure;
  };
  await besideUploads(() => readP99(service.url, path, length));
  return await compare(
    {
      name: `p99 of GET a thumbnail at ${READS_A_SECOND}/s, beside ${UPLOADERS} uploaders`,
      reference: 'nginx beside the same uploaders',
      unit: 'ms',
      rounds,
      goal: { ratioAtMost: 1 },
    },
    () => besideUploads(() => readP99(service.url, path, length)),
    () => besideUploads(() => readP99(other.origin, other.pathname, length)),
  );
}

async function readP99(url: string, path: string, seconds: number): Promise<number> {
  const args = ['--no-warnings', LOAD_PROGRAM, url, 'none', '0', String(READS_A_SECOND), path, String(seconds)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const { readP99: p99, others } = JSON.parse(stdout) as { readP99: number; others: string[] };
  if (others.length > 0) throw new Error(`answers other than 200: ${others.join(', ')}`);
  return p99;
}

async function blocking(directory: string, paths: readonly string[], { rounds, seconds }: Options) {
  const timesFile = join(directory, 'sqlite-times');
  await using service = await startService({
    nodeFlags: ['--import', TIMES_PROGRAM],
    env: { SQLITE_TIMES_FILE: timesFile },
  });
  const upload = () => uploads(service, { clients: UPLOADERS, seconds }, paths);
  const during = async (work: () => Promise<unknown>) => {
    await takeTimes(service, timesFile);
    await work();
    return takeTimes(service, timesFile);
  };
  await upload();
  const busy: SqliteTimes[] = [];
  const idle: SqliteTimes[] = [];
  for (let round = 0; round < rounds; round++) {
    busy.push(await during(upload));
    idle.push(await during(() => sleep(seconds * 1_000)));
  }
  const percent = (part: 'commitsMs' | 'statementsMs') => (times: SqliteTimes) => (100 * times[part]) / times.elapsedMs;
  const beside = `beside ${UPLOADERS} uploaders`;
  return [
    rowOf(
      {
        name: `time of the event loop in commits of SQLite, ${beside}`,
        reference: 'in all its statements',
        unit: '%',
        goal: { atMost: 1 },
      },
      busy.map(percent('commitsMs')),
      busy.map(percent('statementsMs')),
    ),
    rowOf(
      { name: `p99 of the delay of the event loop, ${beside}`, reference: 'the service when idle', unit: 'ms' },
      busy.map(({ delayP99Ms }) => delayP99Ms),
      idle.map(({ delayP99Ms }) => delayP99Ms),
    ),
  ];
}

/** @returns the times since the last call */
async function takeTimes(service: BenchService, path: string): Promise<SqliteTimes> {
  await rm(path, { force: true });
  process.kill(service.pid, 'SIGUSR2');
  for (;;) {
    await sleep(50);
    const text = await readFile(path, 'utf8').catch(() => undefined);
    if (text !== undefined) return JSON.parse(text);
  }
}
