import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, dataOf, request, upload } from './support/client.ts';
import { leastP99During, NOISE_MS, p99During } from './support/good-client.ts';
import { SEED, times } from './support/options.ts';
import { photoJpeg } from './support/pictures.ts';
import { createRandom } from './support/random.ts';
import { ms, quantile, record } from './support/report.ts';
import { type Service, startService } from './support/service.ts';
import { makeTempDir } from './support/temp-dir.ts';

const SECONDS = times(20, 4);
const SIGN_INS = 32;
/** Passwords that may wait. */
const QUEUE = 64;
/** The most that sign-ins may slow a reader down. */
const RATIO = 3;
const IN_POOL = new URL('support/in-pool-hashing.ts', import.meta.url);

/** A picture too large for the memory cache: every read of it is a read of a file. */
async function largePicture(service: Service): Promise<string> {
  const bytes = await photoJpeg(createRandom(SEED), 3_000, 2_000);
  const { links, size } = dataOf(await upload(service.url, { bytes, type: 'image/jpeg' }));
  assert.ok(size > 2 ** 18);
  return service.url + new URL(links.direct).pathname;
}

/** Signs in with an unknown address. */
async function signIn({ url }: Service, client: number, i: number): Promise<Answer> {
  const body = JSON.stringify({ email: `unknown-${client}-${i}@example.com`, password: 'wrong password' });
  const headers = { 'content-type': 'application/json' };
  const answer = await request(`${url}/api/v1/auth/login`, { method: 'POST', headers, body });
  assert.ok([401, 503].includes(answer.status), `${answer.status} ${answer.bytes}`);
  if (answer.status === 503) assert.ok(Number(answer.headers.get('retry-after')) > 0);
  return answer;
}

/** Sign-ins of unknown addresses, always so many at a time. @returns latencies of those that were answered 401 */
async function signIns(service: Service, seconds: number): Promise<number[]> {
  const end = performance.now() + seconds * 1_000;
  const checked: number[] = [];
  const one = async (client: number) => {
    for (let i = 0; performance.now() < end; i++) {
      const { status, ms } = await signIn(service, client, i);
      if (status === 401) checked.push(ms);
    }
  };
  await Promise.all(Array.from({ length: SIGN_INS }, (_, client) => one(client)));
  return checked;
}

test(`${SIGN_INS} parallel sign-ins do not slow down a reader of files`, async (t) => {
  await using directory = await makeTempDir();
  await using service = await startService({ dataDir: directory.path });
  const link = await largePicture(service);
  await p99During(link, () => sleep(1_000));
  const idle = await p99During(link, () => sleep(SECONDS * 1_000));
  const limit = Math.max(RATIO * idle, NOISE_MS);
  const checked: number[] = [];
  const beside = await leastP99During(link, limit, async () => {
    checked.push(...(await signIns(service, SECONDS)));
  });
  const rate = `p50 of ${checked.length} sign-ins ${ms(quantile(checked, 0.5))}`;
  const figures = `p99 idle ${ms(idle)}, beside ${SIGN_INS} sign-ins ${ms(beside)}; ${rate}`;
  record(t, 'sign-ins do not slow down readers', `p99 < ${RATIO} x idle, or < ${NOISE_MS} ms`, figures);
  assert.ok(beside < limit, figures);
  assert.ok(checked.length > 0);
});

test('control: hashing on the threads that read files slows the reader down', async (t) => {
  await using directory = await makeTempDir();
  await using service = await startService({ dataDir: directory.path, preload: IN_POOL });
  const link = await largePicture(service);
  const idle = await p99During(link, () => sleep(SECONDS * 1_000));
  const beside = await p99During(link, () => signIns(service, SECONDS));
  t.diagnostic(`p99 idle ${ms(idle)}, beside ${SIGN_INS} sign-ins ${ms(beside)}`);
  assert.ok(beside > Math.max(RATIO * idle, NOISE_MS), `idle ${ms(idle)}, beside ${ms(beside)}`);
});

test('sign-ins beyond the queue are answered 503 with Retry-After', async () => {
  await using directory = await makeTempDir();
  await using service = await startService({ dataDir: directory.path });
  const answers = await Promise.all(Array.from({ length: 200 }, (_, client) => signIn(service, client, 0)));
  const statuses = answers.map(({ status }) => status);
  const checked = statuses.filter((status) => status === 401).length;
  assert.ok(checked >= QUEUE, `${checked} checked`);
  assert.ok(checked < statuses.length, 'none was refused');
  assert.equal((await signIn(service, 0, 1)).status, 401, 'the next one is checked again');
});
