import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { deleteUndecided } from '../../src/actions/moderation/approve-account.ts';
import { assertRefused, upload, uploaded } from '../support/api.ts';
import { createFakeClock } from '../support/clock.ts';
import { accountOf, bearer, call, send, smallPng, storageBeside } from '../support/requests.ts';
import { dataOf, login, PASSWORD, request, type SignedIn } from '../support/sign-in.ts';
import { type MailServer, startMailServer } from '../support/smtp.ts';
import { startApp, type TestApp } from '../support/start-app.ts';
import { until } from '../support/until.ts';

interface Registered {
  account: { id: string; email: string; waiting_for: string | null };
  api_key: { key: string };
}

const DAY_MS = 86_400_000;
let mail: MailServer;
let app: TestApp;
let admin: { key: string; email: string };
before(async () => {
  mail = await startMailServer();
  app = await startApp({ env: { ...mailEnv(), IMGD_REGISTRATION: 'approval' } });
  admin = await accountOf(app, { isAdmin: true });
});
after(async () => {
  await app[Symbol.asyncDispose]();
  await mail[Symbol.asyncDispose]();
});

const mailEnv = () => ({ IMGD_SMTP_URL: mail.url, IMGD_BASE_URL: 'http://images.example' });
const register = (target = app, body: object = {}) =>
  dataOf<Registered>(
    send(target, '/auth/register', { email: `${randomUUID()}@a.example`, password: PASSWORD, ...body }),
  );
const decide = (id: string, decision: 'approve' | 'reject', key = admin.key) =>
  call(app, 'POST', `/admin/accounts/${id}/${decision}`, key);
const tokenOf = async (email: string) => (await dataOf<SignedIn>(login(app, email))).session.token;
const actionsOn = async (id: string) =>
  (
    await dataOf<{ entries: { subject: string; action: string }[] }>(call(app, 'GET', '/admin/audit', admin.key))
  ).entries.flatMap(({ subject, action }) => (subject === id ? [action] : []));

describe('an account with IMGD_REGISTRATION=approval', () => {
  it('signs in and sees that it waits, and can neither upload nor create keys, tickets, albums or webhooks', async () => {
    const { account, api_key: key } = await register();
    assert.equal(account.waiting_for, 'approval');
    const token = await tokenOf(account.email);
    for (const credential of [token, key.key]) {
      const own = await dataOf<{ waiting_for: string }>(call(app, 'GET', '/account', credential));
      assert.equal(own.waiting_for, 'approval');
      const error = await assertRefused(upload(app, await smallPng(1), {}, bearer(credential)), 403, 'ACCOUNT_WAITING');
      assert.deepEqual(error.details, { waiting_for: 'approval' });
      const creations: [string, object][] = [
        ['/keys', { name: 'k' }],
        ['/tickets', {}],
        ['/albums', { name: 'a' }],
        ['/webhooks', { url: 'https://example.com/', events: ['*'] }],
      ];
      for (const [path, body] of creations)
        await assertRefused(send(app, path, body, credential), 403, 'ACCOUNT_WAITING');
      await assertRefused(call(app, 'GET', '/images', credential), 403, 'ACCOUNT_WAITING');
      const tus = { 'tus-resumable': '1.0.0', 'upload-length': '100', ...bearer(credential) };
      await assertRefused(call(app, 'POST', '/uploads', undefined, tus), 403, 'ACCOUNT_WAITING');
    }
  });

  it('is listed for administrators, and after the approval its key and session work; a mail tells its owner', async () => {
    const { account, api_key: key } = await register();
    const token = await tokenOf(account.email);
    const { accounts } = await dataOf<{ accounts: { id: string; waiting_for: string }[] }>(
      call(app, 'GET', '/admin/accounts?waiting=true', admin.key),
    );
    assert.ok(accounts.some(({ id }) => id === account.id));
    assert.ok(accounts.every((one) => one.waiting_for === 'approval'));
    const { waiting_accounts: count } = await dataOf<{ waiting_accounts: number }>(
      call(app, 'GET', '/admin/attention', admin.key),
    );
    assert.equal(count, accounts.length);
    await assertRefused(decide(account.id, 'approve', key.key), 403, 'ACCOUNT_WAITING');
    assert.equal((await dataOf<{ waiting_for: null }>(decide(account.id, 'approve'))).waiting_for, null);
    await dataOf(decide(account.id, 'approve'));
    assert.deepEqual(await actionsOn(account.id), ['account.approve']);
    for (const [shade, credential] of [token, key.key].entries()) {
      await uploaded(upload(app, await smallPng(shade), {}, bearer(credential)));
    }
    await until(() =>
      mail.mails.some(({ to, text }) => to.includes(account.email) && /Subject: Your account is approved/.test(text)),
    );
    await assertRefused(decide(account.id, 'reject'), 409, 'ACCOUNT_NOT_WAITING');
  });

  it('is deleted when an administrator rejects it, and its address is free again', async () => {
    const { account, api_key: key } = await register();
    await dataOf(decide(account.id, 'reject'));
    assert.deepEqual(await actionsOn(account.id), ['account.reject']);
    await assertRefused(call(app, 'GET', '/account', key.key), 401, 'INVALID_API_KEY');
    for (const decision of ['approve', 'reject'] as const) {
      await assertRefused(decide(account.id, decision), 404, 'ACCOUNT_NOT_FOUND');
    }
    await register(app, { email: account.email });
  });

  it('needs no approval when an administrator has invited it', async () => {
    const { token } = await dataOf<{ token: string }>(send(app, '/admin/invitations', {}, admin.key));
    const { account, api_key: key } = await register(app, { invitation: token });
    assert.equal(account.waiting_for, null);
    await uploaded(upload(app, await smallPng(3), {}, bearer(key.key)));
  });

  it('is deleted without a decision in time', async () => {
    const [late, approved] = [await register(), await register()];
    await dataOf(decide(approved.account.id, 'approve'));
    const storage = await storageBeside(app);
    try {
      const clock = createFakeClock();
      clock.advance(29 * DAY_MS);
      await deleteUndecided({ ...storage, clock }, 30);
      await dataOf(call(app, 'GET', '/account', late.api_key.key));
      clock.advance(DAY_MS + 60_000);
      await deleteUndecided({ ...storage, clock }, 30);
    } finally {
      await storage.close();
    }
    await assertRefused(call(app, 'GET', '/account', late.api_key.key), 401, 'INVALID_API_KEY');
    await dataOf(call(app, 'GET', '/account', approved.api_key.key));
  });
});

describe('an account of a domain of IMGD_REGISTRATION_DOMAINS, with a mail server', () => {
  it('waits until the mailed link proves its address', async () => {
    await using narrow = await startApp({ env: { ...mailEnv(), IMGD_REGISTRATION_DOMAINS: 'a.example' } });
    const { account, api_key: key } = await register(narrow);
    assert.equal(account.waiting_for, 'verification');
    const png = await smallPng(1);
    const error = await assertRefused(upload(narrow, png, {}, bearer(key.key)), 403, 'ACCOUNT_WAITING');
    assert.match(error.message, /open the link/);
    const link = /\/verify#(imgdv_[0-9A-Za-z]{38})/;
    const token = await until(() =>
      mail.mails.flatMap(({ to, text }) => (to.includes(account.email) ? (link.exec(text)?.[1] ?? []) : [])).at(0),
    );
    await dataOf(request(narrow, 'POST', '/auth/verify', { body: { token } }));
    await uploaded(upload(narrow, png, {}, bearer(key.key)));
  });
});
