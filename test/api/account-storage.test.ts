import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import sharp from 'sharp';
import { startApp, type TestApp } from '../support/start-app.ts';

async function register(app: TestApp): Promise<string> {
  const response = await fetch(`${app.url}/api/v1/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'someone@example.com', password: 'long enough' }),
  });
  return ((await response.json()) as { data: { api_key: { key: string } } }).data.api_key.key;
}

function upload(app: TestApp, bytes: Buffer, key?: string): Promise<Response> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), 'a.png');
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
  return fetch(`${app.url}/api/v1/upload`, { method: 'POST', headers, body: form });
}

describe('IMGD_MAX_ACCOUNT_BYTES', () => {
  it('limits the stored bytes of an account, also under parallel uploads, and refused uploads leave no blob', async () => {
    const pictures = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((shade) =>
        sharp({ create: { width: 10, height: 10, channels: 3, background: { r: shade * 40, g: 0, b: 0 } } })
          .png()
          .toBuffer(),
      ),
    );
    const size = Math.max(...pictures.map((picture) => picture.length));
    await using app = await startApp({ env: { IMGD_MAX_ACCOUNT_BYTES: String(3 * size) } });
    const key = await register(app);
    const answers = await Promise.all(pictures.map((picture) => upload(app, picture, key)));
    const refused = answers.filter((answer) => answer.status === 403);
    assert.equal(answers.filter((answer) => answer.status === 200).length, 3);
    assert.equal(refused.length, 3);
    const body = (await refused[0]?.json()) as { error: { code: string; details: Record<string, number> } };
    assert.equal(body.error.code, 'STORAGE_QUOTA_EXCEEDED');
    assert.equal(body.error.details.limit_bytes, 3 * size);
    assert.equal((await app.blobFiles()).length, 6, 'three originals, three thumbnails');
    assert.deepEqual(await app.temporaryFiles(), []);
    assert.equal((await upload(app, pictures[0] as Buffer)).status, 200, 'anonymous uploads have no account');
    const usage = await fetch(`${app.url}/api/v1/usage`, { headers: { authorization: `Bearer ${key}` } });
    const { limits } = ((await usage.json()) as { data: { limits: { max_storage: number } } }).data;
    assert.equal(limits.max_storage, 3 * size);
  });
});
