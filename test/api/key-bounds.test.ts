import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createKey } from '../../src/actions/accounts/api-keys.ts';
import { findAccountByEmail } from '../../src/catalog/accounts/accounts.ts';
import { DEFAULT_PLANS } from '../../src/core/plans.ts';
import { assertRefused } from '../support/api.ts';
import { createFakeClock } from '../support/clock.ts';
import { accountOf, call, storageBeside } from '../support/requests.ts';
import { dataOf, newPerson, openBrowser, request } from '../support/sign-in.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

const HOUR_MS = 3_600_000;
const clock = createFakeClock();

interface IssuedKey {
  id: string;
  key: string;
  expires_at: string | null;
  scopes: string[];
}

let app: TestApp;
before(async () => {
  app = await startApp({ clock });
});
after(() => app[Symbol.asyncDispose]());

const inHours = (hours: number) => new Date(clock.now() + hours * HOUR_MS).toISOString();
const create = (token: string, body: object) =>
  request(app, 'POST', '/keys', { body: { name: 'made', ...body }, token });
const newKey = (token: string, body: object = {}) => dataOf<IssuedKey>(create(token, body));
const rotate = (token: string, id: string, body: object = {}) =>
  dataOf<IssuedKey>(request(app, 'POST', `/keys/${id}/rotate`, { body, token }));
const keysOf = async (token: string) =>
  (await dataOf<{ keys: IssuedKey[] }>(call(app, 'GET', '/keys', token))).keys.length;

describe('a key with an end', () => {
  it('creates no key that ends later, and by default one that ends with it', async () => {
    const { key } = await newPerson(app);
    const limited = await newKey(key, { expires_at: inHours(2) });
    for (const expires_at of [undefined, null]) {
      assert.equal((await newKey(limited.key, { expires_at })).expires_at, limited.expires_at);
    }
    const earlier = await newKey(limited.key, { expires_at: inHours(1) });
    assert.ok(String(earlier.expires_at) < String(limited.expires_at));
    const count = await keysOf(key);
    const error = await assertRefused(create(limited.key, { expires_at: inHours(3) }), 400, 'INVALID_PARAMETER');
    assert.deepEqual([error.param, error.details], ['expires_at', { max: limited.expires_at }]);
    assert.equal(await keysOf(key), count);
  });

  it('rotates into no key that ends later', async () => {
    const { key } = await newPerson(app);
    const limited = await newKey(key, { expires_at: inHours(2) });
    const endless = await newKey(key);
    const rotated = await rotate(limited.key, endless.id, { grace_hours: 1 });
    assert.equal(rotated.expires_at, limited.expires_at);
    assert.equal((await rotate(limited.key, limited.id)).expires_at, limited.expires_at);
  });

  it('limits no session', async () => {
    const { email, key } = await newPerson(app);
    const { token } = await openBrowser(app, email);
    assert.equal((await newKey(token)).expires_at, null);
    const limited = await newKey(key, { expires_at: inHours(2) });
    assert.equal((await rotate(token, limited.id)).expires_at, limited.expires_at);
  });
});

describe('a key', () => {
  it('neither changes nor revokes a key with more scopes than its own', async () => {
    const { email, key } = await newPerson(app);
    const manager = await newKey(key, { scopes: ['keys:manage', 'images:read'] });
    const strong = await newKey(key, { scopes: ['keys:manage', 'images:delete'] });
    const weak = await newKey(key, { scopes: ['images:read'] });
    const path = `/keys/${strong.id}`;
    const shrink = { body: { scopes: ['keys:manage'] }, token: manager.key };
    await assertRefused(request(app, 'PATCH', path, shrink), 403, 'INSUFFICIENT_SCOPE');
    await assertRefused(call(app, 'DELETE', path, manager.key), 403, 'INSUFFICIENT_SCOPE');
    await assertRefused(request(app, 'POST', `${path}/rotate`, { ...shrink, body: {} }), 403, 'INSUFFICIENT_SCOPE');
    assert.equal((await call(app, 'GET', '/keys', strong.key)).status, 200);
    assert.equal((await call(app, 'DELETE', `/keys/${weak.id}`, manager.key)).status, 200);
    assert.equal((await call(app, 'DELETE', `/keys/${manager.id}`, manager.key)).status, 200, 'its own');
    const { token } = await openBrowser(app, email);
    assert.equal((await call(app, 'DELETE', path, token)).status, 200, 'a session manages all keys');
  });

  it('creates none once it has ended, whatever the request has passed already', async () => {
    const { email, key } = await newPerson(app);
    const { id } = await newKey(key);
    const storage = await storageBeside(app);
    const accountId = (await findAccountByEmail(storage.db, email))?.id ?? assert.fail();
    const caller = { kind: 'account', plan: DEFAULT_PLANS.free, accountId, keyId: id, grants: ['*'] } as const;
    const make = () =>
      createKey(storage, { caller, from: null }, { name: 'late', grants: ['images:read'], expiresAt: null });
    assert.equal((await make()).name, 'late');
    await dataOf(call(app, 'DELETE', `/keys/${id}`, key));
    await assert.rejects(make(), { code: 'INVALID_API_KEY' });
    await storage.close();
  });

  it('of an administrator is out of reach of a key with all scopes', async () => {
    const { key } = await accountOf(app, { isAdmin: true });
    const { keys } = await dataOf<{ keys: IssuedKey[] }>(call(app, 'GET', '/keys', key));
    const plain = await newKey(key, { scopes: ['*'] });
    await assertRefused(call(app, 'DELETE', `/keys/${keys[0]?.id}`, plain.key), 403, 'INSUFFICIENT_SCOPE');
  });

  it('has an end that is a point in time', async () => {
    const { key } = await newPerson(app);
    for (const expires_at of ['2026-12-31T23:59:60Z', '9999-12-31T23:59:59-23:59', '2027-01-01t00:00:60z']) {
      const error = await assertRefused(create(key, { expires_at }), 400, 'INVALID_PARAMETER');
      assert.equal(error.param, 'expires_at', expires_at);
    }
    assert.equal(await keysOf(key), 1, 'nothing is stored');
    assert.equal((await newKey(key, { expires_at: '9999-12-31T23:59:59Z' })).expires_at, '9999-12-31T23:59:59Z');
  });
});
