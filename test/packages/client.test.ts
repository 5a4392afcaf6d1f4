import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { ApiError, type Client, createClient } from '../../packages/client/src/client.ts';
import { fileSource } from '../../packages/client/src/node.ts';
import { accountOf } from '../support/requests.ts';
import { startApp, type TestApp } from '../support/start-app.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';

let app: TestApp;
let client: Client;
let png: Uint8Array<ArrayBuffer>;

before(async () => {
  app = await startApp();
  const { api_key } = await createClient({ baseUrl: app.url }).request('register', {
    body: {
      email: 'client@example.org',
      password: 'correct horse',
      name: 'Client',
    },
  });
  client = createClient({ baseUrl: `${app.url}/`, apiKey: api_key.key });
  // Noise makes the file larger than one read from disk.
  const noise = { mean: 128, sigma: 40, type: 'gaussian' as const };
  const picture = sharp({ create: { width: 400, height: 300, channels: 3, background: 'red', noise } });
  png = new Uint8Array(await picture.png().toBuffer());
});
after(() => app[Symbol.asyncDispose]());

const refusal = (code: string) => (error: unknown) => error instanceof ApiError && error.code === code;

describe('the typed client', () => {
  it('uploads a file by its path, reports the progress in bytes, and finds the image again', async () => {
    const path = join(app.dataDir, 'a "quoted" name.png');
    await writeFile(path, png);
    const progress: number[] = [];
    const image = await client.upload(await fileSource(path), {
      album: 'Ferien ☀',
      expiry: 2,
      onProgress: (sentBytes) => progress.push(sentBytes),
    });
    assert.equal(image.width, 400);
    assert.equal(image.album, 'Ferien ☀');
    assert.equal(Date.parse(image.expires_at ?? '') - Date.parse(image.uploaded_at), 2 * 3_600_000);
    assert.equal(image.filename, 'a "quoted" name.png');
    assert.ok(progress.length > 2, 'more than beginning and end');
    assert.equal(progress[0], 0);
    assert.equal(progress.at(-1), png.length);
    assert.deepEqual(
      progress,
      progress.toSorted((a, b) => a - b),
    );
    const info = await client.image(image.id);
    assert.equal(info.owned, true);
    assert.equal(info.album?.name, 'Ferien ☀');
  });

  it('uploads a File with its name, a Blob without one, and a stream of known size', async () => {
    assert.equal((await client.upload(new File([png], 'cat.png'))).filename, 'cat.png');
    assert.equal((await client.upload(new Blob([png]))).filename, 'blob');
    async function* halves() {
      yield png.subarray(0, 1_000);
      yield png.subarray(1_000);
    }
    const image = await client.upload({ filename: 'stream.png', sizeBytes: png.length, open: halves });
    assert.equal(image.filename, 'stream.png');
  });

  it('uploads several files in one request and reports the result of each', async () => {
    const progress: number[] = [];
    const files = [new File([png], 'a.png'), new File(['no image'], 'b.png'), new File([png], 'c.png')];
    const { succeeded, results } = await client.uploadBulk(files, { onProgress: (bytes) => progress.push(bytes) });
    assert.equal(succeeded, 2);
    assert.deepEqual(
      results.map((item) => (item.success ? item.data.filename : item.error.code)),
      ['a.png', 'INVALID_FILE_TYPE', 'c.png'],
    );
    assert.equal(progress.at(-1), 2 * png.length + 'no image'.length);
  });

  it('uploads all files or none with atomic', async () => {
    const files = [new File([png], 'a.png'), new File(['no image'], 'b.png')];
    await assert.rejects(client.uploadBulk(files, { atomic: true }), refusal('INVALID_FILE_TYPE'));
  });

  it('stores one image for two uploads with the same idempotency key', async () => {
    const once = { idempotencyKey: 'upload-1' };
    const first = await client.upload(new File([png], 'once.png'), once);
    assert.equal((await client.upload(new File([png], 'once.png'), once)).id, first.id);
  });

  it('stores one image when the answer to the upload is lost, and gets its delete token', async () => {
    const { key } = await accountOf(app, {});
    for (const apiKey of [key, undefined]) {
      await using line = await startTcpProxy(Number(new URL(app.url).port));
      line.set({ kind: 'lose-answer' }, { times: 1, matching: /^POST / });
      const patient = createClient({ baseUrl: `http://127.0.0.1:${line.port}`, apiKey });
      const image = await patient.upload(new File([png], 'lost.png'), { onProgress: () => {} });
      assert.equal(line.hits(), 1);
      assert.match(image.delete_token ?? '', /^imgdd_/);
    }
    const mine = createClient({ baseUrl: app.url, apiKey: key });
    assert.equal((await mine.request('listImages')).images.length, 1);
  });

  it('deletes with its key, and anonymously with the delete token', async () => {
    const mine = await client.upload(new File([png], 'mine.png'));
    assert.equal((await client.deleteImage(mine.id)).deleted, true);
    await assert.rejects(client.image(mine.id), refusal('IMAGE_NOT_FOUND'));
    const anonymous = createClient({ baseUrl: app.url });
    const theirs = await anonymous.upload(new File([png], 'theirs.png'));
    await assert.rejects(anonymous.deleteImage(theirs.id), refusal('MISSING_API_KEY'));
    assert.equal((await anonymous.deleteImage(theirs.id, theirs.delete_token)).id, theirs.id);
  });

  it('creates, lists, rotates and revokes keys', async () => {
    const key = await client.request('createKey', { body: { name: 'reader', scopes: ['images:read'] } });
    assert.deepEqual(key.scopes, ['images:read']);
    const rotated = await client.request('rotateKey', { id: key.id, body: { grace_hours: 1 } });
    assert.notEqual(rotated.key, key.key);
    const names = (await client.request('listKeys')).keys.map(({ name }) => name);
    assert.deepEqual(names, ['default', 'reader', 'reader']);
    assert.deepEqual(await client.request('revokeKey', { id: rotated.id }), { id: rotated.id, revoked: true });
    const revoked = createClient({ baseUrl: app.url, apiKey: rotated.key });
    await assert.rejects(revoked.request('getUsage'), refusal('INVALID_API_KEY'));
  });

  it('gets usage, plans and health', async () => {
    assert.equal((await client.request('getUsage')).plan, 'free');
    assert.deepEqual(
      (await client.request('listPlans')).plans.map(({ name }) => name),
      ['anonymous', 'free', 'pro', 'enterprise'],
    );
    assert.equal((await client.request('getHealth')).status, 'ok');
  });
});

describe('an error response', () => {
  it('is an ApiError with status, code, message, request id and details', async () => {
    await assert.rejects(client.upload(new File(['text'], 'a.png')), (error: unknown) => {
      assert.ok(error instanceof ApiError);
      assert.equal(error.status, 400);
      assert.equal(error.code, 'INVALID_FILE_TYPE');
      assert.match(error.message, /Only image files/);
      assert.match(error.requestId ?? '', /^req_/);
      assert.ok(Array.isArray(error.details.accepted));
      assert.equal(error.retryAfterSeconds, undefined);
      return true;
    });
  });

  it('reaches the caller while a large body is still being sent', async () => {
    const wrongKey = createClient({ baseUrl: app.url, apiKey: 'imgd_wrong' });
    const large = new Blob([new Uint8Array(32 * 2 ** 20)]);
    await assert.rejects(wrongKey.upload(large), refusal('INVALID_API_KEY'));
    await assert.rejects(client.upload(large), refusal('INVALID_FILE_TYPE'));
    const tooLarge = new Blob([png, new Uint8Array(66 * 2 ** 20)]);
    await assert.rejects(client.upload(tooLarge), refusal('FILE_TOO_LARGE'));
  });
});
