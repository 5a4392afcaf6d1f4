import { type BareServer, bareServer, byHandServer } from './support/bare-server.ts';
import { compare, type Facts, type Goal, type Row, rowOf } from './support/compare.ts';
import { cpuMsOf } from './support/cpu-time.ts';
import { bareThumbnails, uploads, uploadsByNode } from './support/measure.ts';
import { drawPhotos, LARGE_JPEG, type Photos, PNG, SMALL_JPEG } from './support/photos.ts';
import type { Options, Results } from './support/results.ts';
import { type BenchService, startService } from './support/service.ts';

const CLIENTS = 8;
/** V8 has compiled what matters, and SQLite has filled its log, after this number of uploads. */
const WARM_UPLOADS = 1_000;
const BULK_FILES = 50;
const BULK_CLIENTS = 2;

/** Uploads beside the same by hand, beside libvips alone, and beside a server that only stores. */
export async function benchUploads(results: Results, directory: string, options: Options): Promise<void> {
  const small = { name: 'upload a JPEG, 1600x1200', photos: await drawPhotos(directory, SMALL_JPEG, 12) };
  const large = { name: 'upload a JPEG, 4000x3000', photos: await drawPhotos(directory, LARGE_JPEG, 4) };
  const png = { name: 'upload a PNG, 1200x900', photos: await drawPhotos(directory, PNG, 4) };
  await benchByHand(results, { ...small, clients: CLIENTS, mode: 'durable', goal: 1 }, options);
  await benchByHand(results, { ...small, clients: 2 * CLIENTS, mode: 'durable', goal: 1 }, options);
  await benchByHand(results, { ...large, clients: CLIENTS, mode: 'durable', goal: 1.05 }, options);
  await benchByHand(results, { ...small, clients: CLIENTS, mode: 'plain' }, options);
  for (const one of [small, large, png]) await benchBesideLibvips(results, one, options);
  await benchLazy(results, small.photos, options);
  await benchBulk(results, small.photos, options);
}

interface ByHand {
  name: string;
  photos: Photos;
  clients: number;
  mode: 'durable' | 'plain';
  /** Ratio of the rates at least, of the processor times at most its reciprocal. */
  goal?: number;
}

const BY_HAND = {
  durable: 'by hand with the same durability (express, multer, sharp)',
  plain: 'by hand without fsync (express, multer, sharp)',
};

/** Two rows: the rate, and the processor time of one upload in all processes. */
async function benchByHand(
  results: Results,
  { name, photos, clients, mode, goal }: ByHand,
  { rounds, seconds }: Options,
): Promise<void> {
  await results.measure(`${name}, ${clients} clients, ${mode}`, async () => {
    await using service = await startService();
    await using other = await byHandServer(mode);
    const load = { clients, seconds };
    for (const one of [other, service]) await warm(one, load, photos.paths);
    const cpuMs: Record<'imgd' | 'other', number[]> = { imgd: [], other: [] };
    const measured = async (side: 'imgd' | 'other', server: BareServer | BenchService) => {
      const before = cpuMsOf(server.pid);
      const { stored, perSecond } = await uploads(server, load, photos.paths);
      cpuMs[side].push((cpuMsOf(server.pid) - before) / stored);
      return perSecond;
    };
    const named = (what: string, unit: string, goals?: Goal): Omit<Facts, 'rounds'> => ({
      name: `${described(name, photos, clients)}: ${what}`,
      reference: BY_HAND[mode],
      unit,
      ...(goals && { goal: goals }),
    });
    const rate = await compare(
      { ...named('rate', 'images/s', goal === undefined ? undefined : { ratioAtLeast: goal }), rounds },
      () => measured('imgd', service),
      () => measured('other', other),
    );
    const atMost = goal === undefined ? undefined : { ratioAtMost: Number((1 / goal).toFixed(2)) };
    return [rate, rowOf(named('processor time', 'ms', atMost), cpuMs.imgd, cpuMs.other)];
  });
}

/** Only makes the same thumbnails, on all cores: what the decoding alone costs. */
async function benchBesideLibvips(
  results: Results,
  { name, photos }: { name: string; photos: Photos },
  { rounds, seconds }: Options,
): Promise<void> {
  await results.measure(`${name}, libvips`, async () => {
    await using service = await startService();
    const load = { clients: CLIENTS, seconds };
    await warm(service, load, photos.paths);
    return await compare(
      { name: described(name, photos, CLIENTS), reference: 'libvips alone, all cores', unit: 'images/s', rounds },
      async () => (await uploads(service, load, photos.paths)).perSecond,
      async () => (await bareThumbnails(seconds, photos.paths)).perSecond,
    );
  });
}

/** Lazy thumbnails: the upload only receives and stores the bytes. */
async function benchLazy(results: Results, photos: Photos, { rounds, seconds }: Options): Promise<void> {
  const name = 'upload a JPEG, 1600x1200, IMGD_THUMBNAILS=lazy';
  await results.measure(name, async () => {
    await using service = await startService({ env: { IMGD_THUMBNAILS: 'lazy' } });
    await using bare = await bareServer();
    const load = { clients: CLIENTS, seconds };
    for (const one of [bare, service]) await warm(one, load, photos.paths);
    const reference = 'a bare fastify that writes and fsyncs the same';
    const facts = { name: described(name, photos, CLIENTS), reference, unit: 'images/s', rounds };
    return await compare(
      { ...facts, goal: { ratioAtLeast: 0.6 } },
      async () => (await uploads(service, load, photos.paths)).perSecond,
      async () => (await uploads(bare, load, photos.paths)).perSecond,
    );
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
  for (let stored = 0; stored < WARM_UPLOADS; ) stored += (await uploads(server, load, paths)).stored;
}

function described(name: string, { bytes }: Photos, clients: number): string {
  return `${name} (${Math.round(bytes / 1_000)} KB each), ${clients} clients`;
}
