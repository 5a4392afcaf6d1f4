import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as httpRequest, type ServerResponse } from 'node:http';
import { test } from 'node:test';
import { assertRefused, MULTIPART, upload, uploaded } from '../support/api.ts';
import { bulk, call, smallPng } from '../support/requests.ts';
import { startApp, type TestApp } from '../support/start-app.ts';
import { until } from '../support/until.ts';
import { answering, startValidator } from '../support/validator.ts';

const skip = process.env.TEST_ENGINE !== undefined && 'engine: the upload slots of one process';

/** A service with two upload slots, both occupied by uploads that wait for the validator. */
async function fullService() {
  await using undo = new AsyncDisposableStack();
  const validator = undo.use(await startValidator());
  const app = undo.use(
    await startApp({
      env: {
        IMGD_UPLOADS_AT_ONCE: '2',
        IMGD_DECODER_PROCESSES: '1',
        IMGD_VALIDATOR_URL: validator.url,
        IMGD_VALIDATOR_TIMEOUT_MS: '60000',
        IMGD_TRUST_PROXY: '127.0.0.1,::1',
      },
    }),
  );
  const stored = await uploaded(upload(app, await smallPng(900)));
  const held: ServerResponse[] = [];
  validator.answer = (response) => held.push(response);
  const uploads = [upload(app, await smallPng(901)), upload(app, await smallPng(902))];
  await until(() => held.length === 2);
  const all = undo.move();
  return {
    app,
    stored,
    uploads,
    held,
    release() {
      validator.answer = answering({ decision: 'accept' });
      for (const response of held) validator.answer(response, undefined as never);
    },
    [Symbol.asyncDispose]: () => all[Symbol.asyncDispose](),
  };
}

/** Sends the head of an upload without a body. @returns status and Retry-After of the response */
async function announce(app: TestApp): Promise<[status: number | undefined, retryAfter: string | undefined]> {
  const headers = { 'content-type': MULTIPART, 'content-length': '1000000' };
  const request = httpRequest(`${app.url}/api/v1/upload`, { method: 'POST', headers });
  request.on('error', () => {});
  request.flushHeaders();
  const [response] = await once(request, 'response');
  request.destroy();
  return [response.statusCode, response.headers['retry-after']];
}

test('with all upload slots in use, further uploads get 503 with Retry-After before their body is read', {
  skip,
}, async () => {
  await using full = await fullService();
  const { app, uploads } = full;
  assert.deepEqual(await announce(app), [503, '2']);
  const error = await assertRefused(upload(app, await smallPng(903)), 503, 'SERVICE_UNAVAILABLE');
  assert.equal(error.retry_after, 2);
  await assertRefused(bulk(app, [['a.png', await smallPng(904)]]), 503, 'SERVICE_UNAVAILABLE');
  full.release();
  // The accepted uploads succeed and free their slots.
  for (const answer of await Promise.all(uploads)) await uploaded(answer);
  await uploaded(upload(app, await smallPng(905)));
});

test('an address that holds all upload slots does not keep another one out', { skip }, async () => {
  await using full = await fullService();
  const { app, held, uploads } = full;
  const other = { 'x-forwarded-for': '198.51.100.7' };
  await assertRefused(upload(app, await smallPng(908)), 503, 'SERVICE_UNAVAILABLE');
  const accepted = upload(app, await smallPng(909), {}, other);
  await until(() => held.length === 3);
  await assertRefused(upload(app, await smallPng(910), {}, other), 503, 'SERVICE_UNAVAILABLE');
  full.release();
  for (const answer of await Promise.all([...uploads, accepted])) await uploaded(answer);
});

test('other requests continue during the overload, and refused uploads do not count against the limit', {
  skip,
}, async () => {
  await using full = await fullService();
  const { app, stored } = full;
  for (const link of [stored.links.direct, stored.links.thumbnail, stored.links.view_page]) {
    assert.equal((await fetch(`${app.url}${new URL(link).pathname}`)).status, 200);
  }
  assert.equal((await call(app, 'GET', `/image/${stored.id}`)).status, 200);
  const before = (await call(app, 'GET', `/image/${stored.id}`)).headers.get('x-ratelimit-used');
  for (let i = 0; i < 3; i++) assert.equal((await upload(app, await smallPng(906))).status, 503);
  const after = (await call(app, 'GET', `/image/${stored.id}`)).headers.get('x-ratelimit-used');
  assert.equal(Number(after) - Number(before), 1, 'only the request for the image info counts');
  assert.equal((await call(app, 'DELETE', `/image/${stored.id}`, stored.delete_token)).status, 200);
  full.release();
});

test('slow senders do not occupy all upload slots', { skip }, async () => {
  await using app = await startApp({ env: { IMGD_UPLOADS_AT_ONCE: '2' } });
  const headers = { 'content-type': MULTIPART, 'content-length': '1000000' };
  const slow = [1, 2].map(() => httpRequest(`${app.url}/api/v1/upload`, { method: 'POST', headers }));
  for (const request of slow) {
    request.on('error', () => {});
    request.flushHeaders();
  }
  await until(async () => (await upload(app, await smallPng(907))).status === 503);
  await until(async () => (await upload(app, await smallPng(907))).status === 200);
  for (const request of slow) request.destroy();
});
