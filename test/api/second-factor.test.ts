import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertRefused } from '../support/api.ts';
import { createFakeClock } from '../support/clock.ts';
import { call, storageBeside } from '../support/requests.ts';
import {
  beginTotp,
  factorsOf,
  finishTotp,
  newProtected,
  prove,
  STEP_MS,
  type TotpSetUp,
  ticketOf,
  totpCode,
} from '../support/second-factor.ts';
import { cookieOf, dataOf, login, newPerson, PASSWORD, request, type SignedIn } from '../support/sign-in.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

const clock = createFakeClock();
let app: TestApp;
before(async () => {
  app = await startApp({ clock });
});
after(() => app[Symbol.asyncDispose]());

/** A code that no earlier test has used: each begins a new time step. */
function nextCode(secret: string): string {
  clock.advance(STEP_MS);
  return totpCode(secret, clock.now());
}

describe('adding an authenticator app', () => {
  it('needs a session and the password', async () => {
    const { email, key } = await newPerson(app);
    const { session } = await dataOf<SignedIn>(login(app, email));
    await assertRefused(beginTotp(app, key), 403, 'FORBIDDEN');
    await assertRefused(call(app, 'POST', '/account/second-factors/totp'), 401, 'MISSING_API_KEY');
    const missing = await assertRefused(
      call(app, 'POST', '/account/second-factors/totp', session.token),
      400,
      'INVALID_PARAMETER',
    );
    assert.equal(missing.param, 'password');
    const wrong = await assertRefused(beginTotp(app, session.token, 'wrong password'), 401, 'INVALID_CREDENTIALS');
    assert.equal(wrong.param, 'password');
    const { uri, secret } = await dataOf<TotpSetUp>(beginTotp(app, session.token));
    const address = new URL(uri);
    assert.deepEqual([address.protocol, address.host], ['otpauth:', 'totp']);
    assert.equal(address.searchParams.get('secret'), secret);
    assert.equal(decodeURIComponent(address.pathname), `/localhost:${email}`);
  });

  it('counts only after a correct code, which the session that began it sends', async () => {
    const { email, key } = await newPerson(app);
    const { session } = await dataOf<SignedIn>(login(app, email));
    const { session: other } = await dataOf<SignedIn>(login(app, email));
    const { ticket, secret } = await dataOf<TotpSetUp>(beginTotp(app, session.token));
    assert.equal((await login(app, email)).status, 200, 'the factor does not count yet');
    const code = totpCode(secret, clock.now());
    const wrong = code === '000000' ? '000001' : '000000';
    for (const guess of [wrong, '１２３４５６', '12345', 'abcdef']) {
      const refused = await assertRefused(finishTotp(app, session.token, ticket, guess), 401, 'INVALID_SECOND_FACTOR');
      assert.equal(refused.param, 'code');
    }
    const foreign = await assertRefused(finishTotp(app, other.token, ticket, code), 401, 'INVALID_SECOND_FACTOR');
    assert.equal(foreign.param, 'ticket');
    await assertRefused(finishTotp(app, key, ticket, code), 403, 'FORBIDDEN');
    const exhausted = await assertRefused(finishTotp(app, session.token, ticket, code), 401, 'INVALID_SECOND_FACTOR');
    assert.equal(exhausted.param, 'ticket', 'five attempts');
  });

  it('shows ten recovery codes once, and ends the sessions that were opened without it', async () => {
    const { email } = await newPerson(app);
    const { session: old } = await dataOf<SignedIn>(login(app, email));
    const { session } = await dataOf<SignedIn>(login(app, email));
    const { ticket, secret } = await dataOf<TotpSetUp>(beginTotp(app, session.token));
    const spaced = totpCode(secret, clock.now()).replace(/^.../, '$& ');
    const added = await dataOf<{ recovery_codes: string[] }>(finishTotp(app, session.token, ticket, spaced));
    assert.equal(new Set(added.recovery_codes).size, 10);
    for (const code of added.recovery_codes) assert.match(code, /^[0-9a-hjkmnp-tv-z]{6}(-[0-9a-hjkmnp-tv-z]{6}){3}$/);
    const { second_factors, recovery_codes_left, required } = await factorsOf(app, session.token);
    assert.deepEqual(
      [second_factors.length, second_factors[0]?.kind, second_factors[0]?.name],
      [1, 'totp', 'Authenticator app'],
    );
    assert.deepEqual([recovery_codes_left, required], [10, false]);
    await assertRefused(call(app, 'GET', '/account', old.token), 401, 'INVALID_API_KEY');
    await assertRefused(finishTotp(app, session.token, ticket, nextCode(secret)), 401, 'INVALID_SECOND_FACTOR');
    await assertRefused(beginTotp(app, session.token), 409, 'SECOND_FACTOR_EXISTS');
  });

  it('refuses a set-up that is older than ten minutes', async () => {
    const { email } = await newPerson(app);
    const { session } = await dataOf<SignedIn>(login(app, email));
    const { ticket, secret, expires_at } = await dataOf<TotpSetUp>(beginTotp(app, session.token));
    clock.advance(Date.parse(expires_at) - clock.now() + 1_000);
    await assertRefused(finishTotp(app, session.token, ticket, nextCode(secret)), 401, 'INVALID_SECOND_FACTOR');
  });

  it('stores neither the secret nor the recovery codes as they are', async () => {
    const person = await newProtected(app, clock);
    const storage = await storageBeside(app);
    const rows = [
      ...(await storage.db.selectFrom('second_factors').selectAll().execute()),
      ...(await storage.db.selectFrom('recovery_codes').selectAll().execute()),
      ...(await storage.db.selectFrom('challenges').selectAll().execute()),
    ];
    await storage.close();
    const stored = JSON.stringify(rows);
    assert.ok(stored.includes(person.factorId));
    for (const secret of [
      person.secret,
      ...person.recoveryCodes,
      ...person.recoveryCodes.map((one) => one.replaceAll('-', '')),
    ]) {
      assert.ok(!stored.includes(secret), secret);
    }
  });
});

describe('signing in with an authenticator app', () => {
  it('takes two steps: the password gives a ticket, the code a session', async () => {
    const person = await newProtected(app, clock);
    const first = await login(app, person.email);
    assert.equal(cookieOf(first), undefined);
    const { details } = await assertRefused(first, 401, 'SECOND_FACTOR_REQUIRED');
    assert.deepEqual(details?.methods, ['totp', 'recovery_code']);
    assert.match(details?.ticket, /^imgdl_[0-9A-Za-z]{38}$/);
    assert.ok(Math.abs(Date.parse(details?.expires_at) - clock.now() - 300_000) < 1_000);
    await assertRefused(call(app, 'GET', '/account', details?.ticket), 401, 'INVALID_API_KEY');
    const second = await prove(app, details?.ticket, { code: nextCode(person.secret) });
    assert.match(cookieOf(second)?.pair ?? '', /^imgd_session=imgds_/);
    assert.ok(
      second.headers.getSetCookie().some((line) => line.startsWith('imgd_device=')),
      'the device is known now',
    );
    const { session, account } = await dataOf<SignedIn>(second);
    assert.equal(account.id, person.id);
    assert.equal((await call(app, 'GET', '/account', session.token)).status, 200);
  });

  it('does not reveal the second step without the password', async () => {
    const person = await newProtected(app, clock);
    const known = await assertRefused(login(app, person.email, 'wrong password'), 401, 'INVALID_CREDENTIALS');
    const unknown = await assertRefused(
      login(app, 'unknown@example.com', 'wrong password'),
      401,
      'INVALID_CREDENTIALS',
    );
    assert.deepEqual({ ...known, request_id: '' }, { ...unknown, request_id: '' });
  });

  it('refuses a wrong code, and a code of another step than the neighbouring ones', async () => {
    const person = await newProtected(app, clock);
    clock.advance(10 * STEP_MS);
    const ticket = await person.ticket();
    const at = (steps: number) => totpCode(person.secret, clock.now() + steps * STEP_MS);
    for (const code of [at(-2), at(2), '', '0', 'x'.repeat(32)].filter((one) => one !== at(0))) {
      const response = await prove(app, ticket, { code });
      const status = code === '' ? 400 : 401;
      await assertRefused(response, status, code === '' ? 'INVALID_PARAMETER' : 'INVALID_SECOND_FACTOR');
    }
    assert.equal((await prove(app, ticket, { code: at(-1) })).status, 200, 'the step before counts');
    assert.equal((await prove(app, await person.ticket(), { code: at(1) })).status, 200, 'the next step counts');
  });

  it('accepts each code once, also in parallel, and none before one that was used', async () => {
    const person = await newProtected(app, clock);
    const first = totpCode(person.secret, clock.now());
    await assertRefused(prove(app, await person.ticket(), { code: first }), 401, 'INVALID_SECOND_FACTOR');
    const code = nextCode(person.secret);
    const tickets = await Promise.all([person.ticket(), person.ticket(), person.ticket()]);
    const statuses = await Promise.all(tickets.map(async (ticket) => (await prove(app, ticket, { code })).status));
    assert.deepEqual(statuses.sort(), [200, 401, 401]);
    const before = totpCode(person.secret, clock.now() - STEP_MS);
    await assertRefused(prove(app, await person.ticket(), { code: before }), 401, 'INVALID_SECOND_FACTOR');
  });

  it('accepts each ticket once, for five minutes, and only for its account', async () => {
    const [one, two] = [await newProtected(app, clock), await newProtected(app, clock)];
    const foreign = await assertRefused(
      prove(app, await one.ticket(), { code: nextCode(two.secret) }),
      401,
      'INVALID_SECOND_FACTOR',
    );
    assert.equal(foreign.param, 'code');
    const foreignRecovery = { recovery_code: two.recoveryCodes[0] ?? '' };
    await assertRefused(prove(app, await one.ticket(), foreignRecovery), 401, 'INVALID_SECOND_FACTOR');

    const ticket = await one.ticket();
    assert.equal((await prove(app, ticket, { code: nextCode(one.secret) })).status, 200);
    const used = await assertRefused(prove(app, ticket, { code: nextCode(one.secret) }), 401, 'INVALID_SECOND_FACTOR');
    assert.equal(used.param, 'ticket');

    const late = await one.ticket();
    clock.advance(300_000);
    const expired = await assertRefused(prove(app, late, { code: nextCode(one.secret) }), 401, 'INVALID_SECOND_FACTOR');
    assert.equal(expired.param, 'ticket');

    const begun = await dataOf<TotpSetUp>(
      beginTotp(app, (await dataOf<SignedIn>(login(app, (await newPerson(app)).email))).session.token),
    );
    for (const wrong of ['', 'x', `imgdl_${'0'.repeat(38)}`, one.token, begun.ticket]) {
      const refused = await assertRefused(prove(app, wrong, { code: '123456' }), 401, 'INVALID_SECOND_FACTOR');
      assert.equal(refused.param, 'ticket');
    }
  });

  it('accepts each recovery code once, however it is typed', async () => {
    const person = await newProtected(app, clock);
    const [first = '', second = ''] = person.recoveryCodes;
    assert.equal((await prove(app, await person.ticket(), { recovery_code: first })).status, 200);
    const used = await assertRefused(
      prove(app, await person.ticket(), { recovery_code: first }),
      401,
      'INVALID_SECOND_FACTOR',
    );
    assert.equal(used.param, 'recovery_code');
    const typed = ` ${second.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'I')}`;
    const { session } = await dataOf<SignedIn>(prove(app, await person.ticket(), { recovery_code: typed }));
    assert.equal((await factorsOf(app, session.token)).recovery_codes_left, 8);
  });

  it('needs exactly one proof', async () => {
    const person = await newProtected(app, clock);
    const ticket = await person.ticket();
    await assertRefused(prove(app, ticket, {}), 400, 'INVALID_PARAMETER');
    const both = { code: nextCode(person.secret), recovery_code: person.recoveryCodes[0] ?? '' };
    await assertRefused(prove(app, ticket, both), 400, 'INVALID_PARAMETER');
    assert.equal((await prove(app, ticket, { code: both.code })).status, 200, 'they cost no attempt');
  });

  it('ends a ticket after five attempts, and those of an account after ten', async () => {
    const person = await newProtected(app, clock);
    const guess = { recovery_code: 'wrong' };
    for (let tickets = 0; tickets < 2; tickets++) {
      const ticket = await person.ticket();
      for (let i = 0; i < 5; i++) {
        const refused = await assertRefused(prove(app, ticket, guess), 401, 'INVALID_SECOND_FACTOR');
        assert.equal(refused.param, 'recovery_code');
      }
      const exhausted = await assertRefused(
        prove(app, ticket, { code: nextCode(person.secret) }),
        401,
        'INVALID_SECOND_FACTOR',
      );
      assert.equal(exhausted.param, 'ticket');
    }
    const locked = await prove(app, await person.ticket(), { code: nextCode(person.secret) });
    await assertRefused(locked, 429, 'TOO_MANY_ATTEMPTS');
  });

  it('stops counting codes of the app after a hundred wrong ones in a row, until another proof', async () => {
    const person = await newProtected(app, clock);
    const storage = await storageBeside(app);
    const failures = async () =>
      (
        await storage.db
          .selectFrom('second_factors')
          .select('failures')
          .where('id', '=', person.factorId)
          .executeTakeFirst()
      )?.failures;
    await assertRefused(prove(app, await person.ticket(), { code: '1' }), 401, 'INVALID_SECOND_FACTOR');
    assert.equal(await failures(), 1);
    await storage.db.updateTable('second_factors').set({ failures: 100 }).where('id', '=', person.factorId).execute();
    const { details } = await assertRefused(
      prove(app, await person.ticket(), { code: nextCode(person.secret) }),
      429,
      'TOO_MANY_ATTEMPTS',
    );
    assert.deepEqual(details, { limit: 100 });
    assert.equal(
      (await prove(app, await person.ticket(), { recovery_code: person.recoveryCodes[0] ?? '' })).status,
      200,
    );
    assert.equal(await failures(), 0);
    assert.equal((await prove(app, await person.ticket(), { code: nextCode(person.secret) })).status, 200);
    await storage.close();
  });

  it('leaves API keys as they are', async () => {
    const person = await newProtected(app, clock);
    assert.equal((await call(app, 'GET', '/account', person.key)).status, 200);
    const body = { name: 'another' };
    assert.equal((await request(app, 'POST', '/keys', { body, token: person.token })).status, 200);
    assert.equal((await call(app, 'GET', '/account/second-factors', person.key)).status, 200);
    await assertRefused(
      call(app, 'DELETE', `/account/second-factors/${person.factorId}`, person.key),
      403,
      'FORBIDDEN',
    );
  });

  it('refuses a suspended account only after the password', async () => {
    const person = await newProtected(app, clock);
    const ticket = await person.ticket();
    const storage = await storageBeside(app);
    await storage.db.updateTable('accounts').set({ suspended_at: 1 }).where('id', '=', person.id).execute();
    await storage.close();
    await assertRefused(prove(app, ticket, { code: nextCode(person.secret) }), 403, 'ACCOUNT_SUSPENDED');
  });

  it('ends unfinished sign-ins with a new password, which keeps the second factor', async () => {
    const person = await newProtected(app, clock);
    const ticket = await person.ticket();
    const body = { current_password: PASSWORD, new_password: 'another long password' };
    assert.equal((await request(app, 'POST', '/account/password', { body, token: person.token })).status, 200);
    await assertRefused(prove(app, ticket, { code: nextCode(person.secret) }), 401, 'INVALID_SECOND_FACTOR');
    const next = await ticketOf(login(app, person.email, 'another long password'));
    assert.equal((await prove(app, next, { code: nextCode(person.secret) })).status, 200);
  });

  it('gives a retry with the same Idempotency-Key the same session', async () => {
    const person = await newProtected(app, clock);
    const [ticket, code] = [await person.ticket(), nextCode(person.secret)];
    const headers = { 'idempotency-key': 'sign-in-1' };
    const once = await dataOf<SignedIn>(prove(app, ticket, { code }, headers));
    const again = await dataOf<SignedIn>(prove(app, ticket, { code }, headers));
    assert.equal(once.session.token, again.session.token);
  });
});

describe('changing second factors', () => {
  it('renames and removes one; removing needs the password and ends the other sessions', async () => {
    const person = await newProtected(app, clock);
    const path = `/account/second-factors/${person.factorId}`;
    const { session: other } = await dataOf<SignedIn>(
      prove(app, await person.ticket(), { code: nextCode(person.secret) }),
    );
    const named = await dataOf<{ name: string }>(
      request(app, 'PATCH', path, { body: { name: 'My phone' }, token: person.token }),
    );
    assert.equal(named.name, 'My phone');
    await assertRefused(
      request(app, 'DELETE', path, { body: { password: 'wrong' }, token: person.token }),
      401,
      'INVALID_CREDENTIALS',
    );
    const removed = request(app, 'DELETE', path, { body: { password: PASSWORD }, token: person.token });
    assert.deepEqual(await dataOf(removed), { id: person.factorId, removed: true });
    await assertRefused(call(app, 'GET', '/account', other.token), 401, 'INVALID_API_KEY');
    const left = await factorsOf(app, person.token);
    assert.deepEqual([left.second_factors, left.recovery_codes_left], [[], 0]);
    assert.equal((await login(app, person.email)).status, 200);
  });

  it('answers factors of other accounts as nonexistent', async () => {
    const [one, two] = [await newProtected(app, clock), await newProtected(app, clock)];
    const path = `/account/second-factors/${two.factorId}`;
    const body = { password: PASSWORD };
    await assertRefused(request(app, 'DELETE', path, { body, token: one.token }), 404, 'SECOND_FACTOR_NOT_FOUND');
    await assertRefused(
      request(app, 'PATCH', path, { body: { name: 'x' }, token: one.token }),
      404,
      'SECOND_FACTOR_NOT_FOUND',
    );
    assert.equal((await factorsOf(app, two.token)).second_factors.length, 1);
  });

  it('replaces the recovery codes; the old ones no longer count', async () => {
    const person = await newProtected(app, clock);
    const renew = (token: string, body = { password: PASSWORD }) =>
      request(app, 'POST', '/account/second-factors/recovery-codes', { body, token });
    await assertRefused(renew(person.token, { password: 'wrong' }), 401, 'INVALID_CREDENTIALS');
    await assertRefused(renew(person.key), 403, 'FORBIDDEN');
    const { recovery_codes } = await dataOf<{ recovery_codes: string[] }>(renew(person.token));
    assert.equal(new Set([...recovery_codes, ...person.recoveryCodes]).size, 20);
    const old = { recovery_code: person.recoveryCodes[0] ?? '' };
    await assertRefused(prove(app, await person.ticket(), old), 401, 'INVALID_SECOND_FACTOR');
    assert.equal((await prove(app, await person.ticket(), { recovery_code: recovery_codes[0] ?? '' })).status, 200);
    const { email } = await newPerson(app);
    const { session } = await dataOf<SignedIn>(login(app, email));
    await assertRefused(renew(session.token), 404, 'SECOND_FACTOR_NOT_FOUND');
  });
});
