import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertRefused, upload, uploaded } from '../support/api.ts';
import { createFakeClock } from '../support/clock.ts';
import { bearer, call, patch, smallPng, storageBeside } from '../support/requests.ts';
import { dataOf, login, newPerson, openBrowser, PASSWORD, request, type SignedIn } from '../support/sign-in.ts';
import { startApp, type TestApp } from '../support/start-app.ts';
import { until } from '../support/until.ts';

const DAY_MS = 86_400_000;
/** Each node counts for itself and writes its figures every ten seconds. */
const IS_DISTRIBUTED = process.env.TEST_ENGINE !== undefined;
const clock = createFakeClock();

interface Day {
  day: string;
  uploads: number;
  bytes: number;
  requests: number;
}

interface SessionInfo {
  id: string;
  network: string | null;
  current: boolean;
}

let app: TestApp;
before(async () => {
  app = await startApp({ clock, env: { IMGD_TRUST_PROXY: '127.0.0.1', IMGD_MAX_EXPIRY_HOURS: '100' } });
});
after(() => app[Symbol.asyncDispose]());

const usageOf = async (token: string, query = '') =>
  (await dataOf<{ days: Day[] }>(call(app, 'GET', `/account/usage${query}`, token))).days;
const sum = (days: readonly Day[]) => days.reduce((bytes, day) => bytes + day.bytes, 0);
const keyWith = async (token: string, scopes: string[]) => {
  const body = { name: 'narrow', scopes };
  return (await dataOf<{ key: string }>(request(app, 'POST', '/keys', { body, token }))).key;
};

describe('GET /api/v1/account/usage', () => {
  it('counts uploads, bytes and requests of each day, oldest first', async () => {
    const { key } = await newPerson(app);
    const first = await uploaded(upload(app, await smallPng(1), {}, bearer(key)));
    await uploaded(upload(app, await smallPng(2)));
    clock.advance(DAY_MS);
    const second = await uploaded(upload(app, await smallPng(3), {}, bearer(key)));
    const third = await uploaded(upload(app, await smallPng(4), {}, bearer(key)));
    const total = first.size + second.size + third.size;
    if (IS_DISTRIBUTED) await until(async () => sum(await usageOf(key)) === total);
    const days = await usageOf(key);
    assert.equal(days.length, 30);
    const today = new Date(clock.now()).toISOString().slice(0, 10);
    assert.deepEqual(
      days.slice(-2).map(({ day, uploads, bytes }) => [day, uploads, bytes]),
      [
        [new Date(clock.now() - DAY_MS).toISOString().slice(0, 10), 1, first.size],
        [today, 2, second.size + third.size],
      ],
    );
    if (IS_DISTRIBUTED) return;
    // The request itself is counted when it has been answered.
    assert.deepEqual(
      days.slice(-2).map((day) => day.requests),
      [1, 2],
    );
    assert.equal((await usageOf(key)).at(-1)?.requests, 3);
    assert.deepEqual(
      days.slice(0, -2).filter(({ uploads, requests }) => uploads + requests > 0),
      [],
    );
  });

  it('takes the number of days, and refuses others than 1 to 366', async () => {
    const { key } = await newPerson(app);
    assert.equal((await usageOf(key, '?days=7')).length, 7);
    assert.equal((await usageOf(key, '?days=366')).length, 366);
    for (const days of ['0', '367', '-1', '1.5', 'x']) {
      await assertRefused(call(app, 'GET', `/account/usage?days=${days}`, key), 400, 'INVALID_PARAMETER');
    }
    await assertRefused(call(app, 'GET', '/account/usage'), 401, 'MISSING_API_KEY');
    const narrow = await keyWith(key, ['images:write']);
    await assertRefused(call(app, 'GET', '/account/usage', narrow), 403, 'INSUFFICIENT_SCOPE');
  });

  it('deletes the figures with the account', async () => {
    const { key, id } = await newPerson(app);
    await uploaded(upload(app, await smallPng(5), {}, bearer(key)));
    await usageOf(key);
    const rows = async () => {
      const storage = await storageBeside(app);
      const found = await storage.db
        .selectFrom('account_days')
        .select('uploads')
        .where('account_id', '=', id)
        .execute();
      await storage.close();
      return found.length;
    };
    if (IS_DISTRIBUTED) await until(async () => (await rows()) === 1);
    assert.equal(await rows(), 1);
    await dataOf(request(app, 'DELETE', '/account', { token: key, body: { password: PASSWORD } }));
    // Writes what was counted until now, also of the deleted account.
    await usageOf((await newPerson(app)).key);
    assert.equal(await rows(), 0);
  });
});

describe('GET and PATCH /api/v1/account/preferences', () => {
  const NONE = { link_format: null, copy_after_upload: null, album: null, expiry: null, language: null, theme: null };

  it('keeps the given members and leaves the others', async () => {
    const { key } = await newPerson(app);
    assert.deepEqual(await dataOf(call(app, 'GET', '/account/preferences', key)), NONE);
    const first = { link_format: 'markdown', copy_after_upload: true, album: '  Screens\u202e ', expiry: 24 };
    const stored = { ...NONE, ...first, album: 'Screens' };
    assert.deepEqual(await dataOf(patch(app, '/account/preferences', first, key)), stored);
    const second = { language: 'ar', theme: 'dark', expiry: 0, link_format: null };
    const both = { ...stored, ...second };
    assert.deepEqual(await dataOf(patch(app, '/account/preferences', second, key)), both);
    assert.deepEqual(await dataOf(call(app, 'GET', '/account/preferences', key)), both);
    assert.deepEqual(await dataOf(patch(app, '/account/preferences', { album: '   ' }, key)), { ...both, album: null });
    assert.deepEqual(await dataOf(patch(app, '/account/preferences', {}, key)), { ...both, album: null });
  });

  it('refuses values that the application could not use', async () => {
    const { key } = await newPerson(app);
    for (const body of [
      { theme: 'pink' },
      { language: 'no tag' },
      { link_format: 'gopher' },
      { expiry: -1 },
      { expiry: 1.5 },
      { copy_after_upload: 'yes' },
      { unknown: 1 },
      [],
    ]) {
      await assertRefused(patch(app, '/account/preferences', body, key), 400, 'INVALID_PARAMETER');
    }
    await assertRefused(patch(app, '/account/preferences', { album: 'x'.repeat(300) }, key), 400, 'INVALID_ALBUM');
    await assertRefused(patch(app, '/account/preferences', { expiry: 101 }, key), 400, 'INVALID_EXPIRY');
    const reader = await keyWith(key, ['account:read']);
    await assertRefused(patch(app, '/account/preferences', {}, reader), 403, 'INSUFFICIENT_SCOPE');
  });

  it('keeps changes that come at the same time', async () => {
    const { key } = await newPerson(app);
    const changes = [{ theme: 'dark' }, { language: 'de' }, { expiry: 1 }, { album: 'A' }, { copy_after_upload: true }];
    await Promise.all(changes.map((body) => dataOf(patch(app, '/account/preferences', body, key))));
    const kept = await dataOf(call(app, 'GET', '/account/preferences', key));
    assert.deepEqual(kept, { ...NONE, ...Object.assign({}, ...changes) });
  });
});

describe('sessions', () => {
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const sessionsOf = async (token: string, headers = {}) =>
    (await dataOf<{ sessions: SessionInfo[] }>(call(app, 'GET', '/auth/sessions', token, headers))).sessions;

  it('show the network of the last use, shortened, and no address', async () => {
    const { email } = await newPerson(app);
    const { session } = await dataOf<SignedIn>(login(app, email, PASSWORD, from('203.0.113.77')));
    assert.deepEqual(
      (await sessionsOf(session.token, from('203.0.113.78'))).map(({ network }) => network),
      ['203.0.113.0/24'],
    );
    clock.advance(5 * 60_000);
    await sessionsOf(session.token, from('2001:db8:1:2:3:4:5:6'));
    assert.deepEqual(
      (await sessionsOf(session.token)).map(({ network }) => network),
      ['2001:db8:1::/48'],
    );
    const storage = await storageBeside(app);
    const rows = JSON.stringify(await storage.db.selectFrom('sessions').selectAll().execute());
    await storage.close();
    assert.doesNotMatch(rows, /203\.0\.113\.7[78]|2001:db8:1:2/);
  });

  it('end all together by DELETE /api/v1/auth/sessions, but for the one of the request', async () => {
    const { email, key } = await newPerson(app);
    const browser = await openBrowser(app, email);
    const others = [await openBrowser(app, email), await openBrowser(app, email)];
    await assertRefused(call(app, 'DELETE', '/auth/sessions', undefined, { cookie: browser.cookie }), 403, 'FORBIDDEN');
    const ended = await dataOf(call(app, 'DELETE', '/auth/sessions', undefined, browser.own));
    assert.deepEqual(ended, { sessions_ended: 2 });
    for (const { token } of others) await assertRefused(call(app, 'GET', '/account', token), 401, 'INVALID_API_KEY');
    assert.deepEqual(
      (await sessionsOf(browser.token)).map(({ current }) => current),
      [true],
    );
    assert.deepEqual(await dataOf(call(app, 'DELETE', '/auth/sessions', key)), { sessions_ended: 1 });
    const reader = await keyWith(key, ['account:read']);
    await assertRefused(call(app, 'DELETE', '/auth/sessions', reader), 403, 'INSUFFICIENT_SCOPE');
  });
});
