import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { verify } from '@node-rs/argon2';
import { signIn } from '../../../../src/actions/accounts/sessions.ts';
import { createPasswordCheck, DUMMY_HASH, hashPassword } from '../../../../src/identity/password-hash.ts';
import { accountOf, storageBeside } from '../../../support/requests.ts';
import { newPerson, PASSWORD } from '../../../support/sign-in.ts';
import { startApp, type TestApp } from '../../../support/start-app.ts';

/** The parameters of the hash: everything before its salt. */
const costOf = (hash: string) => hash.split('$').slice(0, 4).join('$');

let app: TestApp;
before(async () => {
  app = await startApp();
});
after(() => app[Symbol.asyncDispose]());

describe('signIn', () => {
  it('does the same work for existing accounts, accounts without a password and unknown ones', async () => {
    const storage = await storageBeside(app);
    const { email } = await newPerson(app);
    const { email: withoutPassword } = await accountOf(app, {});
    const compared: string[] = [];
    const checkPassword = createPasswordCheck((hash, password) => {
      compared.push(hash);
      return verify(hash, password);
    });
    const deps = { ...storage, sessionDays: 1, checkPassword };
    const attempt = (address: string, password: string) =>
      signIn(deps, { email: address, password }, { userAgent: undefined });
    for (const address of [email, withoutPassword, 'nobody@example.com']) {
      const before = compared.length;
      await assert.rejects(attempt(address, 'wrong password'), { code: 'INVALID_CREDENTIALS' });
      assert.equal(compared.length, before + 1, address);
    }
    assert.deepEqual(new Set(compared.map(costOf)).size, 1);
    assert.equal((await attempt(email, PASSWORD)).account.email, email);
    await storage.close();
  });

  it('never succeeds without a stored password', async () => {
    const check = createPasswordCheck(async () => true);
    assert.deepEqual(
      [await check(null, 'x'), await check(undefined, 'x'), await check('hash', 'x')],
      [false, false, true],
    );
  });

  it('does the same work for the dummy hash as for a new one', async () => {
    assert.equal(costOf(DUMMY_HASH), costOf(await hashPassword('x')));
    assert.equal(await verify(DUMMY_HASH, 'x'), false);
  });
});
