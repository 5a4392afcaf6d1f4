import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { uploadPicture } from './delivery.ts';
import { receivingServer } from './support/bare-server.ts';
import { type Goal, rowOf } from './support/compare.ts';
import { uploads } from './support/measure.ts';
import { startFileServer } from './support/nginx.ts';
import { drawPhotos, SMALL_JPEG } from './support/photos.ts';
import { startProgram } from './support/program.ts';
import type { Options, Results } from './support/results.ts';
import { type BenchService, startService } from './support/service.ts';
import type { SqliteTimes } from './support/sqlite-times.ts';

const LOAD_PROGRAM = fileURLToPath(new URL('support/read-load.ts', import.meta.url));
const BARE_PROGRAM = fileURLToPath(new URL('support/bare-http.ts', import.meta.url));
const TIMES_PROGRAM = new URL('support/sqlite-times.ts', import.meta.url).href;
const UPLOADERS = 8;
const READS_A_SECOND = 200;
/** At least: the p99 of fewer reads is chance. */
const READ_SECONDS = 10;
/** The load begins before the reads are counted, and ends after them. */
const MARGIN_SECONDS = 3;
const PICTURES = 12;
const READ = `p99 of GET a thumbnail at ${READS_A_SECOND}/s, beside ${UPLOADERS} uploaders`;
const ALONE = 'a bare Node.js in a process of its own';
const RECEIVING = 'a bare Node.js that receives the uploads';

/** What blocks the event loop beside uploaders, and the latency of reads. */
export async function benchReaders(results: Results, directory: string, options: Options): Promise<void> {
  await benchReads(results, directory, options);
  const { paths } = await drawPhotos(directory, SMALL_JPEG, PICTURES);
  await results.measure('commits on the event loop', () => blocking(directory, paths, options));
}

/** The latency of reads beside uploaders. */
export async function benchReads(results: Results, directory: string, options: Options): Promise<void> {
  const { paths } = await drawPhotos(directory, SMALL_JPEG, PICTURES);
  await results.measure('reads beside uploads', () => latency(directory, paths, options));
}

/**
 * Each round has the uploaders of one server after those of another. Beside them the addresses that are compared are read in
 * the same seconds, so that a disturbance of the machine affects all of them. All serve one thumbnail.
 */
async function latency(directory: string, paths: readonly string[], { rounds, seconds }: Options) {
  await using nginx = await startFileServer();
  if (nginx === undefined) throw new Error('nginx is not installed');
  await using service = await startService();
  await using several = await startService({ env: { IMGD_PROCESSES: '2' } });
  const one = await thumbnailOf(service, paths[0] as string);
  const ofSeveral = await thumbnailOf(several, paths[0] as string);
  const file = join(directory, 'thumbnail.jpg');
  await writeFile(file, one.bytes);
  const fromNginx = await nginx.add('thumbnail.jpg', one.bytes);
  await using alone = await startProgram(BARE_PROGRAM, [file]);
  await using receiving = await receivingServer(file);
  const length = Math.max(seconds, READ_SECONDS);
  const beside = async (server: Pick<BenchService, 'url' | 'key'>, ...urls: string[]) => {
    const uploading = uploads(server, { clients: UPLOADERS, seconds: length + MARGIN_SECONDS }, paths);
    const [p99s] = await Promise.all([readP99s(urls, length), uploading]);
    return p99s;
  };
  const cases = [
    { name: '', goal: { ratioAtMost: 1 }, run: () => beside(service, one.url, fromNginx, `${alone.url}/0`) },
    { name: ': imgd, IMGD_PROCESSES=2', run: () => beside(several, ofSeveral.url, fromNginx) },
    { name: `: ${RECEIVING}`, run: () => beside(receiving, receiving.url, fromNginx) },
  ];
  const figures: number[][][] = cases.map(() => []);
  for (let round = -1; round < rounds; round++) {
    for (const [index, { run }] of cases.entries()) {
      const p99s = await run();
      // Programs warm up in the first round.
      if (round >= 0) figures[index]?.push(p99s);
    }
  }
  const row = (name: string, [ours, theirs]: [number, number], of: number[][] = [], goal?: Goal) => {
    const facts = { name: `${READ}${name}`, reference: 'nginx beside the same uploaders', unit: 'ms' };
    const column = (at: number) => of.map((p99s) => p99s[at] ?? Number.NaN);
    return rowOf({ ...facts, ...(goal && { goal }) }, column(ours), column(theirs));
  };
  const rows = cases.map(({ name, goal }, index) => row(name, [0, 1], figures[index], goal));
  return [...rows, row(`: ${ALONE}`, [2, 1], figures[0])];
}

async function thumbnailOf(service: BenchService, picture: string): Promise<{ url: string; bytes: Uint8Array }> {
  const { thumbnail } = await uploadPicture(service, picture);
  const url = service.url + thumbnail;
  return { url, bytes: new Uint8Array(await (await fetch(url)).arrayBuffer()) };
}

/** @returns the p99 of the reads of each address, in milliseconds */
async function readP99s(urls: readonly string[], seconds: number): Promise<number[]> {
  const args = ['--no-warnings', LOAD_PROGRAM, String(READS_A_SECOND), String(seconds), ...urls];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout);
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
