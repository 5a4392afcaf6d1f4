import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { uploadPicture } from './delivery.ts';
import { LAST_STEP } from './floor/steps.ts';
import { type BareServer, floorServer, receivingServer } from './support/bare-server.ts';
import { type Goal, type Row, rowOf } from './support/compare.ts';
import { openLoad, uploads } from './support/measure.ts';
import { startFileServer } from './support/nginx.ts';
import { drawPhotos, SMALL_JPEG } from './support/photos.ts';
import { startProgram } from './support/program.ts';
import type { Options, Results } from './support/results.ts';
import { type BenchService, startService } from './support/service.ts';
import { shuffled } from './support/shuffled.ts';
import { warm } from './uploads.ts';

const LOAD_PROGRAM = fileURLToPath(new URL('support/read-load.ts', import.meta.url));
const BARE_PROGRAM = fileURLToPath(new URL('support/bare-http.ts', import.meta.url));
const UPLOADERS = 8;
const READS_A_SECOND = 200;
/** At least: the p99 of fewer reads is chance. */
const READ_SECONDS = 10;
const CALIBRATION_SECONDS = 5;
/** The load begins before the reads are counted, and ends after them. */
const MARGIN_SECONDS = 3;
/** Of what imgd stores as fast as it can: each server that is compared has processors left. */
const FIXED_SHARE = 0.6;
const PICTURES = 12;
const LIMIT_MINUTES = 40;
const READ = `p99 of GET a thumbnail at ${READS_A_SECOND}/s`;
const ALONE = 'a bare Node.js in a process of its own';
const RECEIVING = 'a bare Node.js that receives the uploads';
const PROMISING = 'the version by hand with every promise of imgd, which receives the uploads';
const SEVERAL = 'imgd, IMGD_PROCESSES=2';

type Server = Pick<BareServer | BenchService, 'url' | 'key'>;

/** What one round shows: a p99 for each address, in milliseconds, and the uploads beside them. */
interface Round {
  p99s: number[];
  storedPerSecond: number;
  /** Only of uploads at a fixed rate. */
  storedP99?: number | null;
}

/** The rounds of each case. */
type Seen = Record<'fast' | 'imgd' | 'several' | 'receiving' | 'promising' | 'together', Round[]>;

/**
 * The latency of reads beside uploads, first as many as eight uploaders can send. A server that stores faster then has more
 * of them beside its reads: to compare servers, all of them get the same number a second after that.
 */
export async function benchReads(results: Results, directory: string, options: Options): Promise<void> {
  const { paths } = await drawPhotos(directory, SMALL_JPEG, PICTURES);
  await results.measure('reads beside uploads', () => latency(directory, paths, options), LIMIT_MINUTES);
}

/**
 * Each round has the uploads of one server after those of another, in random order. Beside them the addresses that are
 * compared are read in the same seconds, so that a disturbance of the machine affects all of them. All serve one thumbnail.
 */
async function latency(directory: string, paths: readonly string[], { rounds, seconds }: Options): Promise<Row[]> {
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
  await using promising = await floorServer('eager', LAST_STEP, file);
  for (const server of [service, several, receiving, promising])
    await warm(server, { clients: UPLOADERS, seconds }, paths);

  const fast = (server: Server, urls: string[], length: number) =>
    beside(urls, length, async (uploading) => {
      const { perSecond } = await uploads(server, { clients: UPLOADERS, seconds: uploading }, paths);
      return { storedPerSecond: perSecond };
    });
  const ofImgd = [one.url, fromNginx, `${alone.url}/0`];
  const calibration = await fast(service, ofImgd, CALIBRATION_SECONDS);
  const rate = Math.round(FIXED_SHARE * calibration.storedPerSecond);
  const length = Math.max(seconds, READ_SECONDS);
  const fixed = (server: Server, urls: string[]) =>
    beside(urls, length, async (uploading) => {
      const { stored, storedP99 } = await openLoad(server, { rate, seconds: uploading }, paths);
      return { storedPerSecond: stored / uploading, storedP99 };
    });
  /** Both servers get half of the uploads and are read in the same seconds. */
  const together = () =>
    beside([one.url, fromNginx, receiving.url], length, async (uploading) => {
      const half = { rate: rate / 2, seconds: uploading };
      const both = await Promise.all([service, receiving].map((server) => openLoad(server, half, paths)));
      return { storedPerSecond: both.reduce((sum, { stored }) => sum + stored, 0) / uploading };
    });
  const cases: Record<keyof Seen, () => Promise<Round>> = {
    fast: () => fast(service, ofImgd, length),
    imgd: () => fixed(service, ofImgd),
    several: () => fixed(several, [ofSeveral.url, fromNginx]),
    receiving: () => fixed(receiving, [receiving.url, fromNginx]),
    promising: () => fixed(promising, [promising.url, fromNginx]),
    together,
  };
  const seen: Seen = { fast: [], imgd: [], several: [], receiving: [], promising: [], together: [] };
  for (let round = 0; round < rounds; round++) {
    for (const name of shuffled(Object.keys(cases) as (keyof Seen)[])) seen[name].push(await cases[name]());
  }
  return rowsOf(rate, seen);
}

/** Reads the addresses beside uploads. @param work uploads for some seconds */
async function beside(
  urls: readonly string[],
  length: number,
  work: (seconds: number) => Promise<Omit<Round, 'p99s'>>,
): Promise<Round> {
  const [p99s, uploaded] = await Promise.all([readP99s(urls, length), work(length + MARGIN_SECONDS)]);
  return { p99s, ...uploaded };
}

function rowsOf(rate: number, seen: Seen): Row[] {
  const column = (rounds: readonly Round[], at: number) => rounds.map(({ p99s }) => p99s[at] ?? Number.NaN);
  const fast = `${READ}, beside ${UPLOADERS} uploaders`;
  const fixed = `${READ}, beside ${rate} uploads/s`;
  const row = (name: string, rounds: readonly Round[], at = 0, goal?: Goal) => {
    const facts = { name, reference: 'nginx beside the same uploads', unit: 'ms' };
    return rowOf({ ...facts, ...(goal && { goal }) }, column(rounds, at), column(rounds, 1));
  };
  const inTurn = (name: string, unit: string, figures: (rounds: readonly Round[]) => number[]) =>
    rowOf({ name, reference: `${RECEIVING}, in turn`, unit }, figures(seen.imgd), figures(seen.receiving));
  return [
    row(fast, seen.fast, 0, { ratioAtMost: 1 }),
    row(`${fast}: ${ALONE}`, seen.fast, 2),
    row(fixed, seen.imgd),
    row(`${fixed}: ${ALONE}`, seen.imgd, 2),
    row(`${fixed}: ${RECEIVING}`, seen.receiving),
    row(`${fixed}: ${PROMISING}`, seen.promising),
    row(`${fixed}: ${SEVERAL}`, seen.several),
    rowOf(
      { name: `${READ}, beside ${rate / 2} uploads/s to each of both`, reference: RECEIVING, unit: 'ms' },
      column(seen.together, 0),
      column(seen.together, 2),
    ),
    inTurn(`uploads stored beside these reads, of ${rate}/s`, 'images/s', (rounds) =>
      rounds.map(({ storedPerSecond }) => storedPerSecond),
    ),
    inTurn(`p99 of these uploads, from the time when each was due`, 'ms', (rounds) =>
      rounds.map(({ storedP99 }) => storedP99 ?? Number.NaN),
    ),
  ];
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
