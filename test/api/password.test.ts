import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { requestReset } from '../../src/actions/accounts/reset-password.ts';
import { assertRefused, json } from '../support/api.ts';
import { createFakeClock } from '../support/clock.ts';
import { accountOf, call, storageBeside } from '../support/requests.ts';
import { dataOf, login, newPerson, openBrowser, PASSWORD, request } from '../support/sign-in.ts';
import { type MailServer, startMailServer } from '../support/smtp.ts';
import { startApp, type TestApp } from '../support/start-app.ts';
import { until } from '../support/until.ts';

const MINUTE_MS = 60_000;
const NEW_PASSWORD = 'another horse entirely';
const SMTP_PASSWORD = 'secret-of-the-mail-server';
const clock = createFakeClock();

let mail: MailServer;
let app: TestApp;
before(async () => {
  mail = await startMailServer(SMTP_PASSWORD);
  app = await startApp({ clock, env: { IMGD_SMTP_URL: mail.url, IMGD_BASE_URL: 'http://images.example' } });
});
after(async () => {
  await app[Symbol.asyncDispose]();
  await mail[Symbol.asyncDispose]();
});

const forgot = (email: string, target = app) => request(target, 'POST', '/auth/password/forgot', { body: { email } });
const reset = (token: string, password = NEW_PASSWORD) =>
  request(app, 'POST', '/auth/password/reset', { body: { token, password } });
const mailsTo = (email: string) =>
  mail.mails.filter(({ to, text }) => to.includes(email) && /^Subject: A new password for/m.test(text));
const tokenIn = (text: string) =>
  /\/images\.example\/reset#(imgdr_[0-9A-Za-z]{38})\r?\n/.exec(text)?.[1] ?? assert.fail(text);

async function linkFor(email: string): Promise<string> {
  const before = mailsTo(email).length;
  assert.equal((await forgot(email)).status, 200);
  const found = await until(() => mailsTo(email)[before]);
  return tokenIn(found.text);
}

describe('a forgotten password', () => {
  it('is replaced with the mailed link, which ends all keys and sessions', async () => {
    const { email, key } = await newPerson(app);
    const browser = await openBrowser(app, email);
    const token = await linkFor(email);
    const [sent] = mailsTo(email);
    assert.equal(sent?.from, 'imgd@images.example');
    assert.match(sent.text, /^Auto-Submitted: auto-generated\r?$/im);
    assert.match(sent.text, /Subject: A new password for images\.example/);
    assert.deepEqual(await dataOf(reset(token)), { password_changed: true, keys_revoked: 1, sessions_ended: 1 });
    await assertRefused(call(app, 'GET', '/account', browser.token), 401, 'INVALID_API_KEY');
    await assertRefused(call(app, 'GET', '/account', key), 401, 'INVALID_API_KEY');
    await assertRefused(login(app, email), 401, 'INVALID_CREDENTIALS');
    assert.equal((await login(app, email, NEW_PASSWORD)).status, 200);
  });

  it('gets the same response and the same work for known and unknown addresses', async () => {
    await using service = await startApp({ env: { IMGD_SMTP_URL: mail.url } });
    const { email } = await newPerson(service);
    // The request only adds a job, without looking up the account.
    await service.service.jobs.stop();
    const storage = await storageBeside(service);
    const answers = [];
    for (const address of [email, `${randomUUID()}@example.com`]) {
      const answer = await request(service, 'POST', '/auth/password/forgot', { body: { email: address } });
      const body = await json<Record<string, unknown>>(answer);
      const jobs = storage.db.selectFrom('jobs').select('id').where('kind', '=', 'send-password-reset');
      answers.push([answer.status, body, (await jobs.execute()).length]);
    }
    await storage.close();
    const [known, unknown] = answers;
    assert.deepEqual(known, [...(unknown ?? []).slice(0, 2), 1]);
    assert.equal(unknown?.[2], 2);
  });
});

describe('POST /api/v1/auth/password/reset', () => {
  it('accepts a link once, also for two parallel requests', async () => {
    const { email } = await newPerson(app);
    const token = await linkFor(email);
    const answers = await Promise.all([reset(token), reset(token, 'a third horse')]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400]);
    assert.equal((await assertRefused(reset(token), 400, 'INVALID_PARAMETER')).param, 'token');
  });

  it('accepts a link for one hour', async () => {
    const { email } = await newPerson(app);
    const token = await linkFor(email);
    clock.advance(60 * MINUTE_MS);
    await assertRefused(reset(token), 400, 'INVALID_PARAMETER');
    const next = await linkFor(email);
    clock.advance(60 * MINUTE_MS - 1);
    assert.equal((await reset(next)).status, 200);
  });

  it('invalidates the other links of the account', async () => {
    const { email } = await newPerson(app);
    const [first, second] = [await linkFor(email), await linkFor(email)];
    assert.equal((await reset(first)).status, 200);
    await assertRefused(reset(second), 400, 'INVALID_PARAMETER');
  });

  it('refuses invalid links, and weak passwords without using up the link', async () => {
    const { email, key } = await newPerson(app);
    for (const token of ['', 'x', key, `imgdr_${'0'.repeat(38)}`]) {
      assert.equal((await assertRefused(reset(token), 400, 'INVALID_PARAMETER')).param, 'token');
    }
    const token = await linkFor(email);
    await assertRefused(call(app, 'GET', '/usage', token), 401, 'INVALID_API_KEY');
    assert.equal((await assertRefused(reset(token, 'short'), 400, 'INVALID_PARAMETER')).param, 'password');
    assert.equal((await reset(token)).status, 200);
  });

  it('sets a password for an account without one', async () => {
    const { email, key } = await accountOf(app, {});
    assert.equal((await dataOf<{ has_password: boolean }>(call(app, 'GET', '/account', key))).has_password, false);
    assert.equal((await reset(await linkFor(email))).status, 200);
    assert.equal((await login(app, email, NEW_PASSWORD)).status, 200);
  });
});

describe('mail', () => {
  it('is retried after a refusal of the server, and the link of the failed attempt is invalid', async () => {
    const ticking = createFakeClock();
    await using own = await startMailServer();
    await using service = await startApp({ clock: ticking, env: { IMGD_SMTP_URL: own.url } });
    const { email } = await accountOf(service, {});
    own.refuse = true;
    await forgot(email, service);
    await until(() => own.begun() === 1);
    const storage = await storageBeside(service);
    const job = await until(async () => {
      const [row] = await storage.db.selectFrom('jobs').selectAll().where('last_error', 'is not', null).execute();
      return row;
    });
    assert.equal(job.kind, 'send-password-reset');
    assert.deepEqual(await storage.db.selectFrom('password_resets').selectAll().execute(), []);
    own.refuse = false;
    ticking.advance(MINUTE_MS);
    await until(() => own.mails.length === 1);
    assert.ok(!JSON.stringify(job).includes('imgdr_'), 'no token is stored');
    await storage.close();
  });

  it('is limited for each mailbox', async () => {
    await using service = await startApp({ env: { IMGD_SMTP_URL: mail.url } });
    const { email } = await newPerson(service);
    for (let i = 0; i < 8; i++) await forgot(email, service);
    const storage = await storageBeside(service);
    await until(async () => {
      const jobs = storage.db.selectFrom('jobs').select('id').where('kind', '=', 'send-password-reset');
      return (await jobs.execute()).length === 0;
    });
    await storage.close();
    assert.equal(mailsTo(email).length, 5);
  });

  it('is dropped when the service restarts without a mail server', async () => {
    await using silent = await startApp();
    const storage = await storageBeside(silent);
    await requestReset(storage, 'someone@example.com');
    await until(async () => {
      const jobs = storage.db.selectFrom('jobs').select('last_error').where('kind', '=', 'send-password-reset');
      const [job] = await jobs.execute();
      assert.equal(job?.last_error ?? null, null);
      return job === undefined;
    });
    await storage.close();
  });

  it('is not announced without a mail server', async () => {
    await using silent = await startApp();
    const { email } = await newPerson(silent);
    const site = await dataOf<{ password_reset: string }>(call(silent, 'GET', '/site'));
    assert.equal(site.password_reset, 'none');
    const asked = [email, `${randomUUID()}@example.com`].map(async (address) =>
      json<{ message: string }>(await forgot(address, silent)),
    );
    const [known, unknown] = await Promise.all(asked);
    assert.deepEqual(known, unknown);
    assert.match(known?.message ?? '', /sends no mail/);
    const mailing = await dataOf<{ password_reset: string }>(call(app, 'GET', '/site'));
    assert.equal(mailing.password_reset, 'mail');
  });
});

describe('POST /api/v1/account/password', () => {
  it('sets a new password and ends all other sessions', async () => {
    const { email } = await newPerson(app);
    const [one, two] = [await openBrowser(app, email), await openBrowser(app, email)];
    const body = { current_password: PASSWORD, new_password: NEW_PASSWORD };
    const origin = 'http://images.example';
    const answer = request(app, 'POST', '/account/password', { body, headers: { ...one.own, origin } });
    assert.deepEqual(await dataOf(answer), { password_changed: true, keys_revoked: 0, sessions_ended: 1 });
    assert.equal((await call(app, 'GET', '/account', one.token)).status, 200);
    await assertRefused(call(app, 'GET', '/account', two.token), 401, 'INVALID_API_KEY');
    await assertRefused(login(app, email), 401, 'INVALID_CREDENTIALS');
    assert.equal((await login(app, email, NEW_PASSWORD)).status, 200);
  });

  it('refuses a wrong or missing current password, and a weak new one', async () => {
    const { key, email } = await newPerson(app);
    const change = (body: unknown) => request(app, 'POST', '/account/password', { body, token: key });
    const new_password = NEW_PASSWORD;
    const wrong = await assertRefused(change({ current_password: 'wrong', new_password }), 401, 'INVALID_CREDENTIALS');
    assert.equal(wrong.param, 'current_password');
    assert.equal((await assertRefused(change({ new_password }), 400, 'INVALID_PARAMETER')).param, 'current_password');
    for (const weak of ['short', 'x'.repeat(129)]) {
      const answer = change({ current_password: PASSWORD, new_password: weak });
      assert.equal((await assertRefused(answer, 400, 'INVALID_PARAMETER')).param, 'new_password');
    }
    assert.equal((await login(app, email)).status, 200, 'the old password still works');
  });

  it('limits attempts to guess the password', async () => {
    const { key } = await newPerson(app);
    const body = { current_password: 'wrong', new_password: NEW_PASSWORD };
    for (let i = 0; i < 10; i++) {
      await assertRefused(request(app, 'POST', '/account/password', { body, token: key }), 401, 'INVALID_CREDENTIALS');
    }
    const right = { current_password: PASSWORD, new_password: NEW_PASSWORD };
    await assertRefused(
      request(app, 'POST', '/account/password', { body: right, token: key }),
      429,
      'TOO_MANY_ATTEMPTS',
    );
  });

  it('invalidates earlier links', async () => {
    const { email, key } = await newPerson(app);
    const token = await linkFor(email);
    const body = { current_password: PASSWORD, new_password: NEW_PASSWORD };
    await dataOf(request(app, 'POST', '/account/password', { body, token: key }));
    await assertRefused(reset(token), 400, 'INVALID_PARAMETER');
  });
});
