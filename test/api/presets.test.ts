import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { picture } from '../fixtures/pixels.ts';
import { assertRefused, json, register, upload, uploaded } from '../support/api.ts';
import { bearer, call } from '../support/requests.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

const PRESETS = 'square=200x200,fit=cover,quality=80; banner=300x100; tall=x80; low=400x400,quality=5';

interface Variant {
  preset: string;
  width: number;
  height: number;
  links: Record<string, string>;
}

let app: TestApp;
before(async () => {
  app = await startApp({ env: { IMGD_VARIANT_PRESETS: PRESETS } });
});
after(() => app[Symbol.asyncDispose]());

let drawn = 0;
/** A JPEG that no other test uploads. */
async function newImage(width: number, height: number, key?: string): Promise<string> {
  drawn += 11;
  const bytes = await picture(width, height).modulate({ hue: drawn }).jpeg().toBuffer();
  return (await uploaded(upload(app, bytes, {}, bearer(key)))).id;
}

async function get(id: string, file: string, from: { url: string } = app) {
  const response = await fetch(`${from.url}/v/${id}/${file}`);
  const bytes = Buffer.from(await response.arrayBuffer());
  assert.equal(response.status, 200, bytes.toString('utf8', 0, 300));
  const { width, height, format } = await sharp(bytes).metadata();
  return { response, bytes, width, height, format };
}

describe('GET /v/{id}/{preset}.{ext} with presets of the operator', () => {
  it('makes the image by the definition, in each format', async () => {
    const id = await newImage(1_000, 500);
    for (const [file, width, height, format] of [
      ['square.jpg', 200, 200, 'jpeg'],
      ['square.webp', 200, 200, 'webp'],
      ['square.png', 200, 200, 'png'],
      ['square.avif', 200, 200, 'heif'],
      ['banner.jpg', 200, 100, 'jpeg'],
      ['tall.jpg', 160, 80, 'jpeg'],
      ['320.jpg', 320, 160, 'jpeg'],
    ] as const) {
      const made = await get(id, file);
      assert.deepEqual([made.width, made.height, made.format], [width, height, format], file);
      assert.match(made.response.headers.get('cache-control') ?? '', /immutable/);
      assert.equal(made.response.headers.get('cache-tag'), `img-${id}`);
    }
  });

  it('cuts the middle out for cover, and does not stretch it', async () => {
    const stripes = await sharp({ create: { width: 600, height: 200, channels: 3, background: '#f00' } })
      .composite([
        { input: { create: { width: 200, height: 200, channels: 3, background: '#00f' } }, left: 200, top: 0 },
      ])
      .png()
      .toBuffer();
    const { id } = await uploaded(upload(app, stripes));
    const { bytes } = await get(id, 'square.png');
    const { channels } = await sharp(bytes).extract({ left: 10, top: 10, width: 180, height: 180 }).stats();
    assert.deepEqual(
      channels.slice(0, 3).map(({ mean }) => Math.round(mean)),
      [0, 0, 255],
    );
  });

  it('never enlarges: a smaller picture fills a smaller box of the same shape', async () => {
    const id = await newImage(120, 90);
    const square = await get(id, 'square.jpg');
    assert.deepEqual([square.width, square.height], [90, 90]);
    const banner = await get(id, 'banner.jpg');
    assert.deepEqual([banner.width, banner.height], [120, 90]);
  });

  it('has the quality of the definition', async () => {
    const id = await newImage(800, 800);
    const { length } = (await get(id, 'low.jpg')).bytes;
    const usual = await startApp({ env: { IMGD_VARIANT_PRESETS: 'low=400x400' } });
    await using _ = usual;
    const other = await uploaded(upload(usual, await picture(800, 800).modulate({ hue: drawn }).jpeg().toBuffer()));
    assert.ok(length < 0.7 * (await get(other.id, 'low.jpg', usual)).bytes.length);
  });

  it('answers 304, ranges and HEAD as other variants do, and the second request with the same bytes', async () => {
    const id = await newImage(500, 500);
    const first = await get(id, 'square.webp');
    const etag = first.response.headers.get('etag') ?? '';
    const url = `${app.url}/v/${id}/square.webp`;
    assert.equal((await fetch(url, { headers: { 'if-none-match': etag } })).status, 304);
    assert.equal((await fetch(url, { headers: { range: 'bytes=0-9' } })).status, 206);
    assert.equal((await fetch(url, { method: 'HEAD' })).headers.get('etag'), etag);
    assert.deepEqual((await get(id, 'square.webp')).bytes, first.bytes);
  });

  it('knows no other names, and says which there are', async () => {
    const id = await newImage(300, 300);
    for (const file of ['other.jpg', 'Square.jpg', 'square.gif', 'square', 'square.jpg.jpg']) {
      const error = await assertRefused(fetch(`${app.url}/v/${id}/${file}`), 404, 'VARIANT_NOT_FOUND');
      assert.deepEqual(error.details?.presets?.slice(-4), ['square', 'banner', 'tall', 'low']);
    }
    await assertRefused(fetch(`${app.url}/v/AAAAAAAAAAAA/square.jpg`), 404, 'IMAGE_NOT_FOUND');
  });

  it('is listed in the info of the image with its sides, not in lists, and by the service', async () => {
    const key = await register(app);
    const id = await newImage(1_000, 500, key);
    const { data } = await json<{ data: { presets: Variant[]; variants: Variant[] } }>(
      await call(app, 'GET', `/image/${id}`, key),
    );
    assert.deepEqual(
      data.presets.map(({ preset, width, height }) => [preset, width, height]),
      [
        ['square', 200, 200],
        ['banner', 200, 100],
        ['tall', 160, 80],
        ['low', 400, 200],
      ],
    );
    assert.match(data.presets[0]?.links.webp ?? '', new RegExp(`/v/${id}/square\\.webp$`));
    assert.ok(!data.variants.some(({ preset }) => preset === 'square'));
    const { data: list } = await json<{ data: { images: object[] } }>(await call(app, 'GET', '/images', key));
    assert.ok(list.images.every((image) => !('presets' in image)));
    const { data: site } = await json<{ data: { presets: unknown[] } }>(await call(app, 'GET', '/site'));
    assert.deepEqual(site.presets[0], { name: 'square', width: 200, height: 200, fit: 'cover', quality: 80 });
  });

  it('ends with the image', async () => {
    const key = await register(app);
    const id = await newImage(300, 300, key);
    await get(id, 'square.jpg');
    await call(app, 'DELETE', `/image/${id}`, key);
    await assertRefused(fetch(`${app.url}/v/${id}/square.jpg`), 404, 'IMAGE_NOT_FOUND');
  });
});

describe('a preset with another definition', () => {
  it('has other bytes from the next start on', async (t) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'imgd-presets-'));
    t.after(() => rm(dataDir, { recursive: true }));
    const serve = (definition: string) => startApp({ dataDir, env: { IMGD_VARIANT_PRESETS: definition } });
    let id = '';
    {
      await using before = await serve('card=100x100,fit=cover');
      ({ id } = await uploaded(upload(before, await picture(400, 200).jpeg().toBuffer())));
      assert.equal((await get(id, 'card.jpg', before)).height, 100);
    }
    await using changed = await serve('card=100x80,fit=cover');
    assert.equal((await get(id, 'card.jpg', changed)).height, 80);
  });
});

describe('a server without presets', () => {
  it('lists none', async () => {
    await using plain = await startApp();
    const { data } = await json<{ data: { presets: unknown[] } }>(await call(plain, 'GET', '/site'));
    assert.deepEqual(data.presets, []);
    const { id } = await uploaded(upload(plain, await picture(300, 300).jpeg().toBuffer()));
    const { data: info } = await json<{ data: object }>(await call(plain, 'GET', `/image/${id}`));
    assert.ok(!('presets' in info));
  });
});
