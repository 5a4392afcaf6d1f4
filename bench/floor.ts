import { STEPS, type Step } from './floor/steps.ts';
import { type Measured, stepTable } from './floor/table.ts';
import { type BareServer, bareServer, byHandServer, floorServer } from './support/bare-server.ts';
import { cpuMsOf } from './support/cpu-time.ts';
import { uploads } from './support/measure.ts';
import type { Photos } from './support/photos.ts';
import type { Options } from './support/results.ts';
import { type BenchService, startService } from './support/service.ts';
import { warm } from './uploads.ts';

interface Compared {
  front: 'eager' | 'lazy';
  photos: Photos;
  clients: number;
  /** The last of them is compared with imgd. */
  steps: readonly Step[];
}

/**
 * The processor time of one upload by the version by hand, or by the bare Fastify where thumbnails are lazy, with the promises
 * of imgd up to each of the steps, and by imgd. All of them in turn, in random order in each round.
 * @returns a section of a Markdown page
 */
export async function uploadFloor(
  name: string,
  { front, photos: { paths }, clients, steps }: Compared,
  { rounds, seconds }: Options,
): Promise<string> {
  const load = { clients, seconds };
  await using servers = new AsyncDisposableStack();
  const measured: (Measured & { server: BareServer | BenchService })[] = [];
  const add = async (what: string, start: () => Promise<BareServer | BenchService>) => {
    const server = servers.use(await start());
    await warm(server, load, paths);
    measured.push({ what, server, cpuMs: [] });
  };
  if (front === 'eager') await add('by hand, with the same durability', () => byHandServer('durable'));
  else await add('a bare fastify that writes and fsyncs the same', bareServer);
  const isAlone = steps.length === 1;
  for (const step of steps) await add(isAlone ? 'every promise of imgd' : STEPS[step], () => floorServer(front, step));
  await add('imgd', () => startService(front === 'lazy' ? { env: { IMGD_THUMBNAILS: 'lazy' } } : {}));
  for (let round = 0; round < rounds; round++) {
    for (const { server, cpuMs } of shuffled(measured)) {
      const before = cpuMsOf(server.pid);
      const { stored } = await uploads(server, load, paths);
      cpuMs.push((cpuMsOf(server.pid) - before) / stored);
    }
  }
  return [`## ${name}`, '', ...stepTable(measured)].join('\n');
}

function shuffled<T>(list: readonly T[]): T[] {
  return list
    .map((one) => ({ one, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}
