import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { codeOf, dataOf, upload } from './support/client.ts';
import { leastP99During, NOISE_MS, p99During } from './support/good-client.ts';
import { SEED, times } from './support/options.ts';
import { noisePng, photoJpeg } from './support/pictures.ts';
import { createRandom } from './support/random.ts';
import { ms, record } from './support/report.ts';
import { descriptorsOf, startService } from './support/service.ts';
import { makeTempDir } from './support/temp-dir.ts';
import { hasProgram, needs } from './support/tools.ts';

const SECONDS = times(30, 5);
const CONNECTIONS = 200;
const STALLED = times(400, 150);
/** Two windows of the least rate of answers, and a reserve. */
const STALLED_SECONDS = 150;
/** Descriptors of the good client and of decoder processes. */
const SPARE = 20;
const run = promisify(execFile);

test('slow headers, slow bodies and slow reads do not slow down a good client', async (t) => {
  if (!needs(t, hasProgram('slowhttptest'), 'slowhttptest')) return;
  const random = createRandom(SEED);
  await using directory = await makeTempDir();
  await using service = await startService({ dataDir: directory.path });
  const large = dataOf(await upload(service.url, { bytes: await photoJpeg(random, 3_000, 2_000), type: 'image/jpeg' }));
  const small = dataOf(await upload(service.url, { bytes: await noisePng(random) }));
  const at = (link: string) => service.url + new URL(link).pathname;
  const attack = async (...flags: string[]) => {
    const common = ['-c', String(CONNECTIONS), '-r', '50', '-l', String(SECONDS), '-p', '5'];
    const { stdout } = await run('slowhttptest', [...flags, ...common], { maxBuffer: 2 ** 26 });
    assert.match(stdout, /connected:/, 'slowhttptest did not connect');
  };
  const measure = (work: () => Promise<unknown>) => p99During(at(small.links.direct), work);

  await measure(() => sleep(1_000));
  const idle = await measure(() => sleep(SECONDS * 1_000));
  const attacks = {
    headers: ['-H', '-i', '5', '-u', `${service.url}/api/v1/usage`],
    body: ['-B', '-i', '5', '-t', 'POST', '-u', `${service.url}/api/v1/upload`],
    read: ['-X', '-w', '1', '-y', '100', '-n', '5', '-z', '32', '-u', at(large.links.direct)],
  };
  const figures: string[] = [];
  const limit = Math.max(2 * idle, NOISE_MS);
  let worst = 0;
  for (const [name, flags] of Object.entries(attacks)) {
    const p99 = await leastP99During(at(small.links.direct), limit, () => attack(...flags));
    figures.push(`${name} ${ms(p99)}`);
    worst = Math.max(worst, p99);
  }
  record(
    t,
    'slow clients do not slow down a good client',
    `p99 < 2 x idle, or < ${NOISE_MS} ms`,
    `${CONNECTIONS} slow connections of each kind: idle ${ms(idle)}; ${figures.join(', ')}`,
  );
  assert.ok(worst < limit, `idle ${ms(idle)}, ${figures.join(', ')}`);
  assert.equal(codeOf(await upload(service.url, { bytes: await noisePng(random) })), undefined);
  assert.deepEqual(await service.temporaryFiles(), []);
  assert.ok((await descriptorsOf(service.pid)) < CONNECTIONS, 'the service ends slow connections');
});

test('hundreds of clients that never read are closed; a good client is not slower, and a slow one gets its file', async (t) => {
  const random = createRandom(SEED);
  await using directory = await makeTempDir();
  await using service = await startService({ dataDir: directory.path });
  const large = dataOf(await upload(service.url, { bytes: await photoJpeg(random, 6_000, 5_000), type: 'image/jpeg' }));
  const small = dataOf(await upload(service.url, { bytes: await noisePng(random) }));
  const { hostname, port } = new URL(service.url);
  const path = new URL(large.links.direct).pathname;
  const idleDescriptors = await descriptorsOf(service.pid);
  const sockets = Array.from({ length: STALLED }, () => {
    const socket = connect(Number(port), hostname).on('error', () => {});
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    return socket.pause();
  });
  const good = service.url + new URL(small.links.direct).pathname;
  const idle = await p99During(good, () => sleep(1_000));
  const started = performance.now();
  let left = STALLED;
  const p99 = await leastP99During(good, Math.max(2 * idle, NOISE_MS), async () => {
    while (left > SPARE && performance.now() - started < STALLED_SECONDS * 1_000) {
      await sleep(1_000);
      left = Math.max(0, (await descriptorsOf(service.pid)) - idleDescriptors);
    }
  });
  const response = await fetch(service.url + path);
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    await sleep(chunk.length / 500);
  }
  for (const socket of sockets) socket.destroy();
  const seconds = Math.round((performance.now() - started) / 1_000);
  record(
    t,
    'clients that never read are closed',
    'all of them',
    `${STALLED - left} of ${STALLED} after ${seconds} s; p99 of a good client ${ms(p99)}`,
  );
  assert.ok(left <= SPARE, `${left} descriptors are left`);
  assert.equal(bytes, large.size);
});

test('control: a stopped service shows in the latency of a good client', async () => {
  await using directory = await makeTempDir();
  await using service = await startService({ dataDir: directory.path });
  const { links } = dataOf(await upload(service.url, { bytes: await noisePng(createRandom(SEED)) }));
  const p99 = await p99During(service.url + new URL(links.direct).pathname, async () => {
    await sleep(300);
    process.kill(service.pid, 'SIGSTOP');
    await sleep(NOISE_MS * 10);
    process.kill(service.pid, 'SIGCONT');
    await sleep(100);
  });
  assert.ok(p99 > NOISE_MS * 4, ms(p99));
});
