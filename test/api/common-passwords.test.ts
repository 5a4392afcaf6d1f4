import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { issueReset } from '../../src/actions/accounts/reset-password.ts';
import { findAccountByEmail, setPasswordHash } from '../../src/catalog/accounts/accounts.ts';
import { hashPassword } from '../../src/identity/password-hash.ts';
import { assertRefused } from '../support/api.ts';
import { storageBeside } from '../support/requests.ts';
import { dataOf, login, newPerson, PASSWORD, request } from '../support/sign-in.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

const COMMON = [
  'password',
  '12345678',
  'Password123',
  'aaaaaaaa',
  'abcabcabc',
  '987654321',
  'drowssap',
  'qwertyqwerty',
];

let app: TestApp;
before(async () => {
  app = await startApp();
});
after(() => app[Symbol.asyncDispose]());

const register = (email: string, password: string) =>
  request(app, 'POST', '/auth/register', { body: { email, password } });

async function assertWeak(answer: Promise<Response>, param: string, reason: string): Promise<void> {
  const error = await assertRefused(answer, 400, 'INVALID_PARAMETER');
  assert.deepEqual([error.param, error.details], [param, { reason }]);
}

describe('a common password', () => {
  it('is refused at registration, in any case and reversed, and without an account', async () => {
    for (const password of COMMON) {
      const email = `${randomUUID()}@example.com`;
      await assertWeak(register(email, password), 'password', 'common_password');
      await assertRefused(login(app, email, password), 401, 'INVALID_CREDENTIALS');
    }
    await dataOf(register(`${randomUUID()}@example.com`, 'mauve teapot 17'));
  });

  it('is refused at a change and at a reset, which leaves the link valid', async () => {
    const { email, key } = await newPerson(app);
    const change = (new_password: string) =>
      request(app, 'POST', '/account/password', { body: { current_password: PASSWORD, new_password }, token: key });
    await assertWeak(change('iloveyou'), 'new_password', 'common_password');
    const storage = await storageBeside(app);
    const account = (await findAccountByEmail(storage.db, email)) ?? assert.fail();
    const token = (await issueReset(storage, account, 'http://localhost', false)).split('#')[1];
    await storage.close();
    const reset = (password: string) => request(app, 'POST', '/auth/password/reset', { body: { token, password } });
    await assertWeak(reset('qwertyuiop'), 'password', 'common_password');
    await assertWeak(reset(email.toUpperCase()), 'password', 'email_address');
    await dataOf(reset('mauve teapot 17'));
  });

  it('goes on working where an account has it', async () => {
    const { email } = await newPerson(app);
    const storage = await storageBeside(app);
    const { id } = (await findAccountByEmail(storage.db, email)) ?? assert.fail();
    await setPasswordHash(storage.db, id, await hashPassword('password'));
    await storage.close();
    assert.equal((await login(app, email, 'password')).status, 200);
  });
});

describe('the email address', () => {
  it('is no password, nor is the part before its @', async () => {
    const local = `Someone.${randomUUID().slice(0, 8)}`;
    const email = `${local}@example.com`;
    for (const password of [email, local, local.toLowerCase()]) {
      await assertWeak(register(email, password), 'password', 'email_address');
    }
  });
});
