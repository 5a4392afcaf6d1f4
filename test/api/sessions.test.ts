import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { assertRefused } from '../support/api.ts';
import { createFakeClock } from '../support/clock.ts';
import { accountOf, bearer, call, storageBeside } from '../support/requests.ts';
import {
  cookieOf,
  dataOf,
  login,
  newPerson,
  openBrowser,
  PASSWORD,
  request,
  type SignedIn,
} from '../support/sign-in.ts';
import { startApp, type TestApp } from '../support/start-app.ts';
import { until } from '../support/until.ts';

const DAY_MS = 86_400_000;
const clock = createFakeClock();

interface SessionInfo {
  id: string;
  user_agent: string | null;
  last_used_at: string;
  expires_at: string;
  current: boolean;
}

let app: TestApp;
before(async () => {
  app = await startApp({ clock });
});
after(() => app[Symbol.asyncDispose]());

const sessionsOf = async (token: string) =>
  (await dataOf<{ sessions: SessionInfo[] }>(call(app, 'GET', '/auth/sessions', token))).sessions;

async function suspend(email: string, suspended_at: number | null): Promise<void> {
  const storage = await storageBeside(app);
  await storage.db.updateTable('accounts').set({ suspended_at }).where('email', '=', email).execute();
  await storage.close();
}

describe('POST /api/v1/auth/login', () => {
  it('opens a session whose token is a bearer credential', async () => {
    const person = await newPerson(app);
    const made = await dataOf<SignedIn>(login(app, person.email.toUpperCase()));
    assert.deepEqual(Object.keys(made), ['account', 'session', 'csrf_token']);
    const names = [
      'id',
      'email',
      'email_verified',
      'pending_email',
      'name',
      'plan',
      'admin',
      'has_password',
      'waiting_for',
      'created_at',
    ];
    assert.deepEqual(Object.keys(made.account), names);
    assert.deepEqual([made.account.id, made.account.email], [person.id, person.email]);
    assert.match(made.session.token, /^imgds_[0-9A-Za-z]{38}$/);
    assert.ok(Math.abs(Date.parse(made.session.expires_at) - clock.now() - 30 * DAY_MS) < 1_000);
    const usage = await dataOf<{ authenticated: boolean; plan: string }>(
      call(app, 'GET', '/usage', made.session.token),
    );
    assert.deepEqual([usage.authenticated, usage.plan], [true, 'free']);
    assert.equal((await call(app, 'GET', '/keys', made.session.token)).status, 200);
  });

  it('sets an HttpOnly cookie, with the __Host- prefix on https', async () => {
    const { email } = await newPerson(app);
    const plain = cookieOf(await login(app, email));
    assert.match(plain?.pair ?? '', /^imgd_session=imgds_/);
    const { attributes = [] } = plain ?? {};
    for (const wanted of ['Path=/', 'HttpOnly', 'SameSite=Lax']) assert.ok(attributes.includes(wanted), wanted);
    assert.ok(!attributes.includes('Secure') && !attributes.some((one) => one.startsWith('Domain')));

    await using secure = await startApp({ env: { IMGD_BASE_URL: 'https://images.example' } });
    const person = await newPerson(secure);
    const cookie = cookieOf(await login(secure, person.email));
    assert.match(cookie?.pair ?? '', /^__Host-imgd_session=imgds_/);
    assert.ok(cookie?.attributes.includes('Secure'));
  });

  it('ends the previous session of the browser', async () => {
    const { email } = await newPerson(app);
    const before = await openBrowser(app, email);
    assert.equal((await login(app, email, 'wrong password', { cookie: before.cookie })).status, 401);
    assert.equal((await call(app, 'GET', '/account', before.token)).status, 200, 'a failed attempt does not end it');
    const next = await dataOf<SignedIn>(login(app, email, PASSWORD, { cookie: before.cookie }));
    await assertRefused(call(app, 'GET', '/account', before.token), 401, 'INVALID_API_KEY');
    assert.equal((await sessionsOf(next.session.token)).length, 1);
  });

  it('gives the same response to a wrong password and an unknown address', async () => {
    const { email } = await newPerson(app);
    const wrong = await assertRefused(login(app, email, 'wrong password'), 401, 'INVALID_CREDENTIALS');
    const unknown = await assertRefused(login(app, `${randomUUID()}@example.com`), 401, 'INVALID_CREDENTIALS');
    assert.deepEqual({ ...wrong, request_id: '' }, { ...unknown, request_id: '' });
    const { email: keyOnly } = await accountOf(app, {});
    await assertRefused(login(app, keyOnly), 401, 'INVALID_CREDENTIALS');
  });

  it('refuses the eleventh attempt for one address from one caller', async () => {
    const { email } = await newPerson(app);
    for (let i = 0; i < 10; i++) await assertRefused(login(app, email, 'wrong'), 401, 'INVALID_CREDENTIALS');
    const answer = await login(app, email);
    assert.ok(Number(answer.headers.get('retry-after')) > 800);
    await assertRefused(answer, 429, 'TOO_MANY_ATTEMPTS');
    assert.equal((await login(app, (await newPerson(app)).email)).status, 200, 'others can sign in');
  });

  it('gives an administrator the scope admin', async () => {
    const { email } = await newPerson(app);
    const storage = await storageBeside(app);
    await storage.db.updateTable('accounts').set({ is_admin: 1 }).where('email', '=', email).execute();
    await storage.close();
    const { session, account } = await dataOf<SignedIn>(login(app, email));
    assert.equal(account.admin, true);
    const body = { name: 'admin', scopes: ['admin'] };
    assert.equal((await request(app, 'POST', '/keys', { body, token: session.token })).status, 200);
  });
});

describe('a session', () => {
  it('expires after IMGD_SESSION_DAYS', async () => {
    const moving = createFakeClock();
    await using short = await startApp({ clock: moving, env: { IMGD_SESSION_DAYS: '2' } });
    const { email } = await newPerson(short);
    const { session } = await dataOf<SignedIn>(login(short, email));
    moving.advance(2 * DAY_MS - 1_000);
    assert.equal((await call(short, 'GET', '/account', session.token)).status, 200);
    moving.advance(1_000);
    await assertRefused(call(short, 'GET', '/account', session.token), 401, 'INVALID_API_KEY');
    const storage = await storageBeside(short);
    // The job that deletes expired sessions is due.
    await until(async () => (await storage.db.selectFrom('sessions').select('id').execute()).length === 0);
    await storage.close();
  });

  it('ends after IMGD_SESSION_IDLE_DAYS without a request', async () => {
    const moving = createFakeClock();
    await using idle = await startApp({ clock: moving, env: { IMGD_SESSION_IDLE_DAYS: '3' } });
    const { email, key } = await newPerson(idle);
    const [used, unused] = [await openBrowser(idle, email), await openBrowser(idle, email)];
    moving.advance(2 * DAY_MS);
    assert.equal((await call(idle, 'GET', '/account', used.token)).status, 200);
    moving.advance(DAY_MS);
    assert.equal((await call(idle, 'GET', '/account', used.token)).status, 200, 'used a day ago');
    await assertRefused(call(idle, 'GET', '/account', unused.token), 401, 'INVALID_API_KEY');
    const { sessions } = await dataOf<{ sessions: SessionInfo[] }>(call(idle, 'GET', '/auth/sessions', key));
    const now = new Date(moving.now()).toISOString().slice(0, 10);
    assert.deepEqual(
      sessions.map(({ last_used_at }) => last_used_at.slice(0, 10)),
      [now],
    );
    const storage = await storageBeside(idle);
    await until(async () => (await storage.db.selectFrom('sessions').select('id').execute()).length === 1);
    await storage.close();
  });

  it('gives its token to programs, and only a cookie to pages of this site', async () => {
    const { email } = await newPerson(app);
    const { origin } = new URL(app.url);
    for (const headers of [{ origin }, { 'sec-fetch-site': 'same-origin' }]) {
      const answer = await login(app, email, PASSWORD, headers as Record<string, string>);
      const cookie = cookieOf(answer)?.pair ?? assert.fail('no cookie');
      const text = await answer.text();
      assert.ok(!text.includes('imgds_'), text);
      const { data } = JSON.parse(text) as { data: SignedIn };
      assert.deepEqual(Object.keys(data.session), ['expires_at']);
      const own = { cookie, origin, 'x-csrf-token': data.csrf_token };
      assert.equal((await request(app, 'POST', '/auth/logout', { headers: own })).status, 200);
    }
    const foreign = await login(app, email, PASSWORD, { origin: 'https://elsewhere.example' });
    assert.equal(cookieOf(foreign), undefined);
    assert.match((await dataOf<SignedIn>(foreign)).session.token, /^imgds_/);
    assert.match((await dataOf<SignedIn>(login(app, email))).session.token, /^imgds_/);
    const body = { email: `${randomUUID()}@example.com`, password: PASSWORD, session: true };
    const headers = { origin, 'idempotency-key': randomUUID() };
    for (let times = 0; times < 2; times++) {
      const made = await request(app, 'POST', '/auth/register', { body, headers });
      assert.match(cookieOf(made)?.pair ?? '', /^imgd_session=imgds_/);
      assert.ok(!(await made.text()).includes('imgds_'));
    }
  });

  it('ends on logout, which clears the cookie', async () => {
    const { email, key } = await newPerson(app);
    const browser = await openBrowser(app, email);
    const answer = await request(app, 'POST', '/auth/logout', { headers: browser.own });
    assert.match(cookieOf(answer)?.pair ?? '', /^imgd_session=$/);
    assert.deepEqual(await dataOf(answer), { logged_out: true });
    await assertRefused(call(app, 'GET', '/account', browser.token), 401, 'INVALID_API_KEY');
    await assertRefused(call(app, 'POST', '/auth/logout', key), 403, 'FORBIDDEN');
    await assertRefused(call(app, 'POST', '/auth/logout'), 401, 'MISSING_API_KEY');
  });

  it('is listed without its token, and only its account can end it', async () => {
    const mine = await newPerson(app);
    const theirs = await newPerson(app);
    const first = await dataOf<SignedIn>(login(app, mine.email, PASSWORD, { 'user-agent': 'Somebody/1.0' }));
    const second = await dataOf<SignedIn>(login(app, mine.email));
    const other = await dataOf<SignedIn>(login(app, theirs.email));
    const answer = await call(app, 'GET', '/auth/sessions', second.session.token);
    const text = await answer.text();
    for (const { session } of [first, second, other]) assert.ok(!text.includes(session.token));
    const listed = await sessionsOf(second.session.token);
    assert.deepEqual(listed.map(({ current }) => current).sort(), [false, true]);
    const old = listed.find(({ current }) => !current);
    assert.equal(old?.user_agent, 'Somebody/1.0');

    const [foreign] = await sessionsOf(other.session.token);
    for (const id of [foreign?.id, 'ses_missing', "'"]) {
      const path = `/auth/sessions/${id}`;
      await assertRefused(call(app, 'DELETE', path, second.session.token), 404, 'SESSION_NOT_FOUND');
    }
    assert.equal((await call(app, 'GET', '/account', other.session.token)).status, 200);

    const path = `/auth/sessions/${old?.id}`;
    assert.deepEqual(await dataOf(call(app, 'DELETE', path, second.session.token)), { id: old?.id, ended: true });
    await assertRefused(call(app, 'GET', '/account', first.session.token), 401, 'INVALID_API_KEY');
    await assertRefused(call(app, 'DELETE', path, second.session.token), 404, 'SESSION_NOT_FOUND');
  });

  it('is stored as a hash', async () => {
    const { email } = await newPerson(app);
    const { session } = await dataOf<SignedIn>(login(app, email));
    const storage = await storageBeside(app);
    const rows = await storage.db.selectFrom('sessions').selectAll().execute();
    await storage.close();
    assert.ok(rows.length > 0 && !JSON.stringify(rows).includes(session.token.slice(6, 30)));
  });
});

describe('a suspended account', () => {
  it('is refused with every credential until the suspension ends', async () => {
    const { email, key } = await newPerson(app);
    const browser = await openBrowser(app, email);
    await suspend(email, clock.now());
    const uses: (() => Promise<Response>)[] = [
      () => call(app, 'GET', '/usage', key),
      () => call(app, 'GET', '/image/none', key),
      () => call(app, 'GET', '/account', browser.token),
      () => call(app, 'GET', '/account', undefined, { cookie: browser.cookie }),
      () => login(app, email),
    ];
    for (const use of uses) await assertRefused(use(), 403, 'ACCOUNT_SUSPENDED');
    await assertRefused(login(app, email, 'wrong password'), 401, 'INVALID_CREDENTIALS');
    await suspend(email, null);
    assert.equal((await call(app, 'GET', '/usage', key)).status, 200);
    assert.equal((await call(app, 'GET', '/account', browser.token)).status, 200);
  });
});

describe('POST /api/v1/auth/register with a session', () => {
  it('also signs in with session: true', async () => {
    const body = { email: `${randomUUID()}@example.com`, password: PASSWORD };
    const plain = await request(app, 'POST', '/auth/register', { body });
    assert.equal(cookieOf(plain), undefined);
    assert.deepEqual(Object.keys(await dataOf<object>(plain)), ['account', 'api_key']);

    const headers = { 'idempotency-key': randomUUID() };
    const wanted = { body: { ...body, email: `${randomUUID()}@example.com`, session: true }, headers };
    const answer = await request(app, 'POST', '/auth/register', wanted);
    const cookie = cookieOf(answer)?.pair ?? assert.fail('no cookie');
    const made = await dataOf<SignedIn & { api_key: object }>(answer);
    assert.deepEqual(Object.keys(made), ['account', 'api_key', 'session', 'csrf_token']);
    assert.equal(cookie, `imgd_session=${made.session.token}`);
    assert.equal((await call(app, 'GET', '/account', undefined, { cookie })).status, 200);
    const again = await request(app, 'POST', '/auth/register', wanted);
    assert.equal(cookieOf(again)?.pair, cookie, 'a retry gets the same session');
  });
});

describe('GET /api/v1/site', () => {
  it('shows the features of the server to anyone, outside the limit', async () => {
    const answer = await fetch(`${app.url}/api/v1/site`, { headers: { cookie: 'imgd_session=stale' } });
    assert.equal(answer.headers.get('ratelimit'), null);
    const site = await dataOf<Record<string, unknown>>(answer);
    assert.deepEqual(Object.keys(site), [
      'name',
      'version',
      'registration',
      'registration_domains',
      'anonymous_uploads',
      'challenge',
      'oidc',
      'password_reset',
      'image_host',
      'presets',
    ]);
    assert.equal(site.registration, 'open');
    await using closed = await startApp({
      env: { IMGD_REGISTRATION: 'closed', IMGD_IMAGE_HOST: 'https://cdn.example' },
    });
    const other = await dataOf<Record<string, unknown>>(fetch(`${closed.url}/api/v1/site`));
    assert.deepEqual([other.registration, other.image_host], ['closed', 'https://cdn.example']);
    assert.equal((await fetch(`${app.url}/api/v1/site`, { headers: bearer('imgd_wrong') })).status, 401);
  });
});
