import { STEPS, type Step } from './floor/steps.ts';
import { stepTable } from './floor/table.ts';
import { type BareServer, bareServer, byHandServer, floorServer } from './support/bare-server.ts';
import { type Row, rowOf } from './support/compare.ts';
import { uploadInTurn } from './support/in-turn.ts';
import type { Photos } from './support/photos.ts';
import type { Options } from './support/results.ts';
import { type BenchService, startService } from './support/service.ts';
import { warm } from './uploads.ts';

/** What is compared. */
export interface FloorCase {
  front: 'eager' | 'lazy';
  photos: Photos;
  clients: number;
  /** The last of them is compared with imgd. */
  steps: readonly Step[];
}

/**
 * The processor time of one upload by the version by hand, or by the bare Fastify where thumbnails are lazy, with the promises
 * of imgd up to each of the steps, and by imgd. All of them in turn, in random order in each round.
 * @returns a section of a Markdown page, and rows beside the first of them
 */
export async function uploadFloor(
  name: string,
  { front, photos: { paths }, clients, steps }: FloorCase,
  options: Options,
): Promise<{ page: string; rows: Row[] }> {
  await using servers = new AsyncDisposableStack();
  const compared: { what: string; server: BareServer | BenchService }[] = [];
  const add = async (what: string, start: () => Promise<BareServer | BenchService>) => {
    const server = servers.use(await start());
    await warm(server, { clients, seconds: options.seconds }, paths);
    compared.push({ what, server });
  };
  const reference =
    front === 'eager' ? 'by hand, with the same durability' : 'a bare fastify that writes and fsyncs the same';
  await add(reference, front === 'eager' ? () => byHandServer('durable') : bareServer);
  const isAlone = steps.length === 1;
  for (const step of steps) await add(isAlone ? 'every promise of imgd' : STEPS[step], () => floorServer(front, step));
  await add('imgd', () => startService(front === 'lazy' ? { env: { IMGD_THUMBNAILS: 'lazy' } } : {}));
  const all = compared.map(({ server }) => server);
  const seen = await uploadInTurn(all, clients, paths, options);
  const measured = compared.map(({ what }, i) => ({ what, cpuMs: seen[i]?.cpuMs ?? [] }));
  const [first, ...others] = measured;
  const rows = others.map(({ what, cpuMs }) =>
    rowOf({ name: `floor of ${name}: ${what}`, reference, unit: 'ms' }, cpuMs, first?.cpuMs ?? []),
  );
  return { page: [`## ${name}`, '', ...stepTable(measured)].join('\n'), rows };
}
