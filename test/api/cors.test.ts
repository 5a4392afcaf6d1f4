import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { upload, uploaded } from '../support/api.ts';
import { accountOf, bearer, call, send, smallPng } from '../support/requests.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

const ORIGIN = { origin: 'https://example.com' };

let app: TestApp;
let key: string;
before(async () => {
  app = await startApp({ env: { IMGD_PLANS: '{"anonymous":{"requestsPerHour":1}}' } });
  ({ key } = await accountOf(app, {}));
});
after(() => app[Symbol.asyncDispose]());

const createAlbum = () => send(app, '/albums', { name: 'b' }, key, { ...ORIGIN, 'idempotency-key': '"b"' });
const listOf = (headers: Headers, name: string) => (headers.get(name) ?? '').split(', ');

describe('CORS', () => {
  it('allows requests from any page, without credentials of the browser', async () => {
    const preflight = { ...ORIGIN, 'access-control-request-method': 'POST' };
    const { status, headers } = await call(app, 'OPTIONS', '/upload', undefined, preflight);
    assert.ok(status < 300);
    assert.equal(headers.get('access-control-allow-origin'), '*');
    assert.equal(headers.get('access-control-allow-credentials'), null);
    assert.equal(headers.get('access-control-max-age'), '86400');
    assert.equal(headers.get('access-control-allow-methods'), 'GET, HEAD, POST, PATCH, DELETE, OPTIONS');
  });

  it('allows the request headers that the API reads, and those of widgets', async () => {
    const idempotent = { 'idempotency-key': '"cors"' };
    await send(app, '/albums', { name: 'cors' }, key, idempotent);
    const effects: Record<string, boolean> = {
      Authorization: (await call(app, 'GET', '/account', key)).status === 200,
      'Content-Type': (await send(app, '/albums', { name: 'a' }, key, { 'content-type': 'text/plain' })).status === 400,
      'Idempotency-Key': (await send(app, '/albums', { name: 'cors' }, key, idempotent)).status === 200,
      'X-API-Key': (await call(app, 'GET', '/account', undefined, { 'x-api-key': key })).status === 200,
      // Read where a challenge is on: test/api/challenge.
      'Challenge-Solution': true,
      'Cache-Control': true,
      'X-Requested-With': true,
      'X-Request-Id':
        (await call(app, 'GET', '/site', key, { 'x-request-id': 'a' })).headers.get('x-request-id') === 'a',
    };
    const preflight = { ...ORIGIN, 'access-control-request-method': 'POST' };
    const { headers } = await call(app, 'OPTIONS', '/albums', undefined, preflight);
    assert.deepEqual(listOf(headers, 'access-control-allow-headers').sort(), Object.keys(effects).sort());
    for (const [name, hasEffect] of Object.entries(effects)) assert.ok(hasEffect, name);
  });

  it('allows what a preflight wants to send, but for the token of this site', async () => {
    const wanted = 'content-type, x-file-name, x-csrf-token, not a name';
    const preflight = { ...ORIGIN, 'access-control-request-method': 'POST', 'access-control-request-headers': wanted };
    const { headers } = await call(app, 'OPTIONS', '/upload', undefined, preflight);
    const allowed = listOf(headers, 'access-control-allow-headers').map((name) => name.toLowerCase());
    assert.ok(allowed.includes('x-file-name'));
    assert.deepEqual([allowed.includes('x-csrf-token'), allowed.includes('not a name')], [false, false]);
    assert.equal(allowed.filter((name) => name === 'content-type').length, 1);
  });

  it('allows scripts to read images: preflights, and the headers of answers', async () => {
    const { links, id } = await uploaded(upload(app, await smallPng(3), {}, bearer(key)));
    for (const link of [links.direct, links.thumbnail, `/v/${id}/320.webp`]) {
      const url = new URL(link, app.url).pathname;
      const preflight = {
        ...ORIGIN,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'x-own',
      };
      const { status, headers } = await fetch(app.url + url, { method: 'OPTIONS', headers: preflight });
      assert.equal(status, 204, url);
      assert.equal(headers.get('access-control-allow-origin'), '*', url);
      assert.match(headers.get('access-control-allow-headers') ?? '', /^\*/, url);
      const answer = await fetch(app.url + url, { headers: { ...ORIGIN, range: 'bytes=0-9' } });
      assert.equal(answer.status, 206, url);
      const exposed = listOf(answer.headers, 'access-control-expose-headers');
      for (const name of ['Content-Range', 'ETag', 'Repr-Digest', 'Content-Disposition']) {
        assert.ok(exposed.includes(name) && answer.headers.has(name), `${url}: ${name}`);
      }
    }
  });

  it('exposes the response headers that the API sends, and no other', async () => {
    const { id } = await uploaded(upload(app, await smallPng(1), {}, bearer(key)));
    await upload(app, await smallPng(2), {}, bearer(key));
    const responses = [
      await call(app, 'GET', '/images?limit=1', key, ORIGIN),
      await call(app, 'GET', `/image/${id}`, key, ORIGIN),
      await call(app, 'GET', '/account', undefined, ORIGIN),
      await call(app, 'GET', '/plans', undefined, ORIGIN),
      await call(app, 'GET', '/plans', undefined, ORIGIN),
      await createAlbum(),
      await createAlbum(),
    ];
    assert.deepEqual(
      responses.map(({ status }) => status),
      [200, 200, 401, 200, 429, 200, 200],
    );
    const sent = new Set(responses.flatMap(({ headers }) => [...headers.keys()]));
    for (const { headers } of responses) {
      assert.equal(headers.get('access-control-allow-origin'), '*');
      const exposed = listOf(headers, 'access-control-expose-headers');
      assert.deepEqual(
        exposed.filter((name) => !sent.has(name.toLowerCase())),
        [],
      );
      for (const name of ['RateLimit', 'Retry-After', 'X-Request-Id', 'ETag', 'Link', 'Idempotent-Replayed']) {
        assert.ok(exposed.includes(name), name);
      }
    }
  });
});
