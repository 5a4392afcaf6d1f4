import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../support/until.ts';
import { isRunning, workersOf } from '../support/worker-processes.ts';
import { checkStore, runDoctor } from './support/doctor.ts';
import { createJournal } from './support/journal.ts';
import { startLoad } from './support/load.ts';
import { SEED, times } from './support/options.ts';
import { noisePng } from './support/pictures.ts';
import { createRandom } from './support/random.ts';
import { record } from './support/report.ts';
import { startService } from './support/service.ts';
import { makeTempDir } from './support/temp-dir.ts';
import { verify } from './support/verify.ts';

const ROUNDS = times(200, 8);
const PROCESSES = 3;
/** Before the first kill of a round. */
const UPLOADS = 4;
/** Until a kill. */
const MAX_LOAD_MS = 600;
/** Interval of the checks of all images; the others check recent images and a random part of the rest. */
const FULL_CHECK_EVERY = 20;

test('kill -9 of worker processes and of the primary process loses no acknowledged upload', async (t) => {
  const random = createRandom(SEED);
  await using directory = await makeTempDir();
  const dataDir = directory.path;
  const journal = createJournal();
  const shared = await Promise.all(Array.from({ length: 8 }, () => noisePng(random)));
  const env = { IMGD_LOG_LEVEL: 'warn', IMGD_DECODER_PROCESSES: '3', IMGD_PROCESSES: String(PROCESSES) };
  const unexpected: string[] = [];
  let ofWorkers = 0;
  const start = async (round: number) => {
    const service = await startService({ dataDir, env });
    const checkAll = round % FULL_CHECK_EVERY === 0 || round === ROUNDS;
    const chosen = (id: string) => checkAll || journal.recent.has(id) || random.below(20) === 0;
    const broken = [...(await verify(journal, service.url, chosen)), ...(await checkStore(dataDir))];
    journal.recent.clear();
    assert.deepEqual(broken, [], `before round ${round} of the run with seed ${SEED}`);
    assert.deepEqual((await service.temporaryFiles()).sort(), ['worker-1', 'worker-2']);
    return service;
  };

  for (let round = 0; round < ROUNDS; round++) {
    await using service = await start(round);
    const workers = workersOf(service);
    assert.equal(workers.size, PROCESSES - 1);
    const { uploads } = journal.counts;
    const load = startLoad(journal, service.url, random, shared);
    await until(() => journal.counts.uploads > uploads + UPLOADS);
    await sleep(random.below(MAX_LOAD_MS));
    if (random.below(2) === 0) {
      process.kill(random.pick([...workers.values()]), 'SIGKILL');
      ofWorkers++;
      await sleep(random.below(MAX_LOAD_MS));
    }
    await service.kill('SIGKILL');
    // A client that lost its connection has ended; the others end now.
    await load.ended;
    unexpected.push(...load.unexpected);
    await until(() => [...workers.values()].every((pid) => !isRunning(pid)));
  }
  await using last = await start(ROUNDS);
  await last.kill('SIGTERM');
  const { code, findings } = await runDoctor(dataDir, '--verify-checksums');
  assert.equal(code, 0, JSON.stringify(findings));
  assert.deepEqual(unexpected, []);
  assert.ok(ofWorkers > 0 && journal.counts.uploads > UPLOADS * ROUNDS, 'the load was too light');
  record(
    t,
    'with several processes, an acknowledged upload survives kill -9 of any of them',
    '200 kills of the primary process; 0 lost; doctor finds 0',
    `${ROUNDS} kills of the primary process, ${ofWorkers} of worker processes, ${journal.counts.uploads} uploads acknowledged; 0 broken; doctor 0`,
  );
});
