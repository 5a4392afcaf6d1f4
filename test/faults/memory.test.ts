import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { dataOf, upload } from './support/client.ts';
import { isRequest, readCorpus, typeOf } from './support/corpus.ts';
import { leastP99During, NOISE_MS, p99During } from './support/good-client.ts';
import { bombs } from './support/hostile.ts';
import { watchMemory } from './support/memory.ts';
import { FULL, SEED } from './support/options.ts';
import { noisePng, photoJpeg } from './support/pictures.ts';
import { type Probe, sendProbes } from './support/probes.ts';
import { createRandom } from './support/random.ts';
import { ms, record } from './support/report.ts';
import { startService } from './support/service.ts';
import { makeTempDir } from './support/temp-dir.ts';

const LIMIT_BYTES = 512 * 2 ** 20;
const ENV = { IMGD_DECODER_PROCESSES: '1', IMGD_DECODER_ADDRESS_SPACE_KIB: '1600000' };
const CORPUS_SAMPLE = 8;
const IDLE_MS = 3_000;

test('bombs and malformed files, 16 at a time, use at most 512 MB and do not slow down a good client', async (t) => {
  const random = createRandom(SEED);
  await using directory = await makeTempDir();
  const [dataDir, kept] = [join(directory.path, 'data'), join(directory.path, 'served')];
  await mkdir(kept);
  await using service = await startService({ dataDir, env: ENV });
  const { links } = dataOf(await upload(service.url, { bytes: await noisePng(random) }));
  const link = service.url + new URL(links.direct).pathname;
  const corpus = (readCorpus() ?? []).filter((file) => !isRequest(file) && (FULL || random.below(CORPUS_SAMPLE) === 0));
  if (corpus.length === 0) t.diagnostic('no public corpus: the test sends only the bombs');
  const hostile: Probe[] = [
    ...bombs().map(({ name, bytes }): Probe => ({ label: name, expect: 'any', bytes, name: 'a.png' })),
    ...corpus.map(({ path, bytes, expect }): Probe => ({ label: path, expect, bytes, name: path, type: typeOf(path) })),
  ];
  // Each bomb twice, shuffled among the other files, so that bombs coincide.
  const probes = [...hostile, ...hostile.slice(0, bombs().length)].toSorted(() => random.next() - 0.5);

  await p99During(link, () => sleep(1_000));
  const idle = await p99During(link, () => sleep(IDLE_MS));
  const memory = watchMemory(service.pid);
  const broken: string[] = [];
  const limitMs = Math.max(2 * idle, NOISE_MS);
  const busy = await leastP99During(link, limitMs, async () => {
    broken.push(...(await sendProbes(service, probes, kept)).broken);
  });
  memory.stop();
  const mebibytes = Math.round(memory.peakBytes() / 2 ** 20);
  record(
    t,
    'memory under hostile files, 16 at a time, and the latency of a good client',
    `< 512 MB, p99 < 2 x idle or < ${NOISE_MS} ms`,
    `${probes.length} files, peak ${mebibytes} MB with its decoder (sum of PSS at 20 Hz); good client p99 ${ms(idle)} idle, ${ms(busy)} under load; ${broken.length} broken`,
  );
  assert.deepEqual(broken, []);
  assert.ok(service.running(), service.log());
  assert.ok(memory.peakBytes() < LIMIT_BYTES, `${mebibytes} MB`);
  assert.ok(busy < limitMs, `${ms(idle)} idle, ${ms(busy)} under load`);
});

test('control: the figure includes the memory of decoders', async () => {
  const random = createRandom(SEED);
  await using directory = await makeTempDir();
  await using service = await startService({ dataDir: directory.path, env: ENV });
  await upload(service.url, { bytes: await noisePng(random) });
  const quiet = watchMemory(service.pid);
  await sleep(500);
  quiet.stop();
  const busy = watchMemory(service.pid);
  const interlaced = bombs().find(({ name }) => name.includes('interlaced'));
  assert.ok(interlaced !== undefined);
  await upload(service.url, { bytes: interlaced.bytes });
  await upload(service.url, { bytes: await photoJpeg(random, 3_000, 2_000), type: 'image/jpeg' });
  busy.stop();
  assert.ok(busy.peakBytes() > quiet.peakBytes() + 50 * 2 ** 20, `${quiet.peakBytes()} -> ${busy.peakBytes()}`);
});
