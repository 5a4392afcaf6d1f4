import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { assertRefused, json, register, type Uploaded, upload, uploaded } from '../support/api.ts';
import { createFakeClock } from '../support/clock.ts';
import { bearer, bulk, call, send, smallPng } from '../support/requests.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

const clock = createFakeClock();
const DAY_MS = 24 * 3_600_000;
let app: TestApp;
let shade = 0;
before(async () => {
  app = await startApp({ clock });
});
after(() => app[Symbol.asyncDispose]());

const once = (key: string = randomUUID()) => ({ 'idempotency-key': key });
const fresh = () => smallPng(shade++);
const replayed = (answer: Response) => answer.headers.get('idempotent-replayed');

describe('Idempotency-Key', () => {
  it('replays an upload with its id and delete token, and stores nothing again', async () => {
    const bytes = await fresh();
    const headers = { ...once(), ...bearer(await register(app)) };
    const first = await upload(app, bytes, { album: 'a' }, headers);
    assert.equal(replayed(first), null);
    const image = await uploaded(first);
    const files = (await app.blobFiles()).length;
    const again = await upload(app, bytes, { album: 'a' }, headers);
    assert.equal(replayed(again), 'true');
    assert.equal(again.headers.get('x-ratelimit-used'), '2', 'a replay costs one request');
    assert.deepEqual(await uploaded(again), image);
    assert.equal((await app.blobFiles()).length, files);
    assert.deepEqual(await app.temporaryFiles(), []);
  });

  it('takes a key with quotes and the same one bare as one', async () => {
    const key = randomUUID();
    const bytes = await fresh();
    const { id } = await uploaded(upload(app, bytes, {}, once(`"${key}"`)));
    const again = await upload(app, bytes, {}, once(key));
    assert.equal(replayed(again), 'true');
    assert.equal((await uploaded(again)).id, id);
  });

  it('refuses the key for another payload', async () => {
    const bytes = await fresh();
    const headers = once();
    await uploaded(upload(app, bytes, { album: 'a' }, headers));
    const others = [
      upload(app, await fresh(), { album: 'a' }, headers),
      upload(app, bytes, { album: 'b' }, headers),
      upload(app, bytes, {}, headers),
      upload(app, bytes, { album: 'a' }, headers, 'other.png'),
    ];
    for (const other of others) await assertRefused(other, 422, 'IDEMPOTENCY_KEY_REUSED');
    assert.equal(replayed(await upload(app, bytes, { album: 'a' }, headers)), 'true', 'the first answer is still kept');
  });

  it('stores one image of ten parallel requests; those that come too early are told to wait', async () => {
    const bytes = await fresh();
    const headers = once();
    const answers = await Promise.all(Array.from({ length: 10 }, () => upload(app, bytes, {}, headers)));
    const ids = new Set<string>();
    for (const answer of answers) {
      if (answer.status === 200) {
        ids.add((await uploaded(answer)).id);
      } else {
        assert.equal(answer.headers.get('retry-after'), '1');
        await assertRefused(answer, 409, 'IDEMPOTENCY_IN_PROGRESS');
      }
    }
    assert.equal(ids.size, 1);
    assert.ok(answers.some(({ status }) => status === 409));
  });

  it('refuses keys that are empty, too long or not printable', async () => {
    for (const key of ['', '""', 'x'.repeat(256), 'a\tb', 'ä']) {
      await assertRefused(upload(app, await fresh(), {}, once(key)), 400, 'INVALID_IDEMPOTENCY_KEY');
    }
    await uploaded(upload(app, await fresh(), {}, once('x'.repeat(255))));
  });

  it('keeps a refusal as it keeps a success', async () => {
    const headers = once();
    const text = Buffer.from('no picture');
    const first = await assertRefused(bulk(app, [['a.png', text]], { headers }), 400, 'INVALID_FILE_TYPE');
    const again = await bulk(app, [['a.png', text]], { headers });
    assert.equal(replayed(again), 'true');
    assert.equal((await json<{ error: { code: string } }>(again)).error.code, first.code);
    const album = { album: 'x'.repeat(256) };
    const bytes = await fresh();
    const kept = once();
    for (const expected of [null, 'true']) {
      const answer = await upload(app, bytes, album, kept);
      assert.deepEqual([answer.status, replayed(answer)], [400, expected]);
    }
  });

  it('belongs to its caller, its path and one day', async () => {
    const headers = once();
    const bytes = await fresh();
    const ids = new Set<string>();
    for (const key of [undefined, await register(app), await register(app)]) {
      const answer = await upload(app, bytes, {}, { ...headers, ...bearer(key) });
      assert.equal(replayed(answer), null);
      ids.add((await uploaded(answer)).id);
    }
    assert.equal((await bulk(app, [['picture.png', bytes]], { headers })).status, 200);
    clock.advance(DAY_MS + 60_000);
    ids.add((await uploaded(upload(app, bytes, {}, headers))).id);
    assert.equal(ids.size, 4);
  });

  it('makes one account and one key of retried requests', async () => {
    const body = { email: `${randomUUID()}@example.com`, password: 'long enough' };
    const headers = once();
    const first = await (await send(app, '/auth/register', body, undefined, headers)).text();
    const again = await send(app, '/auth/register', body, undefined, headers);
    assert.equal(replayed(again), 'true');
    assert.equal(await again.text(), first);
    const { key } = (JSON.parse(first) as { data: { api_key: { key: string } } }).data.api_key;
    const made = await (await send(app, '/keys', { name: 'a' }, key, headers)).text();
    assert.equal(await (await send(app, '/keys', { name: 'a' }, key, headers)).text(), made);
    const listed = await json<{ data: { keys: unknown[] } }>(await call(app, 'GET', '/keys', key));
    assert.equal(listed.data.keys.length, 2);
  });

  it('outlives a restart, and what is kept cannot be read in the data directory', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'imgd-test-'));
    try {
      const bytes = await fresh();
      const headers = once();
      let image: Uploaded;
      {
        await using first = await startApp({ dataDir });
        image = await uploaded(upload(first, bytes, {}, headers));
        await assertUnreadable(dataDir, [image.delete_token, headers['idempotency-key']], image.id);
      }
      await assertUnreadable(dataDir, [image.delete_token, headers['idempotency-key']], image.id);
      await using second = await startApp({ dataDir, env: { IMGD_BASE_URL: 'http://elsewhere.example' } });
      const again = await upload(second, bytes, {}, headers);
      assert.equal(replayed(again), 'true');
      assert.deepEqual(await uploaded(again), image);
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});

/** That none of the secrets is in a database file, where the id is. */
async function assertUnreadable(dataDir: string, secrets: readonly string[], id: string): Promise<void> {
  const names = (await readdir(dataDir)).filter((name) => name.startsWith('imgd.sqlite'));
  const text = (await Promise.all(names.map((name) => readFile(join(dataDir, name), 'latin1')))).join('');
  assert.ok(text.includes(id), 'the files are read');
  for (const secret of secrets) assert.ok(!text.includes(secret));
}
