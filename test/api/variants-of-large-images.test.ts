import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { describe, it } from 'node:test';
import sharp from 'sharp';
import { dataOf } from '../support/sign-in.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

async function upload({ url }: TestApp, bytes: Buffer): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), 'picture.jpg');
  const { id } = await dataOf<{ id: string }>(fetch(`${url}/api/v1/upload`, { method: 'POST', body: form }));
  return id;
}

// Encoding takes nearly a minute of processor time.
describe('variants of large images', () => {
  it('are WebP where AVIF would take too long', async () => {
    await using hurried = await startApp({ env: { IMGD_AVIF_BUDGET_SECONDS: '1', IMGD_VARIANTS: '3000' } });
    const size = 3_200;
    const noise = await sharp({
      create: {
        width: size,
        height: size,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .jpeg({ quality: 60 })
      .toBuffer();
    const id = await upload(hurried, noise);
    const response = await fetch(`${hurried.url}/v/${id}/3000.avif`);
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'image/webp']);
  });

  it('have bounded sides and pixels where the image is tall, and take few bytes', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
    const tall = await sharp({ create: { width: 1_921, height: 20_000, channels: 3, background: '#888', noise } })
      .jpeg({ quality: 30 })
      .toBuffer();
    await using app = await startApp();
    const id = await upload(app, tall);
    const before = await app.blobFiles();
    for (const file of ['1920.png', '1920.jpg', '1280.png', '1280.jpg', '640.png']) {
      const response = await fetch(`${app.url}/v/${id}/${file}`);
      assert.equal(response.status, 200, file);
      const { width = 0, height = 0 } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
      assert.ok(width <= Number(file.split('.')[0]) && height <= 16_383, `${file}: ${width} x ${height}`);
      assert.ok(width * height <= 16_100_000, `${file}: ${width} x ${height}`);
      assert.ok(Math.abs(height / width - 20_000 / 1_921) < 0.1, 'the aspect ratio stays');
    }
    const made = (await app.blobFiles()).filter((file) => !before.includes(file));
    assert.ok(made.length <= 4, 'presets of the same size share a variant');
    if (!made.every((file) => file.startsWith('/'))) return;
    const sizes = await Promise.all(made.map(async (file) => (await stat(file)).size));
    const stored = sizes.reduce((sum, size) => sum + size, 0);
    assert.ok(stored <= 6 * tall.length, `${stored} bytes for an upload of ${tall.length}`);
  });
});
