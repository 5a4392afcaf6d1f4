import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { issueReset } from '../../src/actions/accounts/reset-password.ts';
import { findAccountByEmail } from '../../src/catalog/accounts/accounts.ts';
import { assertRefused, json } from '../support/api.ts';
import { createFakeClock } from '../support/clock.ts';
import { call, storageBeside } from '../support/requests.ts';
import { login, newPerson, PASSWORD, request } from '../support/sign-in.ts';
import { MANY_SIGN_INS, startApp, type TestApp, type TestAppOptions } from '../support/start-app.ts';

const BEHIND_PROXY = { IMGD_TRUST_PROXY: '127.0.0.1' };
const few = (requestsPerHour: number) => ({ IMGD_PLANS: JSON.stringify({ anonymous: { requestsPerHour } }) });
const from = (address: string) => ({ 'x-forwarded-for': address });
/** Addresses of an attacker: each another IPv4 address, or another /64. */
const attacker = (i: number) => `198.51.${Math.floor(i / 250)}.${i % 250}`;

const start = (windows: object, options: TestAppOptions = {}) =>
  startApp({
    ...options,
    env: {
      ...BEHIND_PROXY,
      ...options.env,
      IMGD_WINDOWS: JSON.stringify({ ...JSON.parse(MANY_SIGN_INS), ...windows }),
    },
  });
const isRefused = async (answer: Promise<Response>, window: string) => {
  const { details, retry_after: seconds } = await assertRefused(answer, 429, 'TOO_MANY_ATTEMPTS');
  assert.equal((details as { window: string }).window, window);
  return Number(seconds);
};
const deviceOf = (response: Response) => {
  const [line = ''] = response.headers.getSetCookie().filter((one) => one.includes('imgd_device='));
  return line.split('; ')[0] ?? '';
};
async function resetTokenOf(app: TestApp, email: string): Promise<string> {
  const storage = await storageBeside(app);
  const account = await findAccountByEmail(storage.db, email);
  assert.ok(account);
  const link = await issueReset(storage, account, app.url, true);
  await storage.close();
  return link.slice(link.indexOf('#') + 1);
}

const signUp = (app: TestApp, headers: Record<string, string>, token?: string) => {
  const body = { email: `${randomUUID()}@example.com`, password: PASSWORD };
  return request(app, 'POST', '/auth/register', { body, headers, ...(token === undefined ? {} : { token }) });
};

describe('registering, signing in and resetting a password', () => {
  it('count in a window of the address, whatever credential is sent along, and not in an hour', async () => {
    await using app = await start({ auth: { address: 6 } });
    const { key, email } = await newPerson(app);
    const headers = from('192.0.2.1');
    const send = [
      () => login(app, email, PASSWORD, headers),
      () => request(app, 'POST', '/auth/login', { body: { email, password: 'wrong' }, token: key, headers }),
      () => signUp(app, headers, key),
      () => request(app, 'POST', '/auth/password/forgot', { body: { email }, token: key, headers }),
      () =>
        request(app, 'POST', '/auth/password/reset', { body: { token: 'x', password: PASSWORD }, token: key, headers }),
      () => call(app, 'GET', '/auth/oidc/start', key, headers),
    ];
    for (const [i, one] of send.entries()) {
      const answer = await one();
      assert.notEqual(answer.status, 429);
      assert.match(answer.headers.get('ratelimit') ?? '', new RegExp(`^"auth";r=${5 - i};t=`));
      assert.equal(answer.headers.get('ratelimit-policy'), '"auth";q=6;w=3600');
      assert.equal(answer.headers.get('x-ratelimit-used'), null);
    }
    for (const one of send) assert.ok((await isRefused(one(), 'auth')) > 3_500);
    const refused = await login(app, email, PASSWORD, headers);
    assert.match(refused.headers.get('ratelimit') ?? '', /^"auth";r=0;t=/);
    assert.equal((await login(app, email, PASSWORD, from('192.0.2.2'))).status, 200);
    const plans = await call(app, 'GET', '/plans', undefined, headers);
    assert.equal(plans.headers.get('x-ratelimit-used'), '1', 'the hour of the address is untouched');
    const own = await call(app, 'GET', '/plans', key, headers);
    assert.equal(own.headers.get('x-ratelimit-used'), '1', 'and that of the account');
  });

  it('stay possible when the hour of requests is used up', async () => {
    await using app = await start({}, { env: few(2) });
    const { email } = await newPerson(app);
    for (const status of [200, 200, 429]) assert.equal((await call(app, 'GET', '/plans')).status, status);
    assert.equal((await login(app, email)).status, 200);
    assert.equal((await signUp(app, {})).status, 200);
  });

  it('are refused for a wrong key as everywhere', async () => {
    await using app = await start({});
    const body = { email: 'a@example.com', password: PASSWORD };
    const token = `imgd_${'0'.repeat(38)}`;
    await assertRefused(request(app, 'POST', '/auth/login', { body, token }), 401, 'INVALID_API_KEY');
  });

  it('make ten accounts a day from one address, and a hundred from an IPv6 network', async () => {
    await using app = await startApp({ env: { ...BEHIND_PROXY, IMGD_WINDOWS: '{"registrations":{"network":15}}' } });
    for (let i = 0; i < 10; i++) assert.equal((await signUp(app, from('2001:db8:1:1::1'))).status, 200);
    assert.ok((await isRefused(signUp(app, from('2001:db8:1:1::2')), 'registrations')) > 86_000);
    for (let i = 0; i < 5; i++) assert.equal((await signUp(app, from('2001:db8:1:2::1'))).status, 200);
    await isRefused(signUp(app, from('2001:db8:1:3::1')), 'registrations');
    assert.equal((await signUp(app, from('2001:db8:2::1'))).status, 200);
  });
});

describe('a wrong key', () => {
  it('is answered 429 once the hour of the address is used up, also where requests do not count', async () => {
    await using app = await startApp({ env: few(4) });
    const wrong = (path: string) => call(app, 'GET', path, `imgd_${'0'.repeat(38)}`);
    for (const path of ['/plans', '/account', '/usage', '/keys']) {
      const answer = await wrong(path);
      assert.equal(answer.headers.get('ratelimit'), null);
      await assertRefused(answer, 401, 'INVALID_API_KEY');
    }
    for (const path of ['/plans', '/account', '/usage', '/keys']) {
      const answer = await wrong(path);
      assert.match(answer.headers.get('ratelimit') ?? '', /^"hourly";r=0;/);
      const { details } = await assertRefused(answer, 429, 'RATE_LIMIT_EXCEEDED');
      assert.deepEqual(details, { plan: 'anonymous', limit: 4, window_seconds: 3_600 });
    }
    assert.equal((await call(app, 'GET', '/usage')).status, 200);
    await assertRefused(call(app, 'GET', '/account'), 401, 'MISSING_API_KEY');
  });
});

describe('guessing passwords', () => {
  it('from many addresses ends after the guesses of a day, while the owner signs in from a known address', async () => {
    const guesses = 12;
    await using app = await start({ guesses: { email: guesses } });
    const { email } = await newPerson(app);
    const home = from('192.0.2.1');
    const browser = await login(app, email, PASSWORD, home);
    assert.equal(browser.status, 200);

    const statuses = await Promise.all(
      Array.from({ length: 40 }, async (_, i) => (await login(app, email, 'wrong', from(attacker(i)))).status),
    );
    assert.equal(statuses.filter((status) => status === 401).length, guesses);
    assert.ok((await isRefused(login(app, email, PASSWORD, from('203.0.113.9')), 'guesses')) > 86_000);

    for (let i = 0; i < 3; i++) {
      assert.equal((await login(app, email, PASSWORD, home)).status, 200, 'a known address');
    }
    const elsewhere = { ...from('203.0.113.9'), cookie: deviceOf(browser) };
    assert.equal((await login(app, email, PASSWORD, elsewhere)).status, 200, 'a known browser');
    await isRefused(login(app, email, PASSWORD, from('203.0.113.10')), 'guesses');
    const { email: other } = await newPerson(app);
    assert.equal((await login(app, other, PASSWORD, from(attacker(1)))).status, 200, 'other accounts');
  });

  it('of an unknown email ends in the same way', async () => {
    await using app = await start({ guesses: { email: 5 } });
    const email = `${randomUUID()}@example.com`;
    for (let i = 0; i < 5; i++)
      await assertRefused(login(app, email, 'wrong', from(attacker(i))), 401, 'INVALID_CREDENTIALS');
    await isRefused(login(app, email, 'wrong', from(attacker(9))), 'guesses');
  });

  it('does not count correct passwords', async () => {
    await using app = await start({ guesses: { email: 3 }, failures: { address: 3 } });
    const { email } = await newPerson(app);
    for (let i = 0; i < 15; i++) assert.equal((await login(app, email, PASSWORD, from('192.0.2.77'))).status, 200);
    for (let i = 0; i < 15; i++) assert.equal((await login(app, email, PASSWORD, from(attacker(i)))).status, 200);
  });

  it('from a known browser or address ends too, without an effect on others', async () => {
    await using app = await start({ guesses: { email: 6 } });
    const { email } = await newPerson(app);
    const home = from('192.0.2.1');
    const cookie = deviceOf(await login(app, email, PASSWORD, home));
    const guess = (headers: Record<string, string>) => login(app, email, 'wrong', headers);
    for (let i = 0; i < 6; i++) assert.equal((await guess({ ...from(attacker(i)), cookie })).status, 401);
    await isRefused(guess({ ...from(attacker(7)), cookie }), 'guesses');
    for (let i = 0; i < 6; i++) assert.equal((await guess(home)).status, 401);
    await isRefused(guess(home), 'guesses');
    assert.equal((await login(app, email, PASSWORD, from('203.0.113.9'))).status, 200);
  });

  it('of many accounts from one address or network ends', async () => {
    await using app = await start({ failures: { address: 4, network: 6 } });
    const guess = (address: string) => login(app, `${randomUUID()}@example.com`, 'wrong', from(address));
    for (let i = 0; i < 4; i++) assert.equal((await guess('2001:db8:1:1::1')).status, 401);
    await isRefused(guess('2001:db8:1:1::2'), 'failures');
    for (let i = 0; i < 2; i++) assert.equal((await guess('2001:db8:1:2::1')).status, 401);
    await isRefused(guess('2001:db8:1:3::1'), 'failures');
    assert.equal((await guess('192.0.2.1')).status, 401);
  });

  it('with a stolen key does not use up the confirmations of the owner', async () => {
    await using app = await start({ guesses: { account: 5 } });
    const { email, key } = await newPerson(app);
    const change = (token: string, current_password: string, address: string) =>
      request(app, 'POST', '/account/password', {
        body: { current_password, new_password: 'another password' },
        token,
        headers: from(address),
      });
    const signedIn = await json<{ data: { session: { token: string } } }>(await login(app, email));
    for (let i = 0; i < 5; i++) assert.equal((await change(key, 'wrong', attacker(i))).status, 401);
    await isRefused(change(key, 'wrong', attacker(6)), 'guesses');
    assert.equal((await change(signedIn.data.session.token, PASSWORD, '192.0.2.1')).status, 200);
  });
});

describe('the cookie of a known browser', () => {
  it('counts for the account that has signed in, until it expires', async () => {
    const clock = createFakeClock();
    await using app = await start({ guesses: { email: 2 } }, { clock });
    const [mine, other] = [await newPerson(app), await newPerson(app)];
    const cookie = deviceOf(await login(app, mine.email, PASSWORD, from('192.0.2.1')));
    assert.match(cookie, /^imgd_device=/);
    const [name, value = ''] = cookie.split('=');
    for (const { email } of [mine, other]) {
      for (let i = 0; i < 2; i++) await login(app, email, 'wrong', from(attacker(i)));
    }
    const elsewhere = from('203.0.113.9');
    await isRefused(login(app, other.email, PASSWORD, { ...elsewhere, cookie }), 'guesses');
    const [nonce, expires, mac = ''] = value.split('.');
    const forged = [
      `${nonce}x.${expires}.${mac}`,
      `${nonce}.${Number(expires) + 1}.${mac}`,
      `${nonce}.${expires}.${mac.slice(0, -1)}`,
      '',
      '..',
    ];
    for (const one of forged) {
      await isRefused(login(app, mine.email, PASSWORD, { ...elsewhere, cookie: `${name}=${one}` }), 'guesses');
    }
    clock.advance(180 * 86_400_000 + 1_000);
    await isRefused(login(app, mine.email, PASSWORD, { ...elsewhere, cookie }), 'guesses');
  });

  it('is not given to a page of another site', async () => {
    await using app = await start({});
    const { email } = await newPerson(app);
    assert.equal(deviceOf(await login(app, email, PASSWORD, { origin: 'https://evil.example' })), '');
  });

  it('is given when a password is reset, so that the guesses of others do not bar the sign-in', async () => {
    await using app = await start({ guesses: { email: 2 } });
    const { email } = await newPerson(app);
    for (let i = 0; i < 2; i++) await login(app, email, 'wrong', from(attacker(i)));
    const here = from('203.0.113.9');
    await isRefused(login(app, email, PASSWORD, here), 'guesses');
    const body = { token: await resetTokenOf(app, email), password: 'a new password' };
    const reset = await request(app, 'POST', '/auth/password/reset', { body, headers: here });
    assert.equal(reset.status, 200);
    assert.notEqual(deviceOf(reset), '');
    assert.equal((await login(app, email, 'a new password', here)).status, 200);
  });
});
