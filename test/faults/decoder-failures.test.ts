import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf, upload } from './support/client.ts';
import { checkStore } from './support/doctor.ts';
import { createJournal, uploadAndRecord } from './support/journal.ts';
import { SEED, times } from './support/options.ts';
import { noisePng, photoJpeg } from './support/pictures.ts';
import { createRandom } from './support/random.ts';
import { ms, record } from './support/report.ts';
import { childrenOf, type Service, startService } from './support/service.ts';
import { makeTempDir } from './support/temp-dir.ts';
import { verify } from './support/verify.ts';

const KILLS = times(200, 10);
const TIMEOUT_SECONDS = 2;
const UPLOADERS = 4;
const PROCESSES = 2;
const env = { IMGD_DECODER_PROCESSES: String(PROCESSES), IMGD_DECODER_TIMEOUT_SECONDS: String(TIMEOUT_SECONDS) };

test('a decoder killed during a job fails only that upload', async (t) => {
  const random = createRandom(SEED);
  await using directory = await makeTempDir();
  await using service = await startService({ dataDir: directory.path, env });
  const journal = createJournal();
  const photo = await photoJpeg(random, 3_000, 2_000);
  const answers = new Map<string, number>();
  let killed = 0;
  const client = async () => {
    while (killed < KILLS) {
      const bytes = random.below(2) === 0 ? photo : await noisePng(random);
      const answer = await uploadAndRecord(journal, service.url, { bytes });
      const outcome = codeOf(answer) ?? '200';
      answers.set(outcome, (answers.get(outcome) ?? 0) + 1);
    }
  };
  const killing = async () => {
    for (; killed < KILLS; killed++) {
      await sleep(50 + random.below(150));
      const decoders = await childrenOf(service.pid);
      try {
        if (decoders.length > 0) process.kill(random.pick(decoders), 'SIGKILL');
      } catch {
        // The decoder has just exited after an earlier kill; its replacement is starting.
      }
    }
  };
  await Promise.all([killing(), ...Array.from({ length: UPLOADERS }, client)]);
  // On a slow machine the kills may be faster than any upload. Then only this upload shows that the service still works.
  const next = await uploadAndRecord(journal, service.url, { bytes: await noisePng(random) });
  assert.equal(codeOf(next), undefined, 'the next upload succeeds');
  const refusals = [...answers.keys()].filter((outcome) => outcome !== '200');
  assert.deepEqual(refusals, ['INVALID_IMAGE']);
  await assertHealthy(service);
  assert.deepEqual([...(await verify(journal, service.url)), ...(await checkStore(directory.path))], []);
  const seen = [...answers].map(([outcome, count]) => `${count} x ${outcome}`).join(', ');
  record(
    t,
    'a decoder killed during a job fails only that upload',
    '400 INVALID_IMAGE, the next succeeds',
    `${KILLS} kills: ${seen}`,
  );
});

test('the service kills a hung decoder at the time limit, and the next upload succeeds', async (t) => {
  const random = createRandom(SEED);
  await using directory = await makeTempDir();
  await using service = await startService({ dataDir: directory.path, env });
  assert.equal(codeOf(await upload(service.url, { bytes: await noisePng(random) })), undefined);
  const stopped = await childrenOf(service.pid);
  for (const decoder of stopped) process.kill(decoder, 'SIGSTOP');
  const uploads = await Promise.all(stopped.map(async () => upload(service.url, { bytes: await noisePng(random) })));
  assert.deepEqual(
    uploads.map(codeOf),
    stopped.map(() => 'INVALID_IMAGE'),
  );
  const slowest = Math.max(...uploads.map((answer) => answer.ms));
  assert.ok(slowest < TIMEOUT_SECONDS * 1_000 + 1_500, ms(slowest));
  await assertHealthy(service);
  for (const decoder of stopped) assert.throws(() => process.kill(decoder, 0), /ESRCH/);
  record(
    t,
    'the service kills a hung decoder',
    `400 INVALID_IMAGE at the time limit (here ${TIMEOUT_SECONDS} s)`,
    `${stopped.length} hung, response after at most ${ms(slowest)}`,
  );
});

test('control: without kills no upload fails', async () => {
  const random = createRandom(SEED);
  await using directory = await makeTempDir();
  await using service = await startService({ dataDir: directory.path, env });
  for (const bytes of [await photoJpeg(random, 3_000, 2_000), await noisePng(random)]) {
    assert.equal(codeOf(await upload(service.url, { bytes })), undefined);
  }
});

/** Asserts that uploads succeed, all decoders run again and no temporary file remains. */
async function assertHealthy(service: Service): Promise<void> {
  assert.equal(codeOf(await upload(service.url, { bytes: await noisePng(createRandom(SEED + 1)) })), undefined);
  assert.deepEqual(await service.temporaryFiles(), []);
  assert.equal((await childrenOf(service.pid)).length, PROCESSES);
}
