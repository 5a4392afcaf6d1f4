import assert from 'node:assert/strict';
import { createDecipheriv, createHash, hkdfSync, randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { picture } from '../fixtures/pixels.ts';
import { assertRefused, json, register, type Uploaded, upload } from '../support/api.ts';
import { bulk, catalogText, storageBeside } from '../support/requests.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

/** The text of a stored answer, as a thief of the catalog would open it; undefined with a wrong key. */
function opened(stored: string, ikm: string, salt: string | Buffer): string | undefined {
  const bytes = Buffer.from(stored, 'base64');
  const secret = Buffer.from(hkdfSync('sha256', ikm, salt, 'imgd idempotency', 32));
  const decipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

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
    const key = `"${randomUUID()}"`;
    const first = await send(key);
    const again = await send(key);
    assert.equal(first.headers.get('idempotent-replayed'), null);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    assert.equal(again.status, 200);
    assert.deepEqual(await json(again), await json(first));
  });

  it('replays a bulk upload with a file that was refused while it arrived, but not such a single upload', async () => {
    const headers = { 'idempotency-key': `"${randomUUID()}"` };
    const files = [
      ['a.png', png],
      ['b.txt', Buffer.from('no picture')],
    ] as const;
    const first = await bulk(app, files, { headers });
    const again = await bulk(app, files, { headers });
    assert.deepEqual([first.status, again.headers.get('idempotent-replayed')], [200, 'true']);
    assert.equal((await json<{ message: string }>(again)).message, '1 of 2 files uploaded');
    const key = `"${randomUUID()}"`;
    await assertRefused(send(key, Buffer.from('no picture')), 400, 'INVALID_FILE_TYPE');
    const retry = await send(key, Buffer.from('no picture'));
    assert.deepEqual([retry.status, retry.headers.get('idempotent-replayed')], [400, null]);
  });

  it('gives an anonymous retry no delete token under a key that another caller may know', async () => {
    const sha256 = createHash('sha256').update(png).digest('hex');
    for (const key of ['abc', 'picture-of-the-day', 'a'.repeat(40), '12345678901234567890123456789', sha256]) {
      const first = await json<Answer>(await send(key));
      assert.ok(first.data.delete_token);
      const again = await send(key);
      assert.equal(again.headers.get('idempotent-replayed'), 'true');
      const { delete_token: _token, delete_url: _url, ...rest } = first.data;
      assert.deepEqual(await json(again), { success: true, data: rest }, key);
    }
    const bulk = () => {
      const body = new FormData();
      body.append('files', new Blob([new Uint8Array(png)]), 'a.png');
      return fetch(`${app.url}/api/v1/upload/bulk`, { method: 'POST', headers: { 'idempotency-key': 'weak' }, body });
    };
    assert.match(await (await bulk()).text(), /imgdd_/);
    assert.doesNotMatch(await (await bulk()).text(), /imgdd_/);
    const account = { authorization: `Bearer ${await register(app)}` };
    const own = await json<Answer>(await send('abc', png, {}, account));
    assert.deepEqual(
      await json(await send('abc', png, {}, account)),
      own,
      'an account shares its keys with itself only',
    );
  });

  it('answers a retry after the deletion of the image with IMAGE_NOT_FOUND', async () => {
    const key = randomUUID();
    const { data } = await json<Answer>(await send(key));
    const headers = { authorization: `Bearer ${data.delete_token}` };
    await fetch(`${app.url}/api/v1/image/${data.id}`, { method: 'DELETE', headers });
    const error = await assertRefused(send(key), 404, 'IMAGE_NOT_FOUND');
    assert.match(error.message, /stored and deleted since/);
  });

  it('is not readable with the catalog and the key of the client alone', async () => {
    const token = await register(app);
    const create = (own: string, key: string) =>
      fetch(`${app.url}/api/v1/keys`, {
        method: 'POST',
        headers: { authorization: `Bearer ${own}`, 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ name: 'second' }),
      });
    const { data } = await json<{ data: { key: string } }>(await create(token, 'guessed'));
    const storage = await storageBeside(app);
    const { body, scope } = await storage.db
      .selectFrom('idempotency')
      .selectAll()
      .where('body', 'is not', null)
      .orderBy('expires_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    const secrets = await storage.db.selectFrom('secrets').selectAll().execute();
    await storage.close();
    const salts = [scope, ...secrets.map(({ value }) => Buffer.from(value, 'hex'))];
    for (const ikm of ['guessed', JSON.stringify(['guessed', '', scope])]) {
      for (const salt of salts) assert.equal(opened(body ?? '', ikm, salt), undefined);
    }
    for (const salt of salts.slice(1)) {
      const text = opened(body ?? '', JSON.stringify(['guessed', token, scope]), salt);
      if (text !== undefined) assert.ok(text.includes(data.key), 'control: the token of the caller opens it');
    }
    assert.equal((await json<{ data: { key: string } }>(await create(token, 'guessed'))).data.key, data.key);
    await assertRefused(create(data.key, 'guessed'), 422, 'IDEMPOTENCY_KEY_REUSED');
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
    const key = randomUUID();
    const bulk = () => {
      const form = new FormData();
      form.append('files', new Blob([new Uint8Array(png)]), 'a.png');
      form.append('files', new Blob(['no image']), 'b.txt');
      return fetch(`${app.url}/api/v1/upload/bulk`, {
        method: 'POST',
        headers: { 'idempotency-key': key },
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
