import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf, upload } from './support/client.ts';
import { examine } from './support/doctor.ts';
import { createJournal, uploadAndNote } from './support/journal.ts';
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

test('a decoder killed in the middle of its job costs that upload only', async (t) => {
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
      const answer = await uploadAndNote(journal, service.url, { bytes });
      const told = codeOf(answer) ?? '200';
      answers.set(told, (answers.get(told) ?? 0) + 1);
    }
  };
  const killing = async () => {
    for (; killed < KILLS; killed++) {
      await sleep(50 + random.below(150));
      const decoders = await childrenOf(service.pid);
      try {
        if (decoders.length > 0) process.kill(random.pick(decoders), 'SIGKILL');
      } catch {
        // The one before it has just ended as well, and is being replaced.
      }
    }
  };
  await Promise.all([killing(), ...Array.from({ length: UPLOADERS }, client)]);
  // On a slow machine the kills may come faster than any upload ends: then the next one shows that it was theirs alone.
  const next = await uploadAndNote(journal, service.url, { bytes: await noisePng(random) });
  assert.equal(codeOf(next), undefined, 'the next upload succeeds');
  const refusals = [...answers.keys()].filter((told) => told !== '200');
  assert.deepEqual(refusals, ['INVALID_IMAGE']);
  await assertWhole(service);
  assert.deepEqual([...(await verify(journal, service.url)), ...(await examine(directory.path))], []);
  const seen = [...answers].map(([told, count]) => `${count} x ${told}`).join(', ');
  record(
    t,
    'a decoder killed mid-job costs that upload',
    '400 INVALID_IMAGE, the next succeeds',
    `${KILLS} kills: ${seen}`,
  );
});

test('a decoder that hangs is given up after its time, and the next upload succeeds', async (t) => {
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
  await assertWhole(service);
  for (const decoder of stopped) assert.throws(() => process.kill(decoder, 0), /ESRCH/);
  record(
    t,
    'a decoder that hangs is given up',
    `400 INVALID_IMAGE after its time (here ${TIMEOUT_SECONDS} s)`,
    `${stopped.length} hung, answered after at most ${ms(slowest)}`,
  );
});

test('control: decoders left alone refuse none of these uploads', async () => {
  const random = createRandom(SEED);
  await using directory = await makeTempDir();
  await using service = await startService({ dataDir: directory.path, env });
  for (const bytes of [await photoJpeg(random, 3_000, 2_000), await noisePng(random)]) {
    assert.equal(codeOf(await upload(service.url, { bytes })), undefined);
  }
});

/** Nothing is left over, all decoders are there again, and uploads are taken. */
async function assertWhole(service: Service): Promise<void> {
  assert.equal(codeOf(await upload(service.url, { bytes: await noisePng(createRandom(SEED + 1)) })), undefined);
  assert.deepEqual(await service.temporaryFiles(), []);
  assert.equal((await childrenOf(service.pid)).length, PROCESSES);
}
