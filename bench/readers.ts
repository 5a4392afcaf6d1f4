import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { rowOf } from './support/compare.ts';
import { uploads } from './support/measure.ts';
import { drawPhotos, SMALL_JPEG } from './support/photos.ts';
import type { Options, Results } from './support/results.ts';
import { type BenchService, startService } from './support/service.ts';
import type { SqliteTimes } from './support/sqlite-times.ts';

const TIMES_PROGRAM = new URL('support/sqlite-times.ts', import.meta.url).href;
const UPLOADERS = 8;
const PICTURES = 12;

/** What blocks the event loop beside uploaders. */
export async function benchReaders(results: Results, directory: string, options: Options): Promise<void> {
  const { paths } = await drawPhotos(directory, SMALL_JPEG, PICTURES);
  await results.measure('commits on the event loop', () => blocking(directory, paths, options));
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
