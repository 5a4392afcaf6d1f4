import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { dataOf, request, upload } from './support/client.ts';
import { checkStore } from './support/doctor.ts';
import { SEED } from './support/options.ts';
import { noisePng } from './support/pictures.ts';
import { createRandom } from './support/random.ts';
import { record } from './support/report.ts';
import { type Service, startService } from './support/service.ts';
import { makeTempDir } from './support/temp-dir.ts';
import { hasPath, needs } from './support/tools.ts';

const LIBRARY = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';
const LIMIT = 1_000;

test('a clock that jumps a day ahead, and back, breaks neither the service nor expiry nor limits', async (t) => {
  if (!needs(t, hasPath(LIBRARY), 'libfaketime')) return;
  const random = createRandom(SEED);
  await using directory = await makeTempDir();
  const clock = join(directory.path, 'clock');
  const setClock = (offset: string) => writeFile(clock, `${offset}\n`);
  await setClock('+0');
  await using service = await startService({
    dataDir: join(directory.path, 'data'),
    env: {
      LD_PRELOAD: LIBRARY,
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_NO_CACHE: '1',
      // Timers keep running normally; only the wall clock jumps.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      IMGD_PLANS: `{"anonymous":{"requestsPerHour":${LIMIT}}}`,
    },
  });
  const keep = await uploadOne(service, random, '0');
  const hour = await uploadOne(service, random, '1');
  const days = await uploadOne(service, random, '48');
  assert.deepEqual(await statuses(service, keep, hour, days), [200, 200, 200]);

  await setClock('+1d');
  assert.deepEqual(await statuses(service, keep, hour, days), [200, 404, 200], 'a day ahead');
  const later = await uploadOne(service, random, '1');
  await assertLimit(service);

  await setClock('-1d');
  assert.deepEqual(await statuses(service, keep, days, later), [200, 200, 200], 'a day back');
  const earlier = await uploadOne(service, random, '1');
  assert.deepEqual(await statuses(service, earlier), [200]);
  await assertLimit(service);

  await setClock('+0');
  assert.deepEqual(await statuses(service, keep, earlier, days), [200, 404, 200], 'back to normal');
  await uploadOne(service, random, '0');
  await sleep(1_500);
  assert.ok(service.running(), service.log());
  assert.deepEqual(await service.temporaryFiles(), []);
  assert.deepEqual(await checkStore(service.dataDir), []);
  record(
    t,
    'clock jumps',
    'no crash, correct expiry and limits afterwards',
    'a day ahead, two back, one ahead: 0 crashes, expiry exact, limits unchanged',
  );
});

test('control: without a clock jump the same image does not expire', async (t) => {
  if (!needs(t, hasPath(LIBRARY), 'libfaketime')) return;
  await using directory = await makeTempDir();
  await using service = await startService({ dataDir: directory.path });
  const hour = await uploadOne(service, createRandom(SEED), '1');
  assert.deepEqual(await statuses(service, hour), [200]);
});

async function uploadOne(service: Service, random: ReturnType<typeof createRandom>, expiry: string): Promise<string> {
  const { links } = dataOf(await upload(service.url, { bytes: await noisePng(random) }, { expiry }));
  return new URL(links.direct).pathname;
}

async function statuses(service: Service, ...paths: string[]): Promise<number[]> {
  const answers = await Promise.all(paths.map((path) => request(service.url + path)));
  return answers.map(({ status }) => status);
}

/** Asserts that the window keeps its count and ends within an hour. */
async function assertLimit(service: Service): Promise<void> {
  const { headers, status } = await request(`${service.url}/api/v1/`);
  assert.equal(status, 200);
  const [, remaining, seconds] = /r=(\d+);t=(\d+)/.exec(headers.get('ratelimit') ?? '') ?? [];
  assert.ok(Number(remaining) < LIMIT && Number(remaining) > LIMIT - 100, `${remaining} remaining`);
  assert.ok(Number(seconds) > 0 && Number(seconds) <= 3_600, `${seconds} seconds left`);
}
