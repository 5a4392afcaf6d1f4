import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkStore, runDoctor } from './support/doctor.ts';
import { acknowledge, createJournal, uploadAndRecord } from './support/journal.ts';
import { startLoad } from './support/load.ts';
import { FULL, SEED, times } from './support/options.ts';
import { noisePng } from './support/pictures.ts';
import { createRandom } from './support/random.ts';
import { ms, quantile, record } from './support/report.ts';
import { filesBelow, launch, startService } from './support/service.ts';
import { makeTempDir } from './support/temp-dir.ts';
import { verify } from './support/verify.ts';

const KILLS = times(1_000, 15);
const READY_MS = 2_000;
/** Maximum time under load before a kill. Short times hit the first uploads, long times a full queue. */
const MAX_LOAD_MS = 600;
/** Maximum time until the clients of a busy machine have made enough requests. */
const ENOUGH_MS = 10_000;
/** Interval of the kills during a start. */
const KILL_AT_START_EVERY = 10;
/** Interval of the checks of all images; the others check recent images and a random part of the rest. */
const FULL_CHECK_EVERY = 50;

test('kill -9 under load loses no acknowledged upload and reverts no acknowledged delete', async (t) => {
  const random = createRandom(SEED);
  await using directory = await makeTempDir();
  const dataDir = directory.path;
  const journal = createJournal();
  const shared = await Promise.all(Array.from({ length: 8 }, () => noisePng(random)));
  const broken: string[] = [];
  const unexpected: string[] = [];
  const readyMs: number[] = [];
  let kills = 0;
  const isTooLight = () => journal.counts.uploads <= kills + 1 || journal.counts.deletes <= kills / 10;
  const start = async () => {
    const service = await startService({ dataDir, env: { IMGD_DECODER_PROCESSES: '2' } });
    readyMs.push(service.readyMs);
    const checkAll = kills % FULL_CHECK_EVERY === 0 || kills >= KILLS;
    const chosen = (id: string) => checkAll || journal.recent.has(id) || random.below(20) === 0;
    broken.push(...(await verify(journal, service.url, chosen)), ...(await checkStore(dataDir)));
    journal.recent.clear();
    assert.deepEqual(broken, [], `after kill ${kills} of the run with seed ${SEED}`);
    assert.deepEqual(await service.temporaryFiles(), []);
    return service;
  };

  while (kills < KILLS) {
    if (kills % KILL_AT_START_EVERY === KILL_AT_START_EVERY - 1) {
      const { child, exited } = launch({ dataDir });
      await sleep(random.below(600));
      child.kill('SIGKILL');
      await exited;
      kills++;
    }
    await using service = await start();
    const load = startLoad(journal, service.url, random, shared);
    await sleep(150 + random.below(MAX_LOAD_MS));
    // On a busy machine no upload would end in that time, and nothing would be at stake.
    for (const end = performance.now() + ENOUGH_MS; isTooLight() && performance.now() < end; ) await sleep(20);
    await service.kill('SIGKILL');
    kills++;
    await load.ended;
    unexpected.push(...load.unexpected);
  }
  await using last = await start();
  await last.kill('SIGTERM');
  const { code, findings } = await runDoctor(dataDir, '--verify-checksums');
  assert.equal(code, 0, JSON.stringify(findings));
  assert.deepEqual(unexpected, []);
  assert.ok(journal.counts.uploads > KILLS && journal.counts.deletes > KILLS / 10, 'the load was too light');

  record(
    t,
    'an acknowledged upload survives kill -9, an acknowledged delete is final',
    '1,000 kills; 0 lost, changed or restored; doctor finds 0',
    `${kills} kills, ${journal.counts.uploads} uploads and ${journal.counts.deletes} deletes acknowledged; ${broken.length} broken; doctor 0`,
  );
  const [half, most] = [quantile(readyMs, 0.5), quantile(readyMs, 1)];
  record(t, 'ready again after a kill', '< 2 s', `p50 ${ms(half)}, max ${ms(most)}`);
  // Other programs may delay single starts of a sample. The full run limits every start.
  const limited = FULL ? most : half;
  assert.ok(limited < READY_MS, `${ms(limited)} to become ready`);
});

test('control: lost, changed and restored images and missing blobs are found', async () => {
  const random = createRandom(SEED);
  await using directory = await makeTempDir();
  const dataDir = directory.path;
  const journal = createJournal();
  await using service = await startService({ dataDir });
  for (let i = 0; i < 2; i++) await uploadAndRecord(journal, service.url, { bytes: await noisePng(random) });
  assert.deepEqual([...(await verify(journal, service.url)), ...(await checkStore(dataDir))], []);

  const [first, second] = [...journal.live.values()];
  assert.ok(first !== undefined && second !== undefined);
  const [firstPath] = [...first.served.keys()];
  const [, secondThumbnail] = [...second.served.keys()];
  assert.ok(firstPath !== undefined && secondThumbnail !== undefined);
  first.served.set(firstPath, '0'.repeat(64));
  assert.deepEqual(await verify(journal, service.url), [`${firstPath} has changed`]);
  first.served.set(firstPath, '');

  acknowledge(journal, {
    id: 'abcdefghijkl',
    size: 1,
    delete_token: '',
    expires_at: null,
    links: { direct: 'http://host/i/abcdefghijkl.png', thumbnail: 'http://host/t/abcdefghijkl.png' },
  });
  assert.match((await verify(journal, service.url)).join(), /abcdefghijkl.png was acknowledged, but has status 404/);
  journal.live.delete('abcdefghijkl');

  journal.live.delete(second.id);
  journal.deleted.set(second.id, second);
  assert.match((await verify(journal, service.url)).join(), /was deleted, but has status 200/);

  const [blob] = (await filesBelow(join(dataDir, 'blobs'))).filter((path) => /\w{22}$/.test(path));
  assert.ok(blob !== undefined);
  await rm(blob);
  assert.match((await checkStore(dataDir)).join(), /doctor: missing/);
});
