import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { picture } from '../fixtures/pixels.ts';
import { assertRefused, upload, uploaded } from '../support/api.ts';
import { createFakeClock } from '../support/clock.ts';
import { bearer, call, storageBeside } from '../support/requests.ts';
import { dataOf, login, newPerson, PASSWORD, request, type SignedIn } from '../support/sign-in.ts';
import { type MailServer, startMailServer } from '../support/smtp.ts';
import { startApp, type TestApp } from '../support/start-app.ts';
import { until } from '../support/until.ts';

const DAY_MS = 86_400_000;
const NEW_PASSWORD = 'another horse entirely';
const clock = createFakeClock();

interface Profile {
  email: string;
  email_verified: boolean;
  pending_email: string | null;
}

let mail: MailServer;
let app: TestApp;
before(async () => {
  mail = await startMailServer();
  app = await startApp({ clock, env: { IMGD_SMTP_URL: mail.url, IMGD_BASE_URL: 'http://images.example' } });
});
after(async () => {
  await app[Symbol.asyncDispose]();
  await mail[Symbol.asyncDispose]();
});

const profileOf = (token: string, target = app) => dataOf<Profile>(call(target, 'GET', '/account', token));
const verify = (token: string, target = app) => request(target, 'POST', '/auth/verify', { body: { token } });
const sendAgain = (token: string) => request(app, 'POST', '/account/verification', { token });
const reset = (token: string, password = NEW_PASSWORD) =>
  request(app, 'POST', '/auth/password/reset', { body: { token, password } });
const move = (token: string, email: string, password = PASSWORD) =>
  request(app, 'PATCH', '/account', { token, body: { email, password } });
const newAddress = () => `${randomUUID()}@example.com`;

/** Tokens of the mailed links of a page, oldest first. */
function tokensTo(email: string, page: 'verify' | 'reset'): string[] {
  const link = new RegExp(`//images\\.example/${page}#(imgd[rv]_[0-9A-Za-z]{38})\\r?\\n`);
  return mail.mails.flatMap(({ to, text }) => (to.includes(email) ? (link.exec(text)?.[1] ?? []) : []));
}

const tokenTo = (email: string, page: 'verify' | 'reset' = 'verify', index = 0) =>
  until(() => tokensTo(email, page)[index]);

async function resetLink(email: string): Promise<string> {
  const before = tokensTo(email, 'reset').length;
  await dataOf(request(app, 'POST', '/auth/password/forgot', { body: { email } }));
  return tokenTo(email, 'reset', before);
}

describe('the address of a new account', () => {
  it('is verified by the mailed link, once, while the account works at once', async () => {
    const { email, key } = await newPerson(app);
    assert.deepEqual(await profileOf(key), { ...(await profileOf(key)), email_verified: false, pending_email: null });
    await uploaded(upload(app, await picture(8, 8).png().toBuffer(), {}, bearer(key)));
    const token = await tokenTo(email);
    assert.deepEqual(await dataOf(verify(token)), { email, email_verified: true });
    assert.equal((await profileOf(key)).email_verified, true, 'the key goes on working');
    assert.equal((await assertRefused(verify(token), 400, 'INVALID_PARAMETER')).param, 'token');
  });

  it('is verified by one of two parallel requests', async () => {
    const { email } = await newPerson(app);
    const token = await tokenTo(email);
    const answers = await Promise.all([verify(token), verify(token)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400]);
  });

  it('is verified within a day, and not by any other token', async () => {
    const { email, key } = await newPerson(app);
    const token = await tokenTo(email);
    for (const wrong of ['', 'x', key, `imgdv_${'0'.repeat(38)}`, await resetLink(email)]) {
      assert.equal((await assertRefused(verify(wrong), 400, 'INVALID_PARAMETER')).param, 'token');
    }
    await assertRefused(reset(token), 400, 'INVALID_PARAMETER');
    await assertRefused(call(app, 'GET', '/usage', token), 401, 'INVALID_API_KEY');
    clock.advance(DAY_MS);
    await assertRefused(verify(token), 400, 'INVALID_PARAMETER');
    await dataOf(sendAgain(key));
    assert.equal((await verify(await tokenTo(email, 'verify', 1))).status, 200);
    assert.deepEqual(await dataOf(sendAgain(key)), { requested: false });
  });

  it('is stored with a hash of the token only', async () => {
    const { email } = await newPerson(app);
    const token = await tokenTo(email);
    const storage = await storageBeside(app);
    const rows = await storage.db.selectFrom('email_verifications').selectAll().where('email', '=', email).execute();
    await storage.close();
    assert.equal(rows.length, 1);
    assert.ok(!JSON.stringify(rows).includes(token.slice(6, 30)));
  });

  it('receives at most five links a day, from all accounts together', async () => {
    const { email, key } = await newPerson(app);
    const other = await newPerson(app);
    for (let i = 0; i < 6; i++) await dataOf(sendAgain(key));
    await assertRefused(move(other.key, email), 409, 'EMAIL_TAKEN');
    const marker = await newPerson(app);
    await tokenTo(marker.email);
    await until(async () => {
      const storage = await storageBeside(app);
      const jobs = storage.db.selectFrom('jobs').select('id').where('kind', '=', 'send-email-verification');
      const left = (await jobs.execute()).length;
      await storage.close();
      return left === 0;
    });
    assert.equal(tokensTo(email, 'verify').length, 5);
    for (let i = 0; i < 4; i++) await sendAgain(key);
    await assertRefused(sendAgain(key), 429, 'TOO_MANY_ATTEMPTS');
  });

  it('stays unverified without a mail server', async () => {
    await using silent = await startApp();
    const { key } = await newPerson(silent);
    assert.equal((await profileOf(key, silent)).email_verified, false);
    const answer = dataOf(request(silent, 'POST', '/account/verification', { token: key }));
    assert.deepEqual(await answer, { requested: false });
    const email = newAddress();
    const body = { email, password: PASSWORD };
    const moved = await dataOf<Profile>(request(silent, 'PATCH', '/account', { token: key, body }));
    assert.deepEqual([moved.email, moved.pending_email], [email, null]);
    const storage = await storageBeside(silent);
    const jobs = await storage.db.selectFrom('jobs').select('kind').where('kind', 'like', 'send-%').execute();
    await storage.close();
    assert.deepEqual(jobs, [], 'nothing is queued');
  });
});

describe('a new address of an account', () => {
  it('replaces the old one when its mailed link is opened, and the old one gets a mail', async () => {
    const { email, key } = await newPerson(app);
    const next = newAddress();
    const asked = await dataOf<Profile>(move(key, next.toUpperCase()));
    assert.deepEqual([asked.email, asked.pending_email], [email, next]);
    assert.equal((await login(app, email)).status, 200, 'the old address stays until then');
    await assertRefused(login(app, next), 401, 'INVALID_CREDENTIALS');
    assert.deepEqual(await dataOf(verify(await tokenTo(next))), { email: next, email_verified: true });
    const moved = await profileOf(key);
    assert.deepEqual([moved.email, moved.email_verified, moved.pending_email], [next, true, null]);
    assert.equal((await login(app, next)).status, 200);
    await assertRefused(login(app, email), 401, 'INVALID_CREDENTIALS');
    const told = await until(() => mail.mails.find(({ to, text }) => to.includes(email) && /was changed/.test(text)));
    assert.ok(!told.text.includes(next), 'the old address does not learn the new one');
  });

  it('is withdrawn by the address of the account, by another one and by a new password', async () => {
    const { email, key } = await newPerson(app);
    const [first, second, third] = [newAddress(), newAddress(), newAddress()];
    await dataOf(move(key, first));
    const early = await tokenTo(first);
    await dataOf(move(key, second));
    const later = await tokenTo(second);
    await assertRefused(verify(early), 400, 'INVALID_PARAMETER');
    assert.equal((await dataOf<Profile>(move(key, email))).pending_email, null);
    await assertRefused(verify(later), 400, 'INVALID_PARAMETER');
    await dataOf(move(key, third));
    const last = await tokenTo(third);
    const body = { current_password: PASSWORD, new_password: NEW_PASSWORD };
    await dataOf(request(app, 'POST', '/account/password', { body, token: key }));
    await assertRefused(verify(last), 400, 'INVALID_PARAMETER');
    assert.equal((await profileOf(key)).email, email);
  });

  it('is refused when another account takes it before the link is opened', async () => {
    const { key } = await newPerson(app);
    const wanted = newAddress();
    await dataOf(move(key, wanted));
    const token = await tokenTo(wanted);
    const body = { email: wanted, password: PASSWORD };
    await dataOf(request(app, 'POST', '/auth/register', { body }));
    await assertRefused(verify(token), 409, 'EMAIL_TAKEN');
    await assertRefused(move(key, wanted), 409, 'EMAIL_TAKEN');
  });
});

describe('an account that a stranger registered with the address of its victim', () => {
  it('belongs to the victim alone after a reset by the mailed link', async () => {
    const victim = newAddress();
    const body = { email: victim, password: PASSWORD, session: true };
    const made = await dataOf<SignedIn & { api_key: { key: string } }>(
      request(app, 'POST', '/auth/register', { body }),
    );
    const stranger = made.api_key.key;
    const second = await dataOf<{ key: string }>(
      request(app, 'POST', '/keys', { body: { name: 'hidden' }, token: stranger }),
    );
    const trap = newAddress();
    await dataOf(move(stranger, trap));
    const trapToken = await tokenTo(trap);

    const answer = await dataOf(reset(await resetLink(victim)));
    assert.deepEqual(answer, { password_changed: true, keys_revoked: 2, sessions_ended: 1 });
    for (const token of [stranger, second.key, made.session.token]) {
      await assertRefused(call(app, 'GET', '/account', token), 401, 'INVALID_API_KEY');
    }
    await assertRefused(verify(trapToken), 400, 'INVALID_PARAMETER');
    await assertRefused(login(app, victim), 401, 'INVALID_CREDENTIALS');
    const { session } = await dataOf<SignedIn>(login(app, victim, NEW_PASSWORD));
    const profile = await profileOf(session.token);
    assert.deepEqual([profile.email, profile.email_verified, profile.pending_email], [victim, true, null]);
    const { keys } = await dataOf<{ keys: unknown[] }>(call(app, 'GET', '/keys', session.token));
    assert.deepEqual(keys, []);
  });

  it('gets no key from a request that the reset overtakes', async () => {
    const { email, key } = await newPerson(app);
    const token = await resetLink(email);
    const making = Array.from({ length: 8 }, (_, i) =>
      request(app, 'POST', '/keys', { body: { name: `late ${i}` }, token: key }),
    );
    const [, ...made] = await Promise.all([reset(token), ...making]);
    for (const answer of made) {
      const { data } = (await answer.json()) as { data?: { key: string } };
      if (data !== undefined) await assertRefused(call(app, 'GET', '/account', data.key), 401, 'INVALID_API_KEY');
    }
  });
});
