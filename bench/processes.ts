import { KINDS, requestOf, uploadPicture } from './delivery.ts';
import { compare, type Row, rowOf } from './support/compare.ts';
import { cpuMsOf, watchAvailableCores } from './support/cpu-time.ts';
import { load } from './support/load.ts';
import { uploads } from './support/measure.ts';
import { drawPhotos, SMALL_JPEG } from './support/photos.ts';
import type { Options, Results } from './support/results.ts';
import { type BenchService, startService } from './support/service.ts';

const COMPARED = ['GET a thumbnail', 'GET an original'];
const COUNT = 2;
const CLIENTS = 8;
/** The share of the cores that the load leaves which the processes must use. */
const SHARE_OF_AVAILABLE_CORES = 0.9;
const ONE = 'one process';
const WARM = { warmUp: true };

/**
 * Several processes on one port beside one: rates, and the processor time of all processes for one request. The load
 * needs a core too: with two cores the rates show less than what the processes could do, the processor times do not.
 */
export async function benchProcesses(
  results: Results,
  directory: string,
  pictures: { photo: string; wide: string },
  options: Options,
): Promise<void> {
  await using several = await startService({ env: { IMGD_PROCESSES: String(COUNT) } });
  await using one = await startService();
  await benchReads(results, { several, one }, pictures, options);
  const { paths } = await drawPhotos(directory, SMALL_JPEG, 12);
  await benchWrites(results, { several, one }, paths, options);
}

interface Compared {
  several: BenchService;
  one: BenchService;
}

async function benchReads(
  results: Results,
  { several, one }: Compared,
  { photo, wide }: { photo: string; wide: string },
  { rounds, seconds }: Options,
): Promise<void> {
  const linksOf = async (service: BenchService) => ({
    ...(await uploadPicture(service, photo)),
    thumbnail: (await uploadPicture(service, wide)).thumbnail,
  });
  const links = { several: await linksOf(several), one: await linksOf(one) };
  for (const kind of KINDS.filter(({ name }) => COMPARED.includes(name))) {
    const ofSeveral = await requestOf(several, kind, links.several);
    const ofOne = await requestOf(one, kind, links.one);
    const name = `${kind.name} (${(ofOne.bytes.length / 1_000).toFixed(1)} KB), IMGD_PROCESSES=${COUNT}`;
    await results.measure(`${name}, rate`, async () => {
      const cores: number[] = [];
      const whole = await compare(
        { name: `${name}, rate`, reference: ONE, unit: 'requests/s', rounds },
        async () => {
          const stop = watchAvailableCores(several.pid);
          const { perSecond } = await load(ofSeveral.url, seconds);
          cores.push(Math.min(COUNT, stop()));
          return perSecond;
        },
        async () => (await load(ofOne.url, seconds)).perSecond,
        WARM,
      );
      // Without the warm-up.
      return [whole, besideAvailableCores(name, whole, cores.slice(-rounds))];
    });
    const cost = async ({ pid }: BenchService, url: string) => {
      const before = cpuMsOf(pid);
      const { requests } = await load(url, seconds);
      return (1_000 * (cpuMsOf(pid) - before)) / requests;
    };
    await results.measure(`${name}, processor time`, () =>
      compare(
        { name: `${name}, processor time`, reference: ONE, unit: 'µs of processor time', rounds },
        () => cost(several, ofSeveral.url),
        () => cost(one, ofOne.url),
        WARM,
      ),
    );
  }
}

/** The rate beside that of one process, times the cores that the load leaves: what processes without a cost would reach. */
function besideAvailableCores(name: string, { imgd, other, unit }: Row, cores: readonly number[]): Row {
  const reachable = other.map((rate, round) => rate * (cores[round] ?? Number.NaN));
  const reference = `${ONE}, times the cores that the load leaves`;
  const goal = { ratioAtLeast: SHARE_OF_AVAILABLE_CORES };
  return rowOf({ name: `${name}, rate for each core`, reference, unit, goal }, imgd, reachable);
}

async function benchWrites(
  results: Results,
  { several, one }: Compared,
  paths: readonly string[],
  { rounds, seconds }: Options,
): Promise<void> {
  const name = `upload a JPEG, 1600x1200, ${CLIENTS} clients, IMGD_PROCESSES=${COUNT}`;
  const rate = async (service: BenchService) =>
    (await uploads(service, { clients: CLIENTS, seconds }, paths)).perSecond;
  await results.measure(`${name}, rate`, () =>
    compare(
      { name: `${name}, rate`, reference: ONE, unit: 'images/s', rounds },
      () => rate(several),
      () => rate(one),
      WARM,
    ),
  );
  const cost = async (service: BenchService) => {
    const before = cpuMsOf(service.pid);
    const { stored } = await uploads(service, { clients: CLIENTS, seconds }, paths);
    return (cpuMsOf(service.pid) - before) / stored;
  };
  await results.measure(`${name}, processor time`, () =>
    compare(
      { name: `${name}, processor time`, reference: ONE, unit: 'ms of processor time', rounds },
      () => cost(several),
      () => cost(one),
      WARM,
    ),
  );
}
