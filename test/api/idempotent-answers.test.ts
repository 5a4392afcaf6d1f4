import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { assertRefused, register, upload, uploaded } from '../support/api.ts';
import { bearer, send, smallPng } from '../support/requests.ts';
import { cookieOf, login, newPerson, PASSWORD } from '../support/sign-in.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

const MAX_TRIES = 30;
const REPLAYED = 'idempotent-replayed';

// The service limits attempts by address. Each test uses another one.
let app: TestApp;
before(async () => {
  app = await startApp({ env: { IMGD_TRUST_PROXY: '127.0.0.1' } });
});
after(() => app[Symbol.asyncDispose]());

const once = (address: string) => ({ 'x-forwarded-for': address, 'idempotency-key': `"${randomUUID()}"` });

/** Sends a request until it is refused. @returns the answers before the refusal */
async function untilRefused(ask: () => Promise<Response>): Promise<Response[]> {
  const answers: Response[] = [];
  for (let i = 0; i < MAX_TRIES; i++) {
    const answer = await ask();
    if (answer.status === 429) {
      await assertRefused(answer, 429, 'TOO_MANY_ATTEMPTS');
      return answers;
    }
    answers.push(answer);
  }
  assert.fail(`${MAX_TRIES} requests were answered`);
}

describe('a request that repeats an earlier one by its Idempotency-Key', () => {
  it('counts as an attempt where attempts are limited', async () => {
    const { id } = await uploaded(upload(app, await smallPng(1)));
    const headers = once('198.51.100.1');
    const report = () => send(app, `/image/${id}/report`, { reason: 'copyright' }, undefined, headers);
    const [first, ...again] = await untilRefused(report);
    assert.deepEqual([first?.status, first?.headers.get(REPLAYED)], [200, null]);
    assert.ok(again.length > 0);
    for (const { status, headers } of again) assert.deepEqual([status, headers.get(REPLAYED)], [200, 'true']);
  });

  it('signs a browser in again', async () => {
    const { email } = await newPerson(app);
    const headers = { ...once('198.51.100.2'), origin: app.url };
    const [first, again] = [await login(app, email, PASSWORD, headers), await login(app, email, PASSWORD, headers)];
    assert.equal(again.headers.get(REPLAYED), 'true');
    assert.ok(cookieOf(first));
    assert.deepEqual(cookieOf(again), cookieOf(first));
  });

  it('is refused after too many wrong passwords', async () => {
    const { email } = await newPerson(app);
    const headers = once('198.51.100.3');
    assert.equal((await login(app, email, PASSWORD, headers)).status, 200);
    const { 'idempotency-key': _key, ...unkeyed } = headers;
    const wrong = await untilRefused(() => login(app, email, 'a wrong password', unkeyed));
    assert.deepEqual([...new Set(wrong.map(({ status }) => status))], [401]);
    await assertRefused(login(app, email, PASSWORD, headers), 429, 'TOO_MANY_ATTEMPTS');
  });

  it('gets the JSON of a stored refusal, as the first one did, whatever form of errors it prefers', async () => {
    const headers = { ...once('198.51.100.4'), ...bearer(await register(app)), accept: 'application/problem+json' };
    const create = () => send(app, '/albums', { name: ' ' }, undefined, headers);
    const [first, again] = [await create(), await create()];
    assert.deepEqual([first.headers.get(REPLAYED), again.headers.get(REPLAYED)], [null, 'true']);
    for (const one of [first, again]) {
      assert.deepEqual([one.status, one.headers.get('content-type')], [400, 'application/json; charset=utf-8']);
    }
    assert.equal(await again.text(), await first.text());
  });

  it('gets the text of a stored refusal', async () => {
    const headers = { ...once('198.51.100.5'), accept: 'text/plain' };
    const bytes = await smallPng(2);
    const send = () => upload(app, bytes.subarray(0, bytes.length - 20), {}, headers);
    const [first, again] = [await send(), await send()];
    assert.deepEqual([first.headers.get(REPLAYED), again.headers.get(REPLAYED)], [null, 'true']);
    for (const one of [first, again]) {
      assert.deepEqual([one.status, one.headers.get('content-type')], [400, 'text/plain; charset=utf-8']);
    }
    const text = await first.text();
    assert.match(text, /^[^\n{]+\n$/);
    assert.equal(await again.text(), text);
  });

  it('is checked anew where a check before the effect refused it', async () => {
    const headers = once('198.51.100.6');
    const body = { ticket: 'x', code: '123456', recovery_code: 'a' };
    const prove = () => send(app, '/auth/second-factor', body, undefined, headers);
    for (const answer of [await prove(), await prove()]) {
      assert.equal(answer.headers.get(REPLAYED), null);
      await assertRefused(answer, 400, 'INVALID_PARAMETER');
    }
  });
});
