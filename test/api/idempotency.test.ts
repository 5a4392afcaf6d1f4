import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { picture } from '../fixtures/pixels.ts';
import { assertRefused, json, register, type Uploaded, upload } from '../support/api.ts';
import { catalogText } from '../support/requests.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

interface Answer {
  success: boolean;
  data: Uploaded;
}

describe('Idempotency-Key', () => {
  let app: TestApp;
  let png: Buffer;
  let jpeg: Buffer;
  before(async () => {
    app = await startApp({ env: { IMGD_VERIFY_BYTES_PER_SECOND: '0' } });
    png = await picture(48, 32).png().toBuffer();
    jpeg = await picture(48, 32).jpeg().toBuffer();
  });
  after(() => app[Symbol.asyncDispose]());

  const send = (key: string, bytes = png, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    upload(app, bytes, fields, { 'idempotency-key': key, ...headers });

  it('gives a retry the response of the first attempt, with the delete token', async () => {
    const first = await send('"retry-1"');
    const again = await send('"retry-1"');
    assert.equal(first.headers.get('idempotent-replayed'), null);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    assert.equal(again.status, 200);
    assert.deepEqual(await json(again), await json(first));
  });

  it('treats a bare and a quoted key as equal', async () => {
    const { data } = await json<Answer>(await send('"bare-or-quoted"'));
    assert.equal((await json<Answer>(await send('bare-or-quoted'))).data.id, data.id);
  });

  it('counts a retry as one request', async () => {
    const used = async () =>
      (await json<{ data: { rate_limit: { used: number } } }>(await fetch(`${app.url}/api/v1/usage`))).data.rate_limit
        .used;
    await send('charged');
    const before = await used();
    await send('charged');
    assert.equal((await used()) - before, 1);
  });

  it('refuses the key with another request', async () => {
    await send('reused');
    await assertRefused(await send('reused', jpeg), 422, 'IDEMPOTENCY_KEY_REUSED');
    await assertRefused(await send('reused', png, { album: 'another' }), 422, 'IDEMPOTENCY_KEY_REUSED');
  });

  it('answers 409 to one of two parallel requests', async () => {
    const answers = await Promise.all([send('parallel'), send('parallel')]);
    const statuses = answers.map((answer) => answer.status).sort();
    assert.deepEqual(statuses, [200, 409]);
    const refused = answers.find((answer) => answer.status === 409) as Response;
    assert.equal(refused.headers.get('retry-after'), '1');
    await assertRefused(refused, 409, 'IDEMPOTENCY_IN_PROGRESS');
    assert.equal((await send('parallel')).headers.get('idempotent-replayed'), 'true', 'the retry has the response');
  });

  it('stores a refusal after the body has been received', async () => {
    const broken = png.subarray(0, png.length - 20);
    const first = await send('kept', broken);
    const again = await send('kept', broken);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    assert.equal(again.status, 400);
    const body = (await first.json()) as { error: { code: string } };
    assert.equal(body.error.code, 'INVALID_IMAGE');
    assert.deepEqual(await again.json(), body, 'with the request id of the first attempt');
    await assertRefused(await send('kept', png), 422, 'IDEMPOTENCY_KEY_REUSED');
  });

  it('stores no refusal of an incompletely received body', async () => {
    await assertRefused(await send('early', Buffer.from('no image')), 400, 'INVALID_FILE_TYPE');
    assert.equal((await send('early')).status, 200);
  });

  it('stores the response of a bulk upload with a refused file', async () => {
    const bulk = () => {
      const form = new FormData();
      form.append('files', new Blob([new Uint8Array(png)]), 'a.png');
      form.append('files', new Blob(['no image']), 'b.txt');
      return fetch(`${app.url}/api/v1/upload/bulk`, {
        method: 'POST',
        headers: { 'idempotency-key': 'bulk' },
        body: form,
      });
    };
    const first = await json(await bulk());
    const again = await bulk();
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    assert.deepEqual(await json(again), first);
  });

  it('is scoped to its caller', async () => {
    const { data } = await json<Answer>(await send('shared'));
    const key = await register(app);
    const other = await json<Answer>(await send('shared', png, {}, { authorization: `Bearer ${key}` }));
    assert.notEqual(other.data.id, data.id);
  });

  it('works for JSON requests, with a secret that is shown only once', async () => {
    const key = await register(app);
    const create = () =>
      fetch(`${app.url}/api/v1/keys`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': 'a-key' },
        body: JSON.stringify({ name: 'second' }),
      });
    const first = await json<{ data: { id: string; key: string } }>(await create());
    const again = await json<{ data: { id: string; key: string } }>(await create());
    assert.deepEqual(again, first);
    const stored = await catalogText(app);
    assert.ok(stored.includes(first.data.id), 'control');
    assert.ok(!stored.includes(first.data.key), 'the stored response is encrypted');
    assert.ok(!stored.includes('"success"'), 'no stored response is readable');
  });

  it('refuses keys that are empty, too long or not printable', async () => {
    for (const key of ['""', 'x'.repeat(256), 'caf\u00e9']) {
      await assertRefused(await send(key), 400, 'INVALID_IDEMPOTENCY_KEY');
    }
    assert.equal((await send('x'.repeat(255))).status, 200);
  });

  it('survives a restart', async () => {
    const { data } = await json<Answer>(await send('restart'));
    await app.service.close(1_000);
    app = await startApp({ dataDir: app.dataDir });
    const again = await send('restart');
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    assert.equal((await json<Answer>(again)).data.id, data.id);
  });
});
