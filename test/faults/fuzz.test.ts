import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import sharp from 'sharp';
import { upload } from './support/client.ts';
import { isRequest, readCorpus, typeOf } from './support/corpus.ts';
import { checkStore } from './support/doctor.ts';
import { privateTags } from './support/exiftool.ts';
import { bombs } from './support/hostile.ts';
import { multipart } from './support/multipart.ts';
import { mutate } from './support/mutate.ts';
import { FULL, SEED, times } from './support/options.ts';
import { noisePng, photoJpeg } from './support/pictures.ts';
import { type Probe, type ProbeResults, sendProbes } from './support/probes.ts';
import { createRandom, type Random } from './support/random.ts';
import { rawResponseProblems, sendRaw } from './support/raw-request.ts';
import { ms, quantile, record } from './support/report.ts';
import { type Service, startService } from './support/service.ts';
import { makeTempDir } from './support/temp-dir.ts';
import { hasProgram, needs } from './support/tools.ts';

const MUTATIONS = times(3_000, 150);
/** A sample uses one of this many files of the corpus. */
const CORPUS_SAMPLE = 6;
const RAW_MUTATIONS = times(20, 2);
/** In a sample a few files determine the percentile, so that its limit is higher. */
const P99_MS = times(1_000, 2_000);
/** Twice the time limit of a decoder: an upload may wait for the one before it. */
const JXL_P99_MS = 60_000;
const BOMB_MS = 5_000;

test('no file of the public corpus, as it is or named .jpg, breaks a promise', async (t) => {
  const corpus = readCorpus();
  // Not part of the project, so that CI does without it.
  if (corpus === undefined) return t.skip('the public corpus is missing (FAULTS_CORPUS)');
  const random = createRandom(SEED);
  const files = corpus.filter((file) => !isRequest(file) && (FULL || random.below(CORPUS_SAMPLE) === 0));
  const probes = files.flatMap<Probe>(({ path, expect, bytes }) => [
    { label: path, expect, bytes, name: path, type: typeOf(path) },
    { label: `${path} as a JPEG`, expect, bytes, name: 'picture.jpg', type: 'image/jpeg' },
  ]);
  // A large JPEG XL takes seconds to decode and delays the uploads behind it. Measure these files separately.
  const isJxl = ({ label }: Probe) => label.includes('.jxl');
  await probeAndReport(
    t,
    'public corpus',
    probes.filter((probe) => !isJxl(probe)),
  );
  await probeAndReport(t, 'public corpus, JPEG XL', probes.filter(isJxl), JXL_P99_MS);
});

test('no mutation of a valid file breaks a promise', async (t) => {
  const random = createRandom(SEED);
  const seeds = await validFiles(random);
  const probes = Array.from({ length: MUTATIONS }, (_, i): Probe => {
    const bytes = mutate(random, random.pick(seeds), seeds);
    return { label: `mutation ${i} of seed ${SEED}`, expect: 'any', bytes, name: 'a.jpg', type: 'image/jpeg' };
  });
  await probeAndReport(t, 'mutated files', probes);
});

test('no bytes sent as a request break a promise', async (t) => {
  const random = createRandom(SEED);
  await using directory = await makeTempDir();
  await using service = await startService({ dataDir: directory.path });
  const seeds = await requestsToSend(random);
  const broken: string[] = [];
  let sent = 0;
  const queue = seeds.flatMap((seed) => [
    seed,
    ...Array.from({ length: RAW_MUTATIONS }, () => mutate(random, seed, seeds)),
  ]);
  const client = async () => {
    for (let bytes = queue.pop(); bytes !== undefined; bytes = queue.pop()) {
      sent++;
      const problems = await sendRaw(service.url, bytes).then(rawResponseProblems, (error: Error) => [error.message]);
      const sample = JSON.stringify(bytes.toString('latin1').slice(0, 300));
      broken.push(...problems.map((problem) => `${sample}: ${problem}`));
    }
  };
  await Promise.all(Array.from({ length: 16 }, client));
  assert.deepEqual(broken, []);
  await assertHealthy(service, random);
  record(
    t,
    'random HTTP and multipart bytes',
    '0 x 5xx, JSON errors, 0 restarts, 0 temp files',
    `${sent} sent, 0 broken`,
  );
});

test('the service responds to each decompression bomb in time', async (t) => {
  await using directory = await makeTempDir();
  await using service = await startService({ dataDir: directory.path });
  const answers: string[] = [];
  let slowest = 0;
  for (const { name, bytes } of bombs()) {
    const answer = await upload(service.url, { bytes, name: 'bomb.png' });
    answers.push(`${name}: ${answer.status} in ${ms(answer.ms)}`);
    slowest = Math.max(slowest, answer.ms);
    assert.ok(answer.status < 500, `${name}: ${answer.bytes}`);
  }
  for (const answer of answers) t.diagnostic(answer);
  assert.ok(slowest < BOMB_MS, answers.join('; '));
  await assertHealthy(service, createRandom(SEED));
  record(t, 'response to each decompression bomb', '< 5 s', `${answers.length} bombs, slowest ${ms(slowest)}`);
});

test('control: the probes find a service that breaks these promises', async (t) => {
  await using directory = await makeTempDir();
  const links = { direct: 'http://x/i/a.png', thumbnail: 'http://x/t/a.png' };
  const server = createServer((request, response) => {
    request.resume();
    if (request.url?.startsWith('/failing')) response.writeHead(500).end('oops');
    else if (request.method === 'GET') response.end('<script>');
    else if (request.url?.endsWith('upload')) response.end(JSON.stringify({ success: true, data: { id: 'a', links } }));
    else response.writeHead(500).end('oops');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close().closeAllConnections());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fake = { url } as Service;
  const probe: Probe = { label: 'x', expect: 'refuse', bytes: Buffer.from('x') };
  const { broken } = await sendProbes(fake, [probe], directory.path);
  assert.deepEqual(broken, ['x: accepted', 'x: /i/a.png contains <script', 'x: /t/a.png contains <script']);
  const failing = await sendProbes({ url: `${url}/failing?` } as Service, [probe], directory.path);
  assert.match(failing.broken.join(), /not JSON: oops/);
  assert.match(
    rawResponseProblems(
      await sendRaw(url, Buffer.from('POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')),
    ).join(),
    /received HTTP/,
  );

  if (!needs(t, hasProgram('exiftool'), 'exiftool')) return;
  const withPosition = join(directory.path, 'position');
  await mkdir(withPosition);
  const photo = await sharp(await photoJpeg(createRandom(SEED), 64, 48))
    .withExif({ IFD0: { Make: 'Maker' }, IFD3: { GPSLatitudeRef: 'N' } })
    .jpeg()
    .toBuffer();
  await writeFile(join(withPosition, 'a.jpg'), photo);
  const { tags } = await privateTags(withPosition);
  assert.match(tags.join(), /IFD0:Make/);
  assert.match(tags.join(), /GPS:GPSLatitudeRef/);
});

async function probeAndReport(
  t: TestContext,
  name: string,
  probes: readonly Probe[],
  maxP99Ms = P99_MS,
): Promise<void> {
  if (probes.length === 0) return;
  await using directory = await makeTempDir();
  const [dataDir, kept] = [join(directory.path, 'data'), join(directory.path, 'served')];
  await mkdir(kept);
  await using service = await startService({ dataDir });
  const found: ProbeResults = await sendProbes(service, probes, kept);
  assert.deepEqual(found.broken, []);
  await assertHealthy(service, createRandom(SEED));
  const [half, p99, most] = [0.5, 0.99, 1].map((part) => quantile(found.times, part)) as [number, number, number];
  record(
    t,
    `fuzzing: ${name}`,
    '0 x 5xx, 0 restarts, 0 temp files, JSON errors, no foreign content served, p99 < 1 s (except JPEG XL)',
    `${found.sent} uploads 16 at a time, ${found.accepted} accepted, 0 broken; p50 ${ms(half)}, p99 ${ms(p99)}, max ${ms(most)}`,
  );
  if (needs(t, hasProgram('exiftool'), 'exiftool')) {
    const { files, tags } = await privateTags(kept);
    assert.deepEqual(tags, []);
    record(t, `privacy: ${name}`, 'exiftool finds no private tag in served files', `${files} served files, 0 tags`);
  }
  assert.ok(p99 < maxP99Ms, `p99 ${ms(p99)}`);
}

async function assertHealthy(service: Service, random: Random): Promise<void> {
  assert.ok(service.running(), service.log());
  const { status, bytes } = await upload(service.url, { bytes: await noisePng(random) });
  assert.equal(status, 200, bytes.toString());
  assert.deepEqual(await service.temporaryFiles(), []);
  assert.deepEqual(await checkStore(service.dataDir), []);
}

async function validFiles(random: Random): Promise<Buffer[]> {
  const photo = sharp(await photoJpeg(random, 200, 150)).withExif({ IFD0: { Make: 'Maker' } });
  const animation = { create: { width: 30, height: 90, channels: 4, background: '#f008', pageHeight: 30 } } as const;
  return Promise.all([
    photo.clone().jpeg().toBuffer(),
    photo.clone().jpeg({ progressive: true }).toBuffer(),
    photo.clone().png().toBuffer(),
    photo.clone().png({ palette: true }).toBuffer(),
    photo.clone().webp().toBuffer(),
    photo.clone().webp({ lossless: true }).toBuffer(),
    photo.clone().gif().toBuffer(),
    photo.clone().avif({ effort: 0 }).toBuffer(),
    photo.clone().tiff().toBuffer(),
    sharp(animation).gif().toBuffer(),
    sharp(animation).webp().toBuffer(),
  ]);
}

/** Valid requests, and those of the corpus if it exists. */
async function requestsToSend(random: Random): Promise<Buffer[]> {
  const request = (head: string, body: Buffer) =>
    Buffer.concat([
      Buffer.from(`${head}\r\nHost: x\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`),
      body,
    ]);
  const form = (body: Buffer, boundary: string, path: string) =>
    request(`POST /api/v1/${path} HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=${boundary}`, body);
  const picture = await noisePng(random);
  const one = multipart([
    { name: 'album', bytes: Buffer.from('x') },
    { name: 'file', filename: 'a.png', bytes: picture },
  ]);
  const corpus = (readCorpus() ?? []).filter(isRequest);
  return [
    form(one.bytes, one.boundary, 'upload'),
    form(one.bytes, one.boundary, 'upload/bulk'),
    request('GET /api/v1/usage HTTP/1.1', Buffer.alloc(0)),
    request('DELETE /api/v1/image/abcdefghijkl HTTP/1.1\r\nAuthorization: Bearer imgd_x', Buffer.alloc(0)),
    request('POST /api/v1/auth/register HTTP/1.1\r\nContent-Type: application/json', Buffer.from('{"email":"a@b.c"}')),
    request('GET /i/abcdefghijkl.png HTTP/1.1\r\nRange: bytes=0-1,5-', Buffer.alloc(0)),
    request(
      'POST /api/v1/upload HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 5',
      Buffer.from('0\r\n\r\n'),
    ),
    ...corpus.map(({ bytes }) => bytes),
    ...corpus.map(({ bytes }) => {
      const boundary = /^\s*--([^\r\n]{1,70})/.exec(bytes.toString('latin1'))?.[1] ?? 'x';
      return form(bytes, `"${boundary.replaceAll('"', '')}"`, 'upload');
    }),
  ];
}
