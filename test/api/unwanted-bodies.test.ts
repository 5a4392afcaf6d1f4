import assert from 'node:assert/strict';
import { Agent, request as send } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { assertRefused, json, MULTIPART, register, upload, uploaded } from '../support/api.ts';
import { bearer, call, smallPng } from '../support/requests.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

let app: TestApp;
let key: Record<string, string>;
before(async () => {
  app = await startApp();
  key = bearer(await register(app));
});
after(() => app[Symbol.asyncDispose]());

const TYPES = ['application/json', 'text/plain', MULTIPART, 'application/x-www-form-urlencoded', 'no type', ''];

describe('a body that the endpoint does not want', () => {
  for (const type of TYPES) {
    it(`is ignored by DELETE, with the type "${type}" and without`, async () => {
      for (const body of ['', '{', '{"a":1}', 'x'.repeat(100_000)]) {
        const { id } = await uploaded(upload(app, await smallPng(), {}, key));
        const response = await fetch(`${app.url}/api/v1/image/${id}`, {
          method: 'DELETE',
          headers: { ...key, 'content-type': type },
          ...(body !== '' && { body }),
        });
        const answer = await json<{ data: { deleted: boolean } }>(response);
        assert.deepEqual([response.status, answer.data?.deleted], [200, true], JSON.stringify(answer));
      }
    });
  }

  it('is ignored by POST endpoints too', async () => {
    const headers = { ...key, 'content-type': 'application/json' };
    // Signing out needs a session: the answer shows that the handler ran.
    const answer = fetch(`${app.url}/api/v1/auth/logout`, { method: 'POST', headers, body: '{' });
    await assertRefused(answer, 403, 'FORBIDDEN');
  });

  it('of more than 1 MiB is REQUEST_TOO_LARGE', async () => {
    const answer = fetch(`${app.url}/api/v1/image/AAAAAAAAAAAA`, {
      method: 'DELETE',
      headers: key,
      body: 'x'.repeat(2 ** 20 + 1),
    });
    const error = await assertRefused(answer, 413, 'REQUEST_TOO_LARGE');
    assert.deepEqual(error.details, { limit_bytes: 2 ** 20 });
  });

  it('of a GET leaves the connection usable', { timeout: 20_000 }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const { hostname, port } = new URL(app.nodeUrl);
    const get = (body: string) =>
      new Promise<{ status: number | undefined; reused: boolean }>((resolve, reject) => {
        const headers = { 'content-length': body.length };
        const request = send({ agent, hostname, port, path: '/api/v1/usage', headers }, (response) => {
          response.resume().on('end', () => resolve({ status: response.statusCode, reused: request.reusedSocket }));
        });
        request.on('error', reject).end(body);
      });
    assert.equal((await get('x'.repeat(500_000))).status, 200);
    assert.deepEqual(await get(''), { status: 200, reused: true });
    agent.destroy();
  });
});

describe('an optional body', () => {
  it('may be absent although the request has a type', async () => {
    const { data } = await json<{ data: { keys: { id: string }[] } }>(
      await call(app, 'GET', '/keys', key.authorization?.slice(7)),
    );
    const response = await fetch(`${app.url}/api/v1/keys/${data.keys[0]?.id}/rotate`, {
      method: 'POST',
      headers: { ...key, 'content-type': 'application/json' },
    });
    const rotated = await json<{ data: { key: string } }>(response);
    assert.equal(response.status, 200, JSON.stringify(rotated));
    key = bearer(rotated.data.key);
  });
});

describe('a body that the endpoint wants', () => {
  it('is INVALID_CONTENT_TYPE as a multipart form where the endpoint wants JSON', async () => {
    const body = new FormData();
    body.append('name', 'Cats');
    const answer = fetch(`${app.url}/api/v1/albums`, { method: 'POST', headers: key, body });
    await assertRefused(answer, 400, 'INVALID_CONTENT_TYPE');
  });

  it('with Content-Encoding is UNSUPPORTED_CONTENT_ENCODING, on JSON and uploads', async () => {
    for (const [path, type] of [
      ['/albums', 'application/json'],
      ['/upload', MULTIPART],
      ['/upload/bulk', MULTIPART],
    ] as const) {
      const headers = { ...key, 'content-type': type, 'content-encoding': 'gzip' };
      const answer = fetch(`${app.url}/api/v1${path}`, { method: 'POST', headers, body: 'x' });
      const error = await assertRefused(answer, 415, 'UNSUPPORTED_CONTENT_ENCODING');
      assert.deepEqual(error.details, { accepted: ['identity'] });
    }
    const headers = { ...key, 'content-type': 'application/json', 'content-encoding': 'identity' };
    const response = await fetch(`${app.url}/api/v1/albums`, { method: 'POST', headers, body: '{"name":"Cats"}' });
    assert.equal(response.status, 200);
  });
});
