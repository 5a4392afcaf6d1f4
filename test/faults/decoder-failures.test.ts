import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { decodersOf } from '../support/decoders.ts';
import { until } from '../support/until.ts';
import { codeOf, upload } from './support/client.ts';
import { checkStore } from './support/doctor.ts';
import { createJournal, uploadAndRecord } from './support/journal.ts';
import { SEED, times } from './support/options.ts';
import { noisePng, photoJpeg } from './support/pictures.ts';
import { createRandom } from './support/random.ts';
import { ms, record } from './support/report.ts';
import { type Service, startService } from './support/service.ts';
import { makeTempDir } from './support/temp-dir.ts';
import { verify } from './support/verify.ts';

const KILLS = times(200, 10);
const TIMEOUT_SECONDS = 2;
const UPLOADERS = 4;
const PROCESSES = 2;
const processes = { IMGD_DECODER_PROCESSES: String(PROCESSES) };
const env = { ...processes, IMGD_DECODER_TIMEOUT_SECONDS: String(TIMEOUT_SECONDS) };

test('a decoder killed during a job costs a second attempt, and at most a 503', async (t) => {
  const random = createRandom(SEED);
  await using directory = await makeTempDir();
  await using service = await startService({ dataDir: directory.path, env: processes });
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
      const decoders = await decodersOf(service.pid);
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
  // The second attempt may have met the next kill.
  for (const refusal of refusals) assert.equal(refusal, 'SERVICE_UNAVAILABLE');
  await assertHealthy(service);
  assert.deepEqual([...(await verify(journal, service.url)), ...(await checkStore(directory.path))], []);
  const seen = [...answers].map(([outcome, count]) => `${count} x ${outcome}`).join(', ');
  record(
    t,
    'a decoder killed during a job costs a second attempt',
    'no good picture is refused as INVALID_IMAGE; 503 after two kills; the next succeeds',
    `${KILLS} kills: ${seen}`,
  );
});

test('the service kills a hung decoder at the time limit, and the next upload succeeds', async (t) => {
  const random = createRandom(SEED);
  await using directory = await makeTempDir();
  await using service = await startService({ dataDir: directory.path, env });
  assert.equal(codeOf(await upload(service.url, { bytes: await noisePng(random) })), undefined);
  const stopped = await decodersOf(service.pid);
  for (const decoder of stopped) process.kill(decoder, 'SIGSTOP');
  const uploads = await Promise.all(stopped.map(async () => upload(service.url, { bytes: await noisePng(random) })));
  assert.deepEqual(
    uploads.map(codeOf),
    stopped.map(() => 'INVALID_IMAGE'),
  );
  const slowest = Math.max(...uploads.map((answer) => answer.ms));
  assert.ok(slowest < TIMEOUT_SECONDS * 1_000 + 1_500, ms(slowest));
  await assertHealthy(service);
  for (const decoder of stopped) await until(() => !existsSync(`/proc/${decoder}`));
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
  await until(async () => (await decodersOf(service.pid)).length === PROCESSES);
}
