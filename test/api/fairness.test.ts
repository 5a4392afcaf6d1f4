import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { type Uploaded, upload, uploaded } from '../support/api.ts';
import { smallPng } from '../support/requests.ts';
import { startApp, type TestApp } from '../support/start-app.ts';
import { until } from '../support/until.ts';

const skip = process.env.TEST_ENGINE !== undefined && 'engine: looks at the decoders of one process';

/** Each client chooses its address: the proxy in front, which is trusted, is the test. */
const PROXIED = { IMGD_TRUST_PROXY: '127.0.0.1,::1', IMGD_METRICS_TOKEN: 'metrics-token' };
const from = (address: string) => ({ 'x-forwarded-for': address });
const [FLOOD, SECOND_FLOOD, OTHER] = ['192.0.2.1', '192.0.2.2', '198.51.100.7'] as const;

/** A picture that takes a decoder some tenths of a second. Each shade gives different bytes. */
function slowPng(shade: number): Promise<Buffer> {
  return sharp({ create: { width: 5_000, height: 4_000, channels: 3, background: { r: shade, g: 90, b: 200 } } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

const variant = (app: TestApp, { id }: Uploaded, file: string, address: string) =>
  fetch(`${app.url}/v/${id}/${file}`, { headers: from(address) });

test('an upload does not wait for all uploads that another caller has sent before it', { skip }, async () => {
  await using app = await startApp({ env: { ...PROXIED, IMGD_DECODER_PROCESSES: '1' } });
  await uploaded(upload(app, await smallPng(1), {}, from(OTHER)));
  const bytes = await Promise.all(Array.from({ length: 12 }, (_, i) => slowPng(i)));
  const small = await smallPng(2);
  let done = 0;
  const flood = bytes.map((one) => uploaded(upload(app, one, {}, from(FLOOD))).finally(() => done++));
  const load = loadOf(app);
  await until(async () => (await load()).waiting >= 5);
  const before = done;
  await uploaded(upload(app, small, {}, from(OTHER)));
  // In the order of arrival all that waited would have ended first.
  assert.ok(done - before < 5, `${done - before} of the flood ended first`);
  await Promise.all(flood);
});

test('a flood of variants by two callers does not delay an upload', { skip }, async () => {
  await using app = await startApp({ env: { ...PROXIED, IMGD_DECODER_PROCESSES: '2', IMGD_VARIANTS: '700,800,900' } });
  const image = await uploaded(upload(app, await slowPng(50), {}, from(FLOOD)));
  const files = ['png', 'jpg', 'webp'].flatMap((format) => ['700', '800', '900'].map((width) => `${width}.${format}`));
  let done = 0;
  const flood = files.map((file, i) =>
    variant(app, image, file, i % 2 === 0 ? FLOOD : SECOND_FLOOD).then((answer) => {
      done++;
      return answer.status;
    }),
  );
  const load = loadOf(app);
  await until(async () => (await load()).waiting >= 6);
  assert.equal((await load()).running, 1, 'variants leave one of two decoders');
  const small = await smallPng(3);
  const before = done;
  await uploaded(upload(app, small, {}, from(OTHER)));
  assert.ok(done - before <= 3, `${done - before} variants were made first`);
  assert.deepEqual([...new Set(await Promise.all(flood))], [200]);
});

test('a caller that fills the queue of variants is refused, and another one is not', { skip }, async () => {
  const env = { ...PROXIED, IMGD_DECODER_PROCESSES: '1', IMGD_DECODER_QUEUE: '3', IMGD_VARIANTS: '600,700,800,900' };
  await using app = await startApp({ env });
  const image = await uploaded(upload(app, await slowPng(51), {}, from(FLOOD)));
  const other = await uploaded(upload(app, await smallPng(4), {}, from(OTHER)));
  const files = ['600', '700', '800', '900'].flatMap((width) => [`${width}.png`, `${width}.webp`]);
  const flood = files.map((file) => variant(app, image, file, FLOOD));
  const load = loadOf(app);
  await until(async () => (await load()).waiting === 3);
  assert.equal((await variant(app, other, '600.webp', OTHER)).status, 200);
  const answers = await Promise.all(flood);
  const refused = answers.filter(({ status }) => status === 503);
  assert.ok(refused.length >= 4, `${refused.length} refused`);
  for (const answer of refused) assert.equal(answer.headers.get('retry-after'), '5');
  assert.ok(answers.every(({ status }) => status === 200 || status === 503));
});

/** @returns a function that reads the load of the decoders, as an operator does */
function loadOf(app: TestApp): () => Promise<{ running: number; waiting: number }> {
  return async () => {
    const answer = await fetch(`${app.url}/metrics`, { headers: { authorization: 'Bearer metrics-token' } });
    const text = await answer.text();
    const figure = (state: string) =>
      Number(new RegExp(`^imgd_decoder_jobs\\{state="${state}"\\} (\\d+)$`, 'm').exec(text)?.[1]);
    return { running: figure('running'), waiting: figure('waiting') };
  };
}
