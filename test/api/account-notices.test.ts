import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertRefused } from '../support/api.ts';
import { createFakeClock } from '../support/clock.ts';
import { call } from '../support/requests.ts';
import { newProtected, prove } from '../support/second-factor.ts';
import { dataOf, newPerson, openBrowser, PASSWORD, type Person, request, type SignedIn } from '../support/sign-in.ts';
import { type MailServer, startMailServer } from '../support/smtp.ts';
import { startApp, type TestApp } from '../support/start-app.ts';
import { until } from '../support/until.ts';

const NEW_PASSWORD = 'another horse entirely';
const clock = createFakeClock();

let mail: MailServer;
let app: TestApp;
before(async () => {
  mail = await startMailServer();
  app = await startApp({ clock, env: { IMGD_SMTP_URL: mail.url } });
});
after(async () => {
  await app[Symbol.asyncDispose]();
  await mail[Symbol.asyncDispose]();
});

const mailsTo = (email: string, subject: RegExp) =>
  mail.mails.filter(({ to, text }) => to.includes(email) && subject.test(/^Subject: (.*)\r?$/m.exec(text)?.[1] ?? ''));
const nextMail = (email: string, subject: RegExp) => until(() => mailsTo(email, subject)[0]);
const newKey = (token: string, name = 'a key') =>
  dataOf<{ id: string; key: string; prefix: string; last4: string }>(
    request(app, 'POST', '/keys', { body: { name, scopes: ['images:write'] }, token }),
  );

async function verified(person: Person): Promise<Person> {
  const { text } = await nextMail(person.email, /Confirm/);
  const token = /#(imgdv_[0-9A-Za-z]{38})/.exec(text)?.[1];
  await dataOf(request(app, 'POST', '/auth/verify', { body: { token } }));
  return person;
}

describe('the owner of an account', () => {
  it('gets a mail about a new password, with the time and the caller', async () => {
    const { email, key } = await newPerson(app);
    const body = { current_password: PASSWORD, new_password: NEW_PASSWORD };
    await dataOf(request(app, 'POST', '/account/password', { body, token: key }));
    const { text } = await nextMail(email, /Your password was changed/);
    assert.match(text, /From: {2}(127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)/);
    assert.ok(text.includes(new Date(clock.now()).toISOString().slice(0, 16)));
    assert.match(text, /Content-Type: text\/plain/);
    assert.ok(!text.includes(NEW_PASSWORD) && !text.includes(PASSWORD));
  });

  it('gets a mail about each new, replaced, changed and revoked key, by its visible characters', async () => {
    const { email, key } = await newPerson(app);
    const made = await newKey(key, 'a text of the caller');
    const created = await nextMail(email, /An API key was created/);
    assert.ok(created.text.includes(made.prefix) && created.text.includes(made.last4));
    assert.ok(!created.text.includes(made.key) && !created.text.includes('a text of the caller'));
    await dataOf(request(app, 'PATCH', `/keys/${made.id}`, { body: { name: 'renamed' }, token: key }));
    await nextMail(email, /An API key was changed/);
    const next = await dataOf<{ id: string }>(
      request(app, 'POST', `/keys/${made.id}/rotate`, { body: {}, token: key }),
    );
    await nextMail(email, /An API key was replaced/);
    await dataOf(call(app, 'DELETE', `/keys/${next.id}`, key));
    await nextMail(email, /An API key was revoked/);
    await assertRefused(call(app, 'DELETE', `/keys/${next.id}`, key), 404, 'KEY_NOT_FOUND');
    assert.equal(mailsTo(email, /revoked/).length, 1, 'a refused change causes no mail');
  });

  it('gets a mail at the old address about a new one', async () => {
    const { email, key } = await newPerson(app);
    const body = { email: `new-${email}`, password: PASSWORD };
    await dataOf(request(app, 'PATCH', '/account', { body, token: key }));
    await nextMail(email, /A new email address was requested/);
  });

  it('gets a mail about each second factor, new recovery codes and a used one', async () => {
    const person = await newProtected(app, clock);
    const added = await nextMail(person.email, /A second factor was added/);
    assert.ok(![person.secret, ...person.recoveryCodes].some((secret) => added.text.includes(secret)));
    const recovery = { recovery_code: person.recoveryCodes[0] ?? '' };
    const { session } = await dataOf<SignedIn>(prove(app, await person.ticket(), recovery));
    await nextMail(person.email, /A recovery code was used/);
    const proof = { body: { password: PASSWORD }, token: session.token };
    await dataOf(request(app, 'POST', '/account/second-factors/recovery-codes', proof));
    await nextMail(person.email, /Your recovery codes were replaced/);
    await dataOf(request(app, 'DELETE', `/account/second-factors/${person.factorId}`, proof));
    const { text } = await nextMail(person.email, /A second factor was removed/);
    assert.match(text, /From: {2}(127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)/);
    await assertRefused(prove(app, 'wrong', recovery), 401, 'INVALID_SECOND_FACTOR');
    assert.equal(mailsTo(person.email, /recovery code/i).length, 2, 'a refused proof causes no mail');
  });

  it('gets a bounded number of mails a day, and those about passwords in any case', async () => {
    const { email, key } = await verified(await newPerson(app));
    for (let i = 0; i < 11; i++) {
      const { id } = await newKey(key);
      await dataOf(call(app, 'DELETE', `/keys/${id}`, key));
    }
    const body = { current_password: PASSWORD, new_password: NEW_PASSWORD };
    await dataOf(request(app, 'POST', '/account/password', { body, token: key }));
    await nextMail(email, /Your password was changed/);
    const about = await until(() => {
      const found = mailsTo(email, /An API key/);
      return found.length >= 10 ? found : undefined;
    });
    assert.equal(about.length, 10);
    assert.equal(about.filter(({ text }) => /Further changes of today/.test(text)).length, 1);
    clock.advance(86_400_000);
    await newKey(key);
    await until(() => mailsTo(email, /An API key/).length === 11);
  });
});

describe('POST /api/v1/account/password', () => {
  it('ends the other sessions and, with revoke_keys, all keys but the caller', async () => {
    const { email, key } = await newPerson(app);
    const other = await newKey(key);
    const browser = await openBrowser(app, email);
    const change = (body: object) => dataOf(request(app, 'POST', '/account/password', { body, token: key }));
    assert.deepEqual(await change({ current_password: PASSWORD, new_password: NEW_PASSWORD }), {
      password_changed: true,
      keys_revoked: 0,
      sessions_ended: 1,
    });
    await assertRefused(call(app, 'GET', '/account', browser.token), 401, 'INVALID_API_KEY');
    assert.equal((await call(app, 'GET', '/usage', other.key)).status, 200);
    assert.deepEqual(
      await change({ current_password: NEW_PASSWORD, new_password: 'a third horse', revoke_keys: true }),
      { password_changed: true, keys_revoked: 1, sessions_ended: 0 },
    );
    await assertRefused(call(app, 'GET', '/usage', other.key), 401, 'INVALID_API_KEY');
    assert.equal((await call(app, 'GET', '/usage', key)).status, 200);
  });
});
