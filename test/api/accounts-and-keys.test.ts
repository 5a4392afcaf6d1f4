import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { assertRefused, json, register, type Uploaded, upload } from '../support/api.ts';
import { createFakeClock } from '../support/clock.ts';
import { bearer, call, send, smallPng } from '../support/requests.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

interface KeyView {
  id: string;
  name: string;
  prefix: string;
  last4: string;
  scopes: string[];
  created_at: string;
  last_used_at: string | null;
  expires_at: string | null;
}
type IssuedKey = KeyView & { key: string };
interface Registered {
  account: Record<string, string | null>;
  api_key: IssuedKey;
}

const HOUR_MS = 3_600_000;
const PASSWORD = 'correct horse battery';
const KEY_MEMBERS = ['id', 'name', 'prefix', 'last4', 'scopes', 'created_at', 'last_used_at', 'expires_at'];
const NO_KEY = `imgd_${'0'.repeat(38)}`;
const clock = createFakeClock();

let app: TestApp;
before(async () => {
  app = await startApp({ clock });
});
after(() => app[Symbol.asyncDispose]());

async function data<T>(answer: Promise<Response>): Promise<T> {
  const response = await answer;
  const body = await json<{ success: boolean; data: T; message: string }>(response);
  assert.equal(response.status, 200, JSON.stringify(body));
  assert.deepEqual(Object.keys(body), ['success', 'data', 'message']);
  return body.data;
}

const signUp = (body: unknown) => send(app, '/auth/register', body);
const newEmail = () => `${randomUUID()}@Example.com`;
const newKey = (token: string, body: Record<string, unknown> = {}) =>
  data<IssuedKey>(send(app, '/keys', { name: 'a key', ...body }, token));
const keysOf = async (token: string) => (await data<{ keys: KeyView[] }>(call(app, 'GET', '/keys', token))).keys;
const works = async (token: string) => (await call(app, 'GET', '/usage', token)).status === 200;

describe('POST /api/v1/auth/register', () => {
  it('creates a free account and shows its first key', async () => {
    const email = newEmail();
    const made = await data<Registered>(signUp({ email, password: PASSWORD, name: 'Ada' }));
    assert.deepEqual(Object.keys(made), ['account', 'api_key']);
    const members = ['id', 'email', 'name', 'plan', 'email_verified', 'waiting_for', 'created_at'];
    assert.deepEqual(Object.keys(made.account), members);
    assert.deepEqual([made.account.name, made.account.plan], ['Ada', 'free']);
    assert.equal(made.account.email, email.toLowerCase());
    const { key, id, prefix, last4, created_at, ...others } = made.api_key;
    assert.deepEqual(others, { name: 'default', scopes: ['*'], last_used_at: null, expires_at: null });
    assert.match(key, /^imgd_[0-9A-Za-z]{38}$/);
    assert.ok(key.startsWith(prefix) && key.endsWith(last4) && prefix.length + last4.length < 20);
    assert.ok(await works(key));
  });

  it('accepts an email address once, in upper or lower case', async () => {
    const email = newEmail();
    await data(signUp({ email, password: PASSWORD }));
    for (const again of [email, email.toUpperCase(), email.toLowerCase()]) {
      const error = await assertRefused(signUp({ email: again, password: PASSWORD }), 409, 'EMAIL_TAKEN');
      assert.equal(error.param, 'email');
    }
  });

  it('creates one account for ten parallel requests with one address', async () => {
    const email = newEmail();
    const answers = await Promise.all(Array.from({ length: 10 }, () => signUp({ email, password: PASSWORD })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(9).fill(409)]);
  });

  it('refuses an invalid email address and a password shorter than 8 or longer than 128 characters', async () => {
    const email = newEmail();
    const wrong: [unknown, string][] = [
      [{ email, password: 'seven77' }, 'password'],
      [{ email, password: 'x'.repeat(129) }, 'password'],
      [{ email, password: 12_345_678 }, 'password'],
      [{ email }, 'password'],
      [{ password: PASSWORD }, 'email'],
      [{ email: 'invalid', password: PASSWORD }, 'email'],
      [{ email: '', password: PASSWORD }, 'email'],
      [{ email: `${'x'.repeat(250)}@example.com`, password: PASSWORD }, 'email'],
      [{ email, password: PASSWORD, plan: 'enterprise' }, 'plan'],
      [{ email, password: PASSWORD, isAdmin: true }, 'isAdmin'],
    ];
    for (const [body, param] of wrong) {
      const error = await assertRefused(signUp(body), 400, 'INVALID_PARAMETER');
      assert.equal(error.param, param, JSON.stringify(body));
    }
    for (const password of ['eight-88', `${'x'.repeat(127)}y`]) await data(signUp({ email: newEmail(), password }));
  });

  it('refuses the eleventh attempt of one caller for one address, with Retry-After', async () => {
    const email = newEmail();
    for (let i = 0; i < 10; i++) assert.notEqual((await signUp({ email, password: PASSWORD })).status, 429);
    const answer = await signUp({ email: email.toUpperCase(), password: PASSWORD });
    const seconds = Number(answer.headers.get('retry-after'));
    assert.ok(seconds > 800 && seconds <= 900, String(seconds));
    assert.equal((await assertRefused(answer, 429, 'TOO_MANY_ATTEMPTS')).retry_after, seconds);
    await data(signUp({ email: newEmail(), password: PASSWORD }));
  });

  it('refuses every registration with IMGD_REGISTRATION=closed', async () => {
    await using closed = await startApp({ env: { IMGD_REGISTRATION: 'closed' } });
    const body = { email: newEmail(), password: PASSWORD };
    await assertRefused(send(closed, '/auth/register', body), 403, 'REGISTRATION_CLOSED');
  });
});

describe('/api/v1/keys', () => {
  it('lists keys without their secrets', async () => {
    const first = await register(app);
    const second = await newKey(first, { name: 'second', scopes: ['images:write'] });
    const answer = await call(app, 'GET', '/keys', first);
    const text = await answer.text();
    assert.ok(!text.includes(first) && !text.includes(second.key));
    const { keys } = (JSON.parse(text) as { data: { keys: KeyView[] } }).data;
    assert.deepEqual(keys.map(({ name }) => name).sort(), ['default', 'second']);
    for (const key of keys) assert.deepEqual(Object.keys(key), KEY_MEMBERS);
    const used = keys.find(({ name }) => name === 'default');
    assert.ok(used?.last_used_at != null, "the caller's key has been used");
    assert.equal(keys.find(({ name }) => name === 'second')?.last_used_at, null);
  });

  it('creates a key with the requested scopes and expiry', async () => {
    const token = await register(app);
    const expires_at = new Date(Math.floor(clock.now() / 1_000) * 1_000 + HOUR_MS).toISOString();
    const made = await newKey(token, { scopes: ['images:read', 'keys:manage'], expires_at });
    assert.deepEqual(made.scopes, ['images:read', 'keys:manage']);
    assert.equal(made.expires_at, expires_at.replace('.000Z', 'Z'));
    assert.ok(await works(made.key));
    clock.advance(HOUR_MS);
    await assertRefused(call(app, 'GET', '/usage', made.key), 401, 'INVALID_API_KEY');
    assert.deepEqual(
      (await keysOf(token)).map(({ name }) => name),
      ['default'],
    );
  });

  it('refuses keys without a name, with unknown scopes or with an expiry in the past', async () => {
    const token = await register(app);
    const wrong = [
      [{ scopes: ['*'] }, 'name'],
      [{ name: '' }, 'name'],
      [{ name: 'x'.repeat(101) }, 'name'],
      [{ name: 'a', scopes: [] }, 'scopes'],
      [{ name: 'a', scopes: ['images:destroy'] }, 'scopes.0'],
      [{ name: 'a', expires_at: 'tomorrow' }, 'expires_at'],
      [{ name: 'a', expires_at: new Date(clock.now() - 1_000).toISOString() }, 'expires_at'],
      [{ name: 'a', more: 1 }, 'more'],
    ] as const;
    for (const [body, param] of wrong) {
      const error = await assertRefused(send(app, '/keys', body, token), 400, 'INVALID_PARAMETER');
      assert.equal(error.param, param, JSON.stringify(body));
    }
  });

  it('replaces a key at once, or after grace_hours', async () => {
    const token = await register(app);
    const old = await newKey(token, { name: 'rolled', scopes: ['images:read'] });
    const next = await data<IssuedKey>(send(app, `/keys/${old.id}/rotate`, {}, token));
    assert.deepEqual([next.name, next.scopes], ['rolled', ['images:read']]);
    assert.notEqual(next.id, old.id);
    assert.ok(await works(next.key));
    await assertRefused(call(app, 'GET', '/usage', old.key), 401, 'INVALID_API_KEY');

    const last = await data<IssuedKey>(send(app, `/keys/${next.id}/rotate`, { grace_hours: 2 }, token));
    clock.advance(2 * HOUR_MS - 1_000);
    assert.deepEqual([await works(next.key), await works(last.key)], [true, true]);
    clock.advance(1_000);
    assert.deepEqual([await works(next.key), await works(last.key)], [false, true]);
    for (const grace_hours of [-1, 169, 1.5, '2']) {
      const answer = send(app, `/keys/${last.id}/rotate`, { grace_hours }, token);
      assert.equal((await assertRefused(answer, 400, 'INVALID_PARAMETER')).param, 'grace_hours');
    }
    assert.equal((await call(app, 'POST', `/keys/${last.id}/rotate`, token)).status, 200, 'the body is optional');
  });

  it('refuses a revoked key on the very next request', async () => {
    const token = await register(app);
    for (let round = 0; round < 20; round++) {
      const { id, key } = await newKey(token);
      assert.ok(await works(key));
      assert.deepEqual(await data(call(app, 'DELETE', `/keys/${id}`, token)), { id, revoked: true });
      await assertRefused(call(app, 'GET', '/usage', key), 401, 'INVALID_API_KEY');
      await assertRefused(call(app, 'DELETE', `/keys/${id}`, token), 404, 'KEY_NOT_FOUND');
    }
  });

  it("answers 404 KEY_NOT_FOUND to another account's key as to an unknown one", async () => {
    const theirs = await newKey(await register(app));
    const token = await register(app);
    // A proxy would refuse some of these itself.
    const node = { url: app.nodeUrl };
    for (const id of [theirs.id, 'key_missing', "'", '%00']) {
      await assertRefused(call(node, 'DELETE', `/keys/${id}`, token), 404, 'KEY_NOT_FOUND');
      await assertRefused(send(node, `/keys/${id}/rotate`, {}, token), 404, 'KEY_NOT_FOUND');
    }
    assert.ok(await works(theirs.key));
  });

  it('allows at most 25 keys, also for parallel requests', async () => {
    const token = await register(app);
    const answers = await Promise.all(Array.from({ length: 30 }, () => send(app, '/keys', { name: 'many' }, token)));
    const refused = answers.filter(({ status }) => status !== 200);
    assert.equal(refused.length, 6);
    const error = await assertRefused(refused[0] as Response, 400, 'INVALID_PARAMETER');
    assert.equal(error.details?.max_keys, 25);
    const keys = await keysOf(token);
    assert.equal(keys.length, 25);
    const other = keys.find(({ name }) => name === 'many')?.id;
    const replace = (grace_hours: number) => send(app, `/keys/${other}/rotate`, { grace_hours }, token);
    await assertRefused(replace(1), 400, 'INVALID_PARAMETER');
    assert.equal((await replace(0)).status, 200, 'the old key frees its slot');
    assert.equal((await keysOf(token)).length, 25);
  });
});

describe('scopes of a key', () => {
  const png = smallPng();
  const uses: Record<string, (token: string) => Promise<Response>> = {
    'images:write': async (token) => upload(app, await png, {}, bearer(token)),
    'images:delete': async (token) => {
      const owner = await newKeyBeside(token);
      const image = await json<{ data: Uploaded }>(await upload(app, await png, {}, bearer(owner)));
      return call(app, 'DELETE', `/image/${image.data.id}`, token);
    },
    'keys:manage': (token) => call(app, 'GET', '/keys', token),
  };
  const owners = new Map<string, string>();
  async function newKeyBeside(token: string): Promise<string> {
    return owners.get(token) ?? assert.fail('unknown owner of the key');
  }

  for (const [scope, use] of Object.entries(uses)) {
    it(`${scope} is required, and the challenge names it`, async () => {
      const owner = await register(app);
      const others = Object.keys(uses).filter((other) => other !== scope);
      const without = await newKey(owner, { scopes: others });
      const just = await newKey(owner, { scopes: [scope] });
      for (const { key } of [without, just]) owners.set(key, owner);
      assert.equal((await use(just.key)).status, 200);
      const answer = await use(without.key);
      assert.equal(
        answer.headers.get('www-authenticate'),
        `Bearer realm="images", error="insufficient_scope", scope="${scope}"`,
      );
      await assertRefused(answer, 403, 'INSUFFICIENT_SCOPE');
    });
  }

  it('a key cannot create or rotate a key with more scopes', async () => {
    const owner = await register(app);
    const manager = await newKey(owner, { scopes: ['keys:manage', 'images:read'] });
    for (const scopes of [['*'], ['images:write'], ['admin'], undefined]) {
      await assertRefused(send(app, '/keys', { name: 'more', scopes }, manager.key), 403, 'INSUFFICIENT_SCOPE');
    }
    const [first] = (await keysOf(owner)).filter(({ name }) => name === 'default');
    await assertRefused(send(app, `/keys/${first?.id}/rotate`, {}, manager.key), 403, 'INSUFFICIENT_SCOPE');
    await assertRefused(send(app, '/keys', { name: 'admin', scopes: ['admin'] }, owner), 403, 'INSUFFICIENT_SCOPE');
    assert.deepEqual((await newKey(manager.key, { scopes: ['images:read'] })).scopes, ['images:read']);
    assert.ok(await works(owner));
  });

  it('a missing key gets 401 with a challenge, a wrong one a challenge with invalid_token', async () => {
    const missing = await call(app, 'GET', '/keys');
    assert.equal(missing.headers.get('www-authenticate'), 'Bearer realm="images"');
    await assertRefused(missing, 401, 'MISSING_API_KEY');
    const token = await register(app);
    const basic = `Basic ${Buffer.from(`a:${token}`).toString('base64')}`;
    for (const authorization of [basic, `Token ${token}`, token]) {
      const answer = await fetch(`${app.url}/api/v1/usage`, { headers: { authorization } });
      assert.equal(answer.headers.get('www-authenticate'), 'Bearer realm="images"', 'another scheme has no error');
      await assertRefused(answer, 401, 'INVALID_API_KEY');
    }
    const wrong = ['Bearer', 'Bearer ', `Bearer ${token} x`, `Bearer ${NO_KEY}`];
    for (const authorization of wrong) {
      const answer = await fetch(`${app.url}/api/v1/usage`, { headers: { authorization } });
      assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer realm="images", error="invalid_token"/);
      await assertRefused(answer, 401, 'INVALID_API_KEY');
    }
    const lower = await fetch(`${app.url}/api/v1/usage`, { headers: { authorization: `bEARER ${token}` } });
    assert.equal(lower.status, 200, 'the scheme is case-insensitive');
  });
});
