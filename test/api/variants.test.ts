import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { evictVariants } from '../../src/actions/operations/evict-variants.ts';
import { imageFixture } from '../fixtures/images.ts';
import { picture } from '../fixtures/pixels.ts';
import { assertRefused, register } from '../support/api.ts';
import { createFakeClock } from '../support/clock.ts';
import { storageBeside } from '../support/requests.ts';
import { startApp, type TestApp } from '../support/start-app.ts';
import { until } from '../support/until.ts';

const clock = createFakeClock();
let app: TestApp;
before(async () => {
  app = await startApp({ clock });
});
after(() => app[Symbol.asyncDispose]());

interface Uploaded {
  id: string;
  delete_token: string;
}

async function uploadBytes(bytes: Buffer, fields: Record<string, string> = {}, at = app): Promise<Uploaded> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([new Uint8Array(bytes)]), 'picture');
  const response = await fetch(`${at.url}/api/v1/upload`, { method: 'POST', body: form });
  const body = (await response.json()) as { data: Uploaded };
  assert.equal(response.status, 200, JSON.stringify(body));
  return body.data;
}

let drawn = 0;
/** A JPEG that no other test uploads. */
function newPicture(width: number, height: number): Promise<Buffer> {
  drawn += 7;
  return picture(width, height).modulate({ hue: drawn }).jpeg().toBuffer();
}

const variant = (id: string, file: string, init?: RequestInit, at = app) => fetch(`${at.url}/v/${id}/${file}`, init);

describe('GET /v/{id}/{preset}.{ext}', () => {
  it('makes the image in the width of the preset, in each format, with the right Content-Type', async () => {
    const { id } = await uploadBytes(await newPicture(1_000, 500));
    for (const [extension, format, mimeType] of [
      ['jpg', 'jpeg', 'image/jpeg'],
      ['png', 'png', 'image/png'],
      ['webp', 'webp', 'image/webp'],
      ['avif', 'heif', 'image/avif'],
    ] as const) {
      const response = await variant(id, `320.${extension}`);
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('content-type'), mimeType);
      assert.match(response.headers.get('cache-control') ?? '', /immutable/);
      const made = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
      assert.deepEqual([made.format, made.width, made.height], [format, 320, 160]);
    }
  });

  it('applies the orientation and removes all metadata', async () => {
    const rotated = await sharp(await newPicture(600, 300))
      .withExif({ IFD0: { Artist: 'someone' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { id } = await uploadBytes(rotated);
    const response = await variant(id, '160.jpg');
    const made = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    assert.deepEqual([made.width, made.height, made.orientation, made.exif], [160, 320, undefined, undefined]);
  });

  it('does not enlarge, and renders transparency on white where the format has none', async () => {
    const { id } = await uploadBytes(
      await sharp({ create: { width: 90, height: 30, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
        .png()
        .toBuffer(),
    );
    const response = await variant(id, '640.jpg');
    const { data, info } = await sharp(Buffer.from(await response.arrayBuffer()))
      .raw()
      .toBuffer({ resolveWithObject: true });
    assert.deepEqual([info.width, info.height], [90, 30]);
    assert.ok((data[0] ?? 0) > 250);
  });

  it('answers conditional requests, ranges and HEAD as for originals', async () => {
    const { id } = await uploadBytes(await newPicture(400, 400));
    const whole = await variant(id, '160.webp');
    const bytes = Buffer.from(await whole.arrayBuffer());
    const etag = whole.headers.get('etag') ?? '';
    assert.equal((await variant(id, '160.webp', { headers: { 'if-none-match': etag } })).status, 304);
    const range = await variant(id, '160.webp', { headers: { range: 'bytes=0-3' } });
    assert.equal(range.status, 206);
    assert.equal(await range.text(), 'RIFF');
    const head = await variant(id, '160.webp', { method: 'HEAD' });
    assert.equal(head.headers.get('content-length'), String(bytes.length));
  });

  it('refuses other presets and formats with VARIANT_NOT_FOUND and unknown images with IMAGE_NOT_FOUND', async () => {
    const { id } = await uploadBytes(await newPicture(400, 300));
    for (const [path, code] of [
      [`${id}/161.webp`, 'VARIANT_NOT_FOUND'],
      [`${id}/0160.webp`, 'VARIANT_NOT_FOUND'],
      [`${id}/160.gif`, 'VARIANT_NOT_FOUND'],
      [`${id}/160.webp.webp`, 'VARIANT_NOT_FOUND'],
      [`${id}/160`, 'VARIANT_NOT_FOUND'],
      ['aaaaaaaaaaaa/160.webp', 'IMAGE_NOT_FOUND'],
      ['../160.webp', 'ENDPOINT_NOT_FOUND'],
    ] as const) {
      const response = await fetch(`${app.url}/v/${path}`);
      const { error } = (await response.json()) as { error: { code: string } };
      assert.deepEqual([response.status, error.code], [404, code], path);
    }
  });

  it('stores one variant for 500 concurrent requests', async () => {
    const { id } = await uploadBytes(await newPicture(1_200, 800));
    const before = await app.blobFiles();
    const answers = await Promise.all(Array.from({ length: 500 }, () => variant(id, '640.webp')));
    const bodies = await Promise.all(answers.map(async (answer) => (await answer.bytes()).toBase64()));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    assert.equal(new Set(bodies).size, 1);
    const made = (await app.blobFiles()).filter((file) => !before.includes(file));
    assert.equal(made.length, 1);
  });

  it('returns 503 with Retry-After when the decoder queue is full, and serves stored variants', async () => {
    await using busy = await startApp({ env: { IMGD_DECODER_PROCESSES: '1', IMGD_DECODER_QUEUE: '1' } });
    const { id } = await uploadBytes(await newPicture(3_000, 2_000), {}, busy);
    await (await variant(id, '160.webp', {}, busy)).arrayBuffer();
    const cold = ['320.png', '640.png', '1280.png', '1920.png', '320.avif', '640.avif', '320.jpg', '640.jpg'];
    const answers = await Promise.all(cold.map((file) => variant(id, file, {}, busy)));
    const refused = answers.filter(({ status }) => status === 503);
    assert.ok(refused.length > 0 && answers.every(({ status }) => status === 200 || status === 503));
    for (const answer of refused) assert.equal(answer.headers.get('retry-after'), '5');
    assert.equal((await variant(id, '160.webp', {}, busy)).status, 200);
    // Refused requests succeed later.
    for (const file of cold) assert.equal((await variant(id, file, {}, busy)).status, 200, file);
  });
});

describe('the bounds of variants', () => {
  it('leave the rest of the disk free', async () => {
    await using full = await startApp();
    const { id } = await uploadBytes(await newPicture(900, 600), {}, full);
    assert.equal((await variant(id, '160.webp', {}, full)).status, 200);
    const { dataDir } = full;
    await full.service.close(1_000);
    await using again = await startApp({ dataDir, env: { IMGD_MIN_FREE_BYTES: String(2 ** 52) } });
    const stored = await again.blobFiles();
    await assertRefused(variant(id, '320.webp', {}, again), 503, 'STORAGE_UNAVAILABLE');
    assert.deepEqual(await again.blobFiles(), stored);
    assert.equal((await variant(id, '160.webp', {}, again)).status, 200, 'one that exists is served');
  });
});

describe('variants as a cache', () => {
  const unlimited = { IMGD_WINDOWS: '{"variants":{"address":null}}' };

  it('take at most IMGD_VARIANT_BYTES; an evicted one is made again with the same bytes', async () => {
    const time = createFakeClock();
    const env = { ...unlimited, IMGD_VARIANT_BYTES: '1', IMGD_METRICS_TOKEN: 'metrics-token' };
    await using small = await startApp({ env, clock: time });
    const { id } = await uploadBytes(await newPicture(900, 500), {}, small);
    const stored = await small.blobFiles();
    const headers = { authorization: 'Bearer metrics-token' };
    const figures = async () => (await fetch(`${small.url}/metrics`, { headers })).text();
    const first = await variant(id, '320.webp', {}, small);
    assert.equal((await small.blobFiles()).length, stored.length + 1);
    time.advance(61_000);
    await small.service.jobs.runDue();
    // Another node may have taken the job.
    await until(async () => (await figures()).includes('imgd_variants_evicted_total 1\n'));
    assert.ok((await figures()).includes('imgd_variant_bytes 0\n'));
    assert.deepEqual((await small.blobFiles()).sort(), stored.sort());
    const again = await variant(id, '320.webp', {}, small);
    assert.equal(again.status, 200);
    assert.equal(again.headers.get('etag'), first.headers.get('etag'), 'copies at an edge stay valid');
  });

  it('are answered while they are evicted', async () => {
    await using busy = await startApp({ env: { ...unlimited, IMGD_MEMORY_CACHE_BYTES: '0' } });
    const { id } = await uploadBytes(await newPicture(400, 300), {}, busy);
    const storage = await storageBeside(busy);
    let evicted = 0;
    let ended = false;
    const evicting = (async () => {
      for (; !ended; await sleep(20)) evicted += (await evictVariants(storage, 1)).evicted;
    })();
    const statuses = new Set<number>();
    for (let round = 0; round < 40; round++) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => variant(id, '160.webp', {}, busy)));
      for (const answer of answers) {
        statuses.add(answer.status);
        await answer.arrayBuffer();
      }
    }
    ended = true;
    await evicting.finally(() => storage.close());
    assert.deepEqual([...statuses], [200]);
    assert.ok(evicted > 0);
  });
});

describe('the window of variants', () => {
  const env = { IMGD_WINDOWS: '{"variants":{"address":2,"account":3}}' };

  it('counts those that are made, not those that are served, and is in the header fields', async () => {
    await using limited = await startApp({ env });
    const { id } = await uploadBytes(await newPicture(800, 500), {}, limited);
    const first = await variant(id, '160.webp', {}, limited);
    assert.equal(first.headers.get('ratelimit-policy'), '"variants";q=2;w=3600');
    assert.match(first.headers.get('ratelimit') ?? '', /^"variants";r=1;t=\d+$/);
    const served = await variant(id, '160.webp', {}, limited);
    assert.deepEqual([served.status, served.headers.get('ratelimit')], [200, null]);
    assert.equal((await variant(id, '160.jpg', {}, limited)).status, 200);
    const refused = await variant(id, '160.png', {}, limited);
    assert.match(refused.headers.get('ratelimit') ?? '', /^"variants";r=0;t=\d+$/);
    assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/);
    assert.equal(refused.headers.get('cache-control'), 'no-store');
    const error = await assertRefused(refused, 429, 'TOO_MANY_ATTEMPTS');
    assert.deepEqual(error.details, { window: 'variants', limit: 2, window_seconds: 3_600 });
    assert.equal((await variant(id, '160.jpg', {}, limited)).status, 200, 'one that exists is served');
  });

  it('is that of the account where the request has its key; a wrong key is the address', async () => {
    await using limited = await startApp({ env });
    const key = await register(limited);
    const { id } = await uploadBytes(await newPicture(801, 500), {}, limited);
    const ask = (file: string, token?: string) =>
      variant(id, file, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } }, limited);
    for (const extension of ['jpg', 'png', 'webp']) assert.equal((await ask(`160.${extension}`, key)).status, 200);
    await assertRefused(ask('160.avif', key), 429, 'TOO_MANY_ATTEMPTS');
    assert.equal((await ask('160.avif', `${key}x`)).status, 200);
    assert.equal((await ask('320.avif')).status, 200);
    await assertRefused(ask('320.webp'), 429, 'TOO_MANY_ATTEMPTS');
  });
});

describe('variants of a deleted image', () => {
  it('are 404 at once and their blobs are collected; duplicates share them', async () => {
    const bytes = await newPicture(700, 700);
    const [first, second] = [await uploadBytes(bytes), await uploadBytes(bytes)];
    const before = await app.blobFiles();
    assert.equal((await variant(first.id, '320.webp')).status, 200);
    assert.equal((await variant(second.id, '320.webp')).status, 200);
    const made = (await app.blobFiles()).filter((file) => !before.includes(file));
    assert.equal(made.length, 1, 'one for both');
    const remove = ({ id, delete_token: token }: Uploaded) =>
      fetch(`${app.url}/api/v1/image/${id}`, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } });
    assert.equal((await remove(first)).status, 200);
    assert.equal((await variant(first.id, '320.webp')).status, 404);
    assert.equal((await variant(second.id, '320.webp')).status, 200);
    assert.equal((await remove(second)).status, 200);
    assert.equal((await variant(second.id, '320.webp')).status, 404);
    assert.ok(!(await app.blobFiles()).includes(made[0] as string));
  });

  it('are 404 after the image has expired', async () => {
    const { id } = await uploadBytes(await newPicture(500, 400), { expiry: '1' });
    const response = await variant(id, '160.jpg');
    assert.doesNotMatch(response.headers.get('cache-control') ?? '', /immutable/);
    clock.advance(3_600_000);
    assert.equal((await variant(id, '160.jpg')).status, 404);
  });
});

describe('references to variants', () => {
  it('are in the image info, and in srcset, for presets narrower than the image', async () => {
    const { id } = await uploadBytes(await newPicture(700, 350));
    const info = (await (await fetch(`${app.url}/api/v1/image/${id}`)).json()) as {
      data: { variants: { preset: string; width: number; height: number; links: Record<string, string> }[] };
    };
    const { variants } = info.data;
    assert.deepEqual(
      variants.map(({ preset, width, height }) => [preset, width, height]),
      [
        ['160', 160, 80],
        ['320', 320, 160],
        ['640', 640, 320],
      ],
    );
    assert.deepEqual(Object.keys(variants[0]?.links ?? {}), ['jpg', 'png', 'webp', 'avif']);
    for (const link of Object.values(variants[0]?.links ?? {})) {
      assert.equal((await fetch(`${app.url}${new URL(link).pathname}`)).status, 200, link);
    }
    const page = await (await fetch(`${app.url}/image/${id}`)).text();
    assert.match(page, new RegExp(`srcset="[^"]*/v/${id}/640\\.webp 640w, [^"]*/i/${id}\\.jpg 700w"`));
  });

  it('are not in srcset for an animated image', async () => {
    const { id } = await uploadBytes(await imageFixture('gif-animated').bytes());
    assert.doesNotMatch(await (await fetch(`${app.url}/image/${id}`)).text(), /srcset/);
  });
});
