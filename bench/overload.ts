import { openAsBlob } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Facts, rowOf } from './support/compare.ts';
import { type OpenFigures, openLoad, uploads } from './support/measure.ts';
import { drawPhotos, SMALL_JPEG } from './support/photos.ts';
import type { Options, Results } from './support/results.ts';
import { type BenchService, startService } from './support/service.ts';

const CLIENTS = 8;
const TIMES = 4;
/** Reads a second during the overload, a small part of the capacity. */
const READS_A_SECOND = 200;
/** The `Retry-After` of a refusal. */
const RETRY_AFTER_MS = 2_000;

/**
 * Four times the upload capacity beside half of it: accepted uploads keep almost the same latency, the rest is refused at
 * once, and reads continue.
 */
export async function benchOverload(results: Results, directory: string, options: Options): Promise<void> {
  await results.measure('overload', async () => {
    const { paths } = await drawPhotos(directory, SMALL_JPEG, 12);
    await using service = await startService();
    const readPath = await thumbnailOf(service, paths[0] as string);
    const under = (rate: number) =>
      openLoad(service, { rate, reads: { rate: READS_A_SECOND, path: readPath }, seconds: options.seconds }, paths);
    const calm: OpenFigures[] = [];
    const flooded: OpenFigures[] = [];
    for (let round = 0; round < options.rounds; round++) {
      if (round > 0) await sleep(RETRY_AFTER_MS);
      const { perSecond } = await uploads(service, { clients: CLIENTS, seconds: options.seconds }, paths);
      calm.push(await under(perSecond / 2));
      flooded.push(await under(perSecond * TIMES));
    }
    const row = (facts: Omit<Facts, 'rounds' | 'reference'>, figure: (seen: OpenFigures) => number) =>
      rowOf({ ...facts, reference: 'at half the upload capacity' }, flooded.map(figure), calm.map(figure));
    const at = `at ${TIMES} times the upload capacity`;
    return [
      row(
        { name: `p99 of uploads stored, ${at}`, unit: 'ms', goal: { ratioAtMost: 3 } },
        ({ storedP99 }) => storedP99 ?? Number.NaN,
      ),
      row({ name: `reads answered in time, ${at}`, unit: 'reads/s', goal: { ratioAtLeast: 0.8 } }, ({ reads }) =>
        Math.round(reads.answered / options.seconds),
      ),
      row({ name: `uploads stored, ${at}`, unit: 'images/s' }, ({ stored }) => Math.round(stored / options.seconds)),
      rowOf(
        { name: `p99 of refusals (503), beside uploads stored, ${at}`, reference: 'p99 of uploads stored', unit: 'ms' },
        flooded.map(({ refusedP99 }) => refusedP99 ?? Number.NaN),
        flooded.map(({ storedP99 }) => storedP99 ?? Number.NaN),
      ),
    ];
  });
}

async function thumbnailOf({ url, key }: BenchService, path: string): Promise<string> {
  const body = new FormData();
  body.append('file', await openAsBlob(path), 'a.jpg');
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${url}/api/v1/upload`, { method: 'POST', headers, body });
  const { data } = (await answer.json()) as { data: { links: { thumbnail: string } } };
  return new URL(data.links.thumbnail).pathname;
}
