import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { DeletedImage, EachResult, ImageInfo } from '../../src/api/images.ts';
import type { Usage } from '../../src/api/service.ts';
import type { ErrorCode } from '../../src/core/errors.ts';
import { assertRefused, register, type Uploaded, upload, uploaded } from '../support/api.ts';
import { accountOf, bearer, call, send, smallPng } from '../support/requests.ts';
import { dataOf } from '../support/sign-in.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

const MISSING = '000000000000';

let app: TestApp;
let png: Buffer;
before(async () => {
  app = await startApp({ env: { IMGD_MAX_ACCOUNT_BYTES: '1000' } });
  png = await smallPng(1);
});
after(() => app[Symbol.asyncDispose]());

/** Uploads an image, anonymously without a key. */
const add = (key?: string, fields: Record<string, string> = {}): Promise<Uploaded> =>
  uploaded(upload(app, png, fields, bearer(key)));
const info = (id: string, key?: string) => dataOf<ImageInfo>(call(app, 'GET', `/image/${id}`, key));
const codesOf = ({ results }: EachResult<unknown>) =>
  results.map((item) => (item.success ? 'done' : `${item.status} ${item.error.code}`));

describe('POST /api/v1/images/update and /images/delete', () => {
  it('change the permitted images and report each result', async () => {
    const [key, other] = [await register(app), await register(app)];
    const [own, foreign, anonymous] = [await add(key), await add(other), await add()];
    const ids = [own.id, foreign.id, anonymous.id, MISSING, "'; --"];
    const expected = ['done', '403 FORBIDDEN', '403 FORBIDDEN', '404 IMAGE_NOT_FOUND', '404 IMAGE_NOT_FOUND'];

    const changed = await dataOf<EachResult<ImageInfo>>(
      send(app, '/images/update', { ids, album: 'Cats', expiry: 1 }, key),
    );
    assert.deepEqual([changed.total, changed.succeeded, changed.failed], [5, 1, 4]);
    assert.deepEqual(codesOf(changed), expected);
    assert.deepEqual(
      changed.results.map(({ index, id }) => [index, id]),
      ids.map((id, index) => [index, id]),
    );
    const [first] = changed.results;
    const now = await info(own.id, key);
    assert.deepEqual(first?.success && first.data, now);
    assert.equal(now.album?.name, 'Cats');
    assert.notEqual(now.expires_at, null);
    assert.equal((await info(foreign.id, other)).album, null);
    assert.equal((await info(anonymous.id)).expires_at, null);

    const deleted = await dataOf<EachResult<DeletedImage>>(send(app, '/images/delete', { ids }, key));
    assert.deepEqual(codesOf(deleted), expected);
    assert.equal((await fetch(own.links.direct)).status, 404);
    for (const { links } of [foreign, anonymous]) assert.equal((await fetch(links.direct)).status, 200);
  });

  it('fail with the common code when every image fails', async () => {
    const key = await register(app);
    const { id } = await add();
    const error = await assertRefused(
      send(app, '/images/delete', { ids: [MISSING, 'x'] }, key),
      404,
      'IMAGE_NOT_FOUND',
    );
    assert.equal(error.details?.results.length, 2);
    await assertRefused(send(app, '/images/delete', { ids: [id] }, key), 403, 'FORBIDDEN');
    await assertRefused(send(app, '/images/delete', { ids: [id, MISSING] }, key), 400, 'INVALID_PARAMETER');
  });

  it('give an administrator access to all images', async () => {
    const { key } = await accountOf(app, { isAdmin: true });
    const [foreign, anonymous] = [await add(await register(app), { album: 'a' }), await add()];
    const ids = [foreign.id, anonymous.id];
    const changed = await dataOf<EachResult<ImageInfo>>(send(app, '/images/update', { ids, expiry: 2 }, key));
    assert.deepEqual(codesOf(changed), ['done', 'done']);
    assert.ok(
      changed.results.every((item) => item.success && item.data.album === undefined),
      'owner fields are not shown',
    );
    assert.equal((await dataOf<EachResult<unknown>>(send(app, '/images/delete', { ids }, key))).succeeded, 2);
  });

  it('refuse bodies without a change, and with too many ids', async () => {
    const key = await register(app);
    const many = Array.from({ length: 101 }, (_, i) => String(i));
    for (const body of [{}, { ids: [] }, { ids: many }, { ids: ['a', 'a'] }, { ids: [1] }, { ids: 'a' }]) {
      await assertRefused(send(app, '/images/delete', body, key), 400, 'INVALID_PARAMETER');
    }
    for (const body of [{ ids: ['a'] }, { ids: ['a'], filename: 'b' }, { ids: ['a'], expiry: 'soon' }]) {
      await assertRefused(send(app, '/images/update', body, key), 400, 'INVALID_PARAMETER');
    }
    await assertRefused(send(app, '/images/update', { ids: ['a'], expiry: -1 }, key), 400, 'INVALID_EXPIRY');
    await assertRefused(send(app, '/images/update', { ids: ['a'], album: '\u0001' }, key), 400, 'INVALID_ALBUM');
  });

  it('require a credential with the scope', async () => {
    const key = await register(app);
    const image = await add();
    const reader = await dataOf<{ key: string }>(send(app, '/keys', { name: 'r', scopes: ['images:read'] }, key));
    const claim = { images: [{ id: image.id, delete_token: image.delete_token }] };
    const requests: [string, object][] = [
      ['/images/delete', { ids: [image.id] }],
      ['/images/update', { ids: [image.id], expiry: 1 }],
      ['/images/claim', claim],
      [`/image/${image.id}/claim`, { delete_token: image.delete_token }],
    ];
    for (const [path, body] of requests) {
      const refused = (status: number, code: ErrorCode, token?: string) =>
        assertRefused(send(app, path, body, token), status, code);
      await refused(401, 'MISSING_API_KEY');
      await refused(403, 'FORBIDDEN', image.delete_token);
      await refused(403, 'INSUFFICIENT_SCOPE', reader.key);
    }
    assert.equal((await info(image.id)).anonymous, true);
  });
});

describe('POST /api/v1/image/{id}/claim and /images/claim', () => {
  it('assign an anonymous image to the account and to its album', async () => {
    const key = await register(app);
    const image = await add(undefined, { album: 'Holiday' });
    const claimed = await dataOf<ImageInfo>(
      send(app, `/image/${image.id}/claim`, { delete_token: image.delete_token }, key),
    );
    assert.deepEqual(claimed, await info(image.id, key));
    assert.deepEqual([claimed.anonymous, claimed.owned, claimed.uploaded_with_key], [false, true, null]);
    assert.equal(claimed.album?.name, 'Holiday');
    const usage = await dataOf<Usage>(call(app, 'GET', '/usage', key));
    assert.deepEqual([usage.storage.images, usage.storage.albums, usage.storage.bytes], [1, 1, image.size]);
    assert.equal((await fetch(image.links.direct)).status, 200, 'its links remain valid');
    assert.equal(
      (await call(app, 'DELETE', `/image/${image.id}`, image.delete_token)).status,
      200,
      'its delete token remains valid',
    );
  });

  it('refuse a wrong token, and an image with an owner', async () => {
    const [key, other] = [await register(app), await register(app)];
    const [image, second] = [await add(), await add()];
    const claim = (id: string, delete_token: string, as = key) => send(app, `/image/${id}/claim`, { delete_token }, as);
    await assertRefused(claim(image.id, second.delete_token), 403, 'FORBIDDEN');
    await assertRefused(claim(image.id, ''), 403, 'FORBIDDEN');
    await assertRefused(claim(MISSING, image.delete_token), 404, 'IMAGE_NOT_FOUND');
    assert.equal((await claim(image.id, image.delete_token)).status, 200);
    for (const as of [key, other]) {
      await assertRefused(claim(image.id, image.delete_token, as), 409, 'IMAGE_ALREADY_OWNED');
    }
    assert.equal((await info(image.id, key)).owned, true);
    const owned = await add(other);
    await assertRefused(claim(owned.id, owned.delete_token), 409, 'IMAGE_ALREADY_OWNED');
  });

  it('claim several images, each once and with its own result', async () => {
    const key = await register(app);
    const [one, two] = [await add(), await add()];
    const images = [one, { ...two, delete_token: one.delete_token }, one, { ...one, id: MISSING }, two].map(
      ({ id, delete_token }) => ({ id, delete_token }),
    );
    const claimed = await dataOf<EachResult<ImageInfo>>(send(app, '/images/claim', { images }, key));
    assert.deepEqual(codesOf(claimed), [
      'done',
      '403 FORBIDDEN',
      '409 IMAGE_ALREADY_OWNED',
      '404 IMAGE_NOT_FOUND',
      'done',
    ]);
    for (const { id } of [one, two]) assert.equal((await info(id, key)).owned, true);
  });

  it('assign an image to one of many concurrent callers', async () => {
    const keys = await Promise.all([1, 2, 3, 4].map(() => register(app)));
    const { id, delete_token } = await add();
    const answers = await Promise.all(keys.map((key) => send(app, `/image/${id}/claim`, { delete_token }, key)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409]);
  });

  it('stop at the storage limit of the account', async () => {
    const key = await register(app);
    const fitting = Math.floor(1_000 / (await add()).size);
    const images: Uploaded[] = [];
    for (let i = 0; i <= fitting; i++) images.push(await add());
    const [first] = images as [Uploaded];
    // A repeated image counts once.
    const body = { images: [first, ...images].map(({ id, delete_token }) => ({ id, delete_token })) };
    const claimed = await dataOf<EachResult<ImageInfo>>(send(app, '/images/claim', body, key));
    const [done, twice, ...rest] = codesOf(claimed);
    assert.deepEqual([done, twice], ['done', '409 IMAGE_ALREADY_OWNED']);
    assert.deepEqual(rest, [...Array(fitting - 1).fill('done'), '403 STORAGE_QUOTA_EXCEEDED']);
    assert.ok(fitting > 1);
  });

  it('replay a repeated request with an Idempotency-Key', async () => {
    const key = await register(app);
    const { id, delete_token } = await add();
    const ask = () => send(app, `/image/${id}/claim`, { delete_token }, key, { 'idempotency-key': 'once' });
    const first = await dataOf<ImageInfo>(ask());
    const again = await ask();
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    assert.deepEqual(await dataOf<ImageInfo>(again), first);
  });
});
