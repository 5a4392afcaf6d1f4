import { LAST_STEP } from './floor/steps.ts';
import { type BareServer, bareServer, byHandServer, floorServer } from './support/bare-server.ts';
import { compare, type Goal, type Row, rowOf } from './support/compare.ts';
import { cpuMsOf } from './support/cpu-time.ts';
import { type UploadRounds, uploadInTurn } from './support/in-turn.ts';
import { bareThumbnails, uploads, uploadsByNode } from './support/measure.ts';
import { drawPhotos, LARGE_JPEG, type Photos, PNG, SMALL_JPEG } from './support/photos.ts';
import type { Options, Results } from './support/results.ts';
import { startService } from './support/service.ts';

const CLIENTS = 8;
/** V8 has compiled what matters, and SQLite has filled its log, after this number of uploads. */
const WARM_UPLOADS = 1_000;
/** At least, for each run of the load program: what is in progress at its end does not count. */
const WARM_SECONDS = 3;
const BULK_FILES = 50;
const BULK_CLIENTS = 2;

/** Uploads beside the same by hand, beside libvips alone, and beside a server that only stores. */
export async function benchUploads(results: Results, directory: string, options: Options): Promise<void> {
  const small = { name: 'upload a JPEG, 1600x1200', photos: await drawPhotos(directory, SMALL_JPEG, 12) };
  const large = { name: 'upload a JPEG, 4000x3000', photos: await drawPhotos(directory, LARGE_JPEG, 4) };
  const png = { name: 'upload a PNG, 1200x900', photos: await drawPhotos(directory, PNG, 4) };
  await benchByHand(results, { ...small, clients: [CLIENTS, 2 * CLIENTS], goal: 1 }, options);
  await benchByHand(results, { ...large, clients: [CLIENTS], goal: 1.05 }, options);
  await benchByHand(results, { ...small, clients: [CLIENTS], isPlain: true }, options);
  await benchBesideLibvips(results, [small, large, png], options);
  await benchLazy(results, small.photos, options);
  await benchBulk(results, small.photos, options);
}

interface ByHand {
  name: string;
  photos: Photos;
  clients: readonly number[];
  /** Without fsync. */
  isPlain?: boolean;
  /** Ratio of the rates at least, of the processor times at most its reciprocal. */
  goal?: number;
}

const DURABLE = 'by hand with the same durability (express, multer, sharp)';
const PLAIN = 'by hand without fsync (express, multer, sharp)';

/** The rate, and the processor time of one upload in all processes; and the same of the floor, except beside `isPlain`. */
async function benchByHand(
  results: Results,
  { name, photos, clients, isPlain = false, goal }: ByHand,
  options: Options,
): Promise<void> {
  const reference = isPlain ? PLAIN : DURABLE;
  await results.measure(`${name} beside ${reference}`, async () => {
    await using service = await startService();
    await using other = await byHandServer(isPlain ? 'plain' : 'durable');
    await using servers = new AsyncDisposableStack();
    const floor = isPlain ? undefined : servers.use(await floorServer('eager', LAST_STEP));
    const all = [service, other, ...(floor === undefined ? [] : [floor])];
    for (const server of all) await warm(server, { clients: CLIENTS, seconds: options.seconds }, photos.paths);
    const rows: Row[] = [];
    const goals = goal === undefined ? undefined : goalsOf(goal);
    for (const count of clients) {
      const seen = await uploadInTurn(all, count, photos.paths, options);
      rows.push(...uploadRows({ name: described(name, photos, count), reference, floor: BY_HAND_FLOOR, goals }, seen));
    }
    return rows;
  });
}

/** What the rows of `uploadRows` say. */
interface Compared {
  name: string;
  reference: string;
  /** The reference with the promises of imgd. */
  floor: string;
  goals?: { rate: Goal; cpuMs?: Goal } | undefined;
}

const goalsOf = (rate: number) => ({
  rate: { ratioAtLeast: rate },
  cpuMs: { ratioAtMost: Number((1 / rate).toFixed(2)) },
});

const BY_HAND_FLOOR = 'the version by hand with every promise of imgd';

/** Two rows for imgd, and two for the floor where it was measured. */
function uploadRows({ name, reference, floor, goals }: Compared, [imgd, other, least]: readonly UploadRounds[]): Row[] {
  const row = (what: string, unit: string, ours: readonly number[] = [], theirs: readonly number[] = [], goal?: Goal) =>
    rowOf({ name: `${name}: ${what}`, reference, unit, ...(goal && { goal }) }, [...ours], [...theirs]);
  const rate = (what: string, of?: UploadRounds, goal?: Goal) =>
    row(what, 'images/s', of?.perSecond, other?.perSecond, goal);
  const cpuMs = (what: string, of?: UploadRounds, goal?: Goal) => row(what, 'ms', of?.cpuMs, other?.cpuMs, goal);
  return [
    rate('rate', imgd, goals?.rate),
    ...(least ? [rate(`rate of ${floor}`, least)] : []),
    cpuMs('processor time', imgd, goals?.cpuMs),
    ...(least ? [cpuMs(`processor time of ${floor}`, least)] : []),
  ];
}

/** Only makes the same thumbnails, on all cores: what the decoding alone costs. The first pictures warm the service for all. */
async function benchBesideLibvips(
  results: Results,
  pictures: readonly { name: string; photos: Photos }[],
  { rounds, seconds }: Options,
): Promise<void> {
  await results.measure('uploads beside libvips', async () => {
    await using service = await startService();
    const load = { clients: CLIENTS, seconds };
    await warm(service, load, pictures[0]?.photos.paths ?? []);
    const rows: Row[] = [];
    for (const { name, photos } of pictures) {
      const facts = { name: described(name, photos, CLIENTS), reference: 'libvips alone, all cores', unit: 'images/s' };
      const row = await compare(
        { ...facts, rounds },
        async () => (await uploads(service, load, photos.paths)).perSecond,
        async () => (await bareThumbnails(seconds, photos.paths)).perSecond,
        { warmUp: true },
      );
      rows.push(row);
    }
    return rows;
  });
}

/** Lazy thumbnails: the upload only receives and stores the bytes. The goal is that of the rate alone. */
async function benchLazy(results: Results, photos: Photos, options: Options): Promise<void> {
  const name = 'upload a JPEG, 1600x1200, IMGD_THUMBNAILS=lazy';
  await results.measure(name, async () => {
    await using service = await startService({ env: { IMGD_THUMBNAILS: 'lazy' } });
    await using bare = await bareServer();
    await using floor = await floorServer('lazy', LAST_STEP);
    const all = [service, bare, floor];
    for (const one of all) await warm(one, { clients: CLIENTS, seconds: options.seconds }, photos.paths);
    const seen = await uploadInTurn(all, CLIENTS, photos.paths, options);
    const reference = 'a bare fastify that writes and fsyncs the same';
    const floorName = 'the bare fastify with every promise of imgd';
    const goals = { rate: { ratioAtLeast: 0.6 } };
    return uploadRows({ name: described(name, photos, CLIENTS), reference, floor: floorName, goals }, seen);
  });
}

/**
 * Many files in one request beside one file in each request, by the same service: the rate, and the processor time of one
 * image. Both count until the last request is answered.
 */
async function benchBulk(results: Results, photos: Photos, { rounds, seconds }: Options): Promise<void> {
  const name = `upload ${BULK_FILES} JPEGs, 1600x1200, at once`;
  await results.measure(name, async (): Promise<Row[]> => {
    await using service = await startService();
    const single = { clients: CLIENTS, seconds };
    const bulk = { clients: BULK_CLIENTS, seconds, perRequest: BULK_FILES };
    await warm(service, single, photos.paths);
    const cpuMs: Record<'bulk' | 'single', number[]> = { bulk: [], single: [] };
    const measured = async (side: 'bulk' | 'single', load: typeof single) => {
      const before = cpuMsOf(service.pid);
      const { stored, perSecond } = await uploadsByNode(service, load, photos.paths);
      cpuMs[side].push((cpuMsOf(service.pid) - before) / stored);
      return perSecond;
    };
    const reference = `imgd itself, one file a request, ${CLIENTS} clients`;
    const named = (what: string) => ({ name: `${described(name, photos, BULK_CLIENTS)}: ${what}`, reference });
    const rate = await compare(
      { ...named('rate'), unit: 'images/s', rounds, goal: { ratioAtLeast: 1.1 } },
      () => measured('bulk', bulk),
      () => measured('single', single),
    );
    return [rate, rowOf({ ...named('processor time'), unit: 'ms' }, cpuMs.bulk, cpuMs.single)];
  });
}

/** Uploads until V8 has compiled what matters. */
export async function warm(
  server: Pick<BareServer, 'url' | 'key'>,
  load: { clients: number; seconds: number },
  paths: readonly string[],
): Promise<void> {
  const seconds = Math.max(load.seconds, WARM_SECONDS);
  for (let stored = 0; stored < WARM_UPLOADS; ) stored += (await uploads(server, { ...load, seconds }, paths)).stored;
}

function described(name: string, { bytes }: Photos, clients: number): string {
  return `${name} (${Math.round(bytes / 1_000)} KB each), ${clients} clients`;
}
