import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { findAccountByEmail } from '../../src/catalog/accounts/accounts.ts';
import { insertIdentity } from '../../src/catalog/accounts/provider-sign-ins.ts';
import { assertRefused } from '../support/api.ts';
import { createFakeClock } from '../support/clock.ts';
import { CLIENT_ID, CLIENT_SECRET, createVisitor, type Known, type OidcServer, startOidc } from '../support/oidc.ts';
import { call, accountOf as keyHolderOf, storageBeside } from '../support/requests.ts';
import { finishTotp, prove, STEP_MS, type TotpSetUp, totpCode } from '../support/second-factor.ts';
import { dataOf, login, newPerson, openBrowser, request, type SignedIn } from '../support/sign-in.ts';
import { startMailServer } from '../support/smtp.ts';
import { startApp, type TestApp } from '../support/start-app.ts';
import { until } from '../support/until.ts';

const SESSION = 'imgd_session';
const PENDING = 'imgd_sign_in';
const clock = createFakeClock();

let provider: OidcServer;
let app: TestApp;
/** The public URL of the service. */
let site: string;
before(async () => {
  provider = await startOidc();
  app = await startApp({ clock, env: settings(provider.issuer) });
  site = publicUrl(app);
});
after(async () => {
  await app[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

function settings(issuer: string): Record<string, string> {
  return {
    IMGD_OIDC_ISSUER: issuer,
    IMGD_OIDC_CLIENT_ID: CLIENT_ID,
    IMGD_OIDC_CLIENT_SECRET: CLIENT_SECRET,
    IMGD_OIDC_NAME: 'Example ID',
  };
}

/** The default public URL of a service. Registers its callback at the provider. */
function publicUrl(service: TestApp): string {
  const url = service.url.replace('127.0.0.1', 'localhost');
  provider.expect(`${url}/api/v1/auth/oidc/callback`);
  return url;
}

const someone = (changes: Partial<Known> = {}): Known => ({
  sub: randomUUID(),
  email: `${randomUUID()}@example.com`,
  email_verified: true,
  name: 'Ada',
  ...changes,
});

const start = () => `${site}/api/v1/auth/oidc/start`;
const isCallback = (url: string) => url.includes('/auth/oidc/callback');

/** Performs a complete sign-in. @returns the response to the callback, and the browser */
async function signIn(person: Known | undefined, visitor = createVisitor(), at = site) {
  provider.person = person;
  const back = await visitor.follow(`${at}/api/v1/auth/oidc/start`, isCallback);
  const answer = await visitor.get(back);
  return { answer, back, visitor, token: visitor.cookie(at, SESSION) ?? '' };
}

const accountOf = (token: string, target = app) =>
  dataOf<{ id: string; email: string; name: string | null; has_password: boolean }>(
    call(target, 'GET', '/account', token),
  );

/** Asserts that the callback responds with an error page and without a session. */
async function assertPage(answer: Response, status: number, text: RegExp): Promise<void> {
  assert.equal(answer.status, status);
  assert.match(answer.headers.get('content-type') ?? '', /^text\/html/);
  assert.match(await answer.text(), text);
  assert.ok(!answer.headers.getSetCookie().some((line) => line.startsWith(`${SESSION}=imgds_`)));
}

describe('sign-in with OpenID Connect', () => {
  it('creates an account for a verified address, signs in and redirects to the front page', async () => {
    const person = someone();
    const { answer, visitor, token } = await signIn(person);
    assert.deepEqual([answer.status, answer.headers.get('location')], [302, `${site}/`]);
    const line = answer.headers.getSetCookie().find((one) => one.startsWith(`${SESSION}=`)) ?? '';
    for (const attribute of ['HttpOnly', 'SameSite=Lax', 'Path=/']) assert.ok(line.includes(attribute), attribute);
    assert.equal(visitor.cookie(site, PENDING), undefined);
    const account = await accountOf(token);
    assert.deepEqual([account.email, account.name, account.has_password], [person.email, 'Ada', false]);
    const { keys } = await dataOf<{ keys: unknown[] }>(call(app, 'GET', '/keys', token));
    assert.deepEqual(keys, [], 'the account starts without a key');
  });

  it('finds the account by the subject, even with a changed address, and ends the old session', async () => {
    const person = someone();
    const first = await signIn(person);
    const { id } = await accountOf(first.token);
    const again = await signIn(
      { ...person, email: `${randomUUID()}@example.com`, email_verified: false },
      first.visitor,
    );
    assert.equal((await accountOf(again.token)).id, id);
    await assertRefused(call(app, 'GET', '/account', first.token), 401, 'INVALID_API_KEY');
    const other = await signIn(someone());
    assert.notEqual((await accountOf(other.token)).id, id);
  });

  it('never takes over an existing account with the same address without a mail server', async () => {
    const { email, key } = await newPerson(app);
    const { answer } = await signIn(someone({ email: email.toUpperCase() }));
    await assertPage(answer, 409, /already registered/);
    const account = await accountOf(key);
    assert.deepEqual([account.email, account.has_password], [email, true]);
  });

  it('takes over an account that never verified the address, which ends what was set up before', async () => {
    await using mail = await startMailServer();
    await using mailing = await startApp({ env: { ...settings(provider.issuer), IMGD_SMTP_URL: mail.url } });
    const at = publicUrl(mailing);
    const { email, key, id } = await newPerson(mailing);
    const stranger = await openBrowser(mailing, email);
    const { token } = await signIn(someone({ email }), createVisitor(), at);
    const account = await accountOf(token, mailing);
    assert.deepEqual([account.id, account.email, account.name, account.has_password], [id, email, 'Ada', false]);
    for (const old of [key, stranger.token]) {
      await assertRefused(call(mailing, 'GET', '/account', old), 401, 'INVALID_API_KEY');
    }
    await assertRefused(login(mailing, email), 401, 'INVALID_CREDENTIALS');
    const told = await until(() => mail.mails.find(({ text }) => /linked to a sign-in provider/.test(text)));
    assert.deepEqual(told.to, [email]);
    await assertPage((await signIn(someone({ email }), createVisitor(), at)).answer, 409, /already registered/);
  });

  it('leaves a verified account and that of an administrator alone', async () => {
    await using mail = await startMailServer();
    await using mailing = await startApp({ env: { ...settings(provider.issuer), IMGD_SMTP_URL: mail.url } });
    const at = publicUrl(mailing);
    const [verified, admin] = [await newPerson(mailing), await newPerson(mailing)];
    const { text } = await until(() => mail.mails.find(({ to }) => to.includes(verified.email)));
    const body = { token: /#(imgdv_\w+)/.exec(text)?.[1] };
    await dataOf(request(mailing, 'POST', '/auth/verify', { body }));
    const storage = await storageBeside(mailing);
    await storage.db.updateTable('accounts').set({ is_admin: 1 }).where('id', '=', admin.id).execute();
    await storage.close();
    for (const { email, key } of [verified, admin]) {
      await assertPage((await signIn(someone({ email }), createVisitor(), at)).answer, 409, /already registered/);
      assert.equal((await accountOf(key, mailing)).has_password, true);
    }
  });

  it('creates no account without a verified address', async () => {
    const { email: _, ...nameless } = someone();
    for (const person of [someone({ email_verified: false }), nameless, someone({ email: 'invalid' })]) {
      await assertPage((await signIn(person)).answer, 400, /not verified/);
    }
  });

  it('creates no account while registration is closed, and signs in to existing ones', async () => {
    await using closed = await startApp({ env: { ...settings(provider.issuer), IMGD_REGISTRATION: 'closed' } });
    const at = publicUrl(closed);
    await assertPage((await signIn(someone(), createVisitor(), at)).answer, 403, /Registration is closed/);
    const { email } = await keyHolderOf(closed, {});
    const person = someone({ email });
    const storage = await storageBeside(closed);
    const { id: accountId } = (await findAccountByEmail(storage.db, email)) ?? assert.fail();
    const { issuer } = provider;
    await insertIdentity(storage.db, { issuer, subject: person.sub, accountId, createdAt: Date.now() });
    await storage.close();
    const { token } = await signIn(person, createVisitor(), at);
    assert.equal((await accountOf(token, closed)).id, accountId);
  });

  it('refuses a suspended account', async () => {
    const person = someone();
    const { token } = await signIn(person);
    const { id } = await accountOf(token);
    const storage = await storageBeside(app);
    await storage.db.updateTable('accounts').set({ suspended_at: clock.now() }).where('id', '=', id).execute();
    await storage.close();
    await assertPage((await signIn(person)).answer, 403, /suspended/);
  });

  it('shows an error page when the user cancels', async () => {
    await assertPage((await signIn(undefined)).answer, 400, /has refused it/);
  });

  it('works once, in the same browser, within ten minutes', async () => {
    provider.person = someone();
    const first = createVisitor();
    const back = await first.follow(start(), isCallback);
    await assertPage(await createVisitor().get(back), 400, /another browser/);

    const other = createVisitor();
    await other.follow(start(), isCallback);
    await assertPage(await other.get(back), 400, /Begin again/);

    assert.equal((await first.get(back)).status, 302);
    await assertPage(await first.get(back), 400, /another browser/);

    const slow = createVisitor();
    const late = await slow.follow(start(), isCallback);
    clock.advance(10 * 60_000);
    await assertPage(await slow.get(late), 400, /too long/);
  });

  it('refuses a callback with another state, code or issuer', async () => {
    for (const [name, value] of [
      ['state', 'x'],
      ['code', 'x'],
      ['iss', 'http://elsewhere.example'],
    ] as const) {
      provider.person = someone();
      const visitor = createVisitor();
      const back = new URL(await visitor.follow(start(), isCallback));
      back.searchParams.set(name, value);
      await assertPage(await visitor.get(back.href), 400, /Signing in has failed/);
    }
  });

  it('requests a code with a new PKCE challenge, state and nonce each time', async () => {
    const seen = new Set<string>();
    for (let i = 0; i < 2; i++) {
      const answer = await createVisitor().get(start());
      const { searchParams } = new URL(answer.headers.get('location') ?? '');
      assert.equal(searchParams.get('response_type'), 'code');
      assert.equal(searchParams.get('code_challenge_method'), 'S256');
      assert.equal(searchParams.get('redirect_uri'), `${site}/api/v1/auth/oidc/callback`);
      for (const name of ['state', 'nonce', 'code_challenge']) {
        const value = searchParams.get(name) ?? '';
        assert.ok(value.length >= 32, name);
        seen.add(value);
      }
    }
    assert.equal(seen.size, 6);
  });

  it('reports failures as JSON to API clients', async () => {
    await assertRefused(call(app, 'GET', '/auth/oidc/callback?code=x&state=y'), 400, 'SIGN_IN_FAILED');
  });
});

describe('an account created by OpenID Connect', () => {
  it('can be deleted only with a recent session', async () => {
    const person = someone();
    const { token } = await signIn(person);
    clock.advance(16 * 60_000);
    await assertRefused(request(app, 'DELETE', '/account', { token }), 403, 'FORBIDDEN');
    const fresh = await signIn(person);
    assert.equal((await request(app, 'DELETE', '/account', { token: fresh.token })).status, 200);
    const next = await signIn(person);
    assert.equal((await accountOf(next.token)).email, person.email, 'a later sign-in creates a new account');
  });
});

describe('a service', () => {
  it('shows the name of its provider', async () => {
    const { oidc } = await dataOf<{ oidc: { name: string } }>(call(app, 'GET', '/site'));
    assert.deepEqual(oidc, { name: 'Example ID' });
  });

  it('without a provider has no OpenID Connect endpoints', async () => {
    await using plain = await startApp();
    for (const path of ['start', 'callback?code=x&state=y']) {
      await assertRefused(call(plain, 'GET', `/auth/oidc/${path}`), 404, 'ENDPOINT_NOT_FOUND');
    }
  });

  it('answers 503 while its provider is unreachable, and retries at the next sign-in', async () => {
    await using silent = await startOidc();
    await using lonely = await startApp({ env: settings(silent.issuer) });
    for (let i = 0; i < 2; i++) {
      await assertRefused(call(lonely, 'GET', '/auth/oidc/start'), 503, 'SERVICE_UNAVAILABLE');
    }
  });

  it('does not start with incomplete settings', async () => {
    await assert.rejects(startApp({ env: { IMGD_OIDC_ISSUER: 'https://id.example' } }), /IMGD_OIDC_CLIENT_ID/);
  });
});

describe('sign-in with OpenID Connect and a second factor', () => {
  it('takes the second step, unless the provider has asked for a second factor', async () => {
    const person = someone();
    const first = await signIn(person);
    const { ticket, secret } = await dataOf<TotpSetUp>(call(app, 'POST', '/account/second-factors/totp', first.token));
    const code = totpCode(secret, clock.now());
    assert.equal((await finishTotp(app, first.token, ticket, code)).status, 200, 'a fresh session needs no password');

    const { answer, token } = await signIn(person);
    assert.equal(token, '');
    const [address, step = ''] = (answer.headers.get('location') ?? '').split('#');
    assert.deepEqual([answer.status, address], [302, `${site}/login`]);
    await assertRefused(call(app, 'GET', '/account', step), 401, 'INVALID_API_KEY');
    clock.advance(STEP_MS);
    const proven = await prove(app, step, { code: totpCode(secret, clock.now()) });
    assert.equal((await dataOf<SignedIn>(proven)).account.email, person.email);

    const strong = await signIn({ ...person, amr: ['pwd', 'otp', 'mfa'] });
    assert.equal((await accountOf(strong.token)).email, person.email);
    const weak = await signIn({ ...person, amr: ['pwd'] });
    assert.equal(weak.token, '');
  });
});
