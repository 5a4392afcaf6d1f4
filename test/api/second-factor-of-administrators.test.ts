import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { assertRefused } from '../support/api.ts';
import { createFakeClock } from '../support/clock.ts';
import { accountOf, call, storageBeside, storageEnv } from '../support/requests.ts';
import {
  beginTotp,
  factorsOf,
  finishTotp,
  newProtected,
  type Protected,
  prove,
  STEP_MS,
  type TotpSetUp,
  totpCode,
} from '../support/second-factor.ts';
import { dataOf, login, newPerson, PASSWORD, type Person, request, type SignedIn } from '../support/sign-in.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

const run = promisify(execFile);
const program = fileURLToPath(new URL('../../bin/imgd.js', import.meta.url));
const clock = createFakeClock();
let app: TestApp;
before(async () => {
  app = await startApp({ clock });
});
after(() => app[Symbol.asyncDispose]());

const imgd = async (...command: string[]) => {
  const env = { PATH: process.env.PATH, ...(await storageEnv(app)) };
  return run(process.execPath, [program, 'account', ...command], { env });
};

async function promote<P extends Person>(person: P): Promise<P> {
  const storage = await storageBeside(app);
  await storage.db.updateTable('accounts').set({ is_admin: 1 }).where('id', '=', person.id).execute();
  await storage.close();
  return person;
}

const newSession = async ({ email }: Person) => (await dataOf<SignedIn>(login(app, email))).session.token;
const administers = async (token: string) => (await call(app, 'GET', '/admin/accounts', token)).status;

/** A session of an administrator after both steps. */
async function signInTwice(admin: Protected): Promise<string> {
  clock.advance(STEP_MS);
  const answer = prove(app, await admin.ticket(), { code: totpCode(admin.secret, clock.now()) });
  return (await dataOf<SignedIn>(answer)).session.token;
}

async function auditOf(subject: string): Promise<unknown[]> {
  const { key } = await accountOf(app, { isAdmin: true });
  const { entries } = await dataOf<{ entries: { subject: string; action: string; via: string; details: object }[] }>(
    call(app, 'GET', '/admin/audit?limit=100', key),
  );
  return entries.filter((entry) => entry.subject === subject).map(({ action, via, details }) => [action, via, details]);
}

describe('imgd account require-second-factor', () => {
  it('refuses administration to sessions of the administrator without one, until one is added', async () => {
    const admin = await promote(await newPerson(app));
    const other = await promote(await newPerson(app));
    const [token, key] = [await newSession(admin), (await accountOf(app, { isAdmin: true })).key];
    assert.equal(await administers(token), 200);
    const { stdout } = await imgd('require-second-factor', admin.email);
    assert.equal(stdout, `a second factor is now required of ${admin.email}\n`);

    const { message } = await assertRefused(call(app, 'GET', '/admin/accounts', token), 403, 'SECOND_FACTOR_MISSING');
    assert.match(message, /Add one to the account/);
    assert.equal((await call(app, 'GET', '/account', token)).status, 200, 'everything else works');
    assert.equal((await factorsOf(app, token)).required, true);
    const body = { name: 'key of an administrator', scopes: ['admin'] };
    await assertRefused(request(app, 'POST', '/keys', { body, token }), 403, 'INSUFFICIENT_SCOPE');
    assert.equal(await administers(await newSession(other)), 200, 'of the others none is required');
    assert.equal(await administers(key), 200, 'keys are credentials of their own');

    const { ticket, secret } = await dataOf<TotpSetUp>(beginTotp(app, token));
    assert.equal((await finishTotp(app, token, ticket, totpCode(secret, clock.now()))).status, 200);
    assert.equal(await administers(token), 200);
    assert.equal((await request(app, 'POST', '/keys', { body, token })).status, 200);
    assert.deepEqual(await auditOf(admin.id), [['account.require_second_factor', 'cli', {}]]);
  });

  it('refuses it again once the factor is removed', async () => {
    const admin = await promote(await newProtected(app, clock));
    await imgd('require-second-factor', admin.email);
    const token = await signInTwice(admin);
    assert.equal(await administers(token), 200);
    const path = `/account/second-factors/${admin.factorId}`;
    assert.equal((await request(app, 'DELETE', path, { body: { password: PASSWORD }, token })).status, 200);
    await assertRefused(call(app, 'GET', '/admin/accounts', token), 403, 'SECOND_FACTOR_MISSING');
  });

  it('applies to all administrators, also to later ones, with --admins', async () => {
    const [before, protectedOne] = [await promote(await newPerson(app)), await promote(await newProtected(app, clock))];
    const token = await newSession(before);
    assert.equal(
      (await imgd('require-second-factor', '--admins')).stdout,
      'a second factor is now required of all administrators\n',
    );
    assert.match((await imgd('require-second-factor', '--admins')).stdout, /already/);
    const later = await promote(await newPerson(app));
    for (const one of [token, await newSession(later)]) {
      await assertRefused(call(app, 'GET', '/admin/accounts', one), 403, 'SECOND_FACTOR_MISSING');
    }
    assert.equal(await administers(await signInTwice(protectedOne)), 200);
    assert.equal(await administers(await newSession(await newPerson(app))), 403);

    const lifted = await imgd('require-second-factor', before.email, '--lift');
    assert.match(lifted.stderr, /stays required of all administrators/);
    assert.equal(
      (await imgd('require-second-factor', '--admins', '--lift')).stdout,
      'a second factor is no longer required of all administrators\n',
    );
    assert.equal(await administers(token), 200);
    assert.deepEqual(await auditOf('administrators'), [
      ['account.lift_second_factor', 'cli', {}],
      ['account.require_second_factor', 'cli', {}],
    ]);
  });

  it('refuses accounts that are no administrators, and unclear commands', async () => {
    const person = await newPerson(app);
    await assert.rejects(imgd('require-second-factor', person.email), /no administrator/);
    await assert.rejects(imgd('require-second-factor'), /Name one administrator, or use --admins/);
    await assert.rejects(imgd('require-second-factor', person.email, '--admins'), /Name one administrator/);
    await assert.rejects(imgd('require-second-factor', 'unknown@example.org'), /There is no account/);
  });
});

describe('imgd account reset-second-factor', () => {
  it('removes all factors and recovery codes and ends the sessions', async () => {
    const person = await newProtected(app, clock);
    const ticket = await person.ticket();
    const { stdout } = await imgd('reset-second-factor', person.email.toUpperCase());
    assert.equal(stdout, `${person.email} has no second factor any more (1 removed)\n`);
    await assertRefused(call(app, 'GET', '/account', person.token), 401, 'INVALID_API_KEY');
    const recovery = prove(app, ticket, { recovery_code: person.recoveryCodes[0] ?? '' });
    await assertRefused(recovery, 401, 'INVALID_SECOND_FACTOR');
    assert.equal((await login(app, person.email)).status, 200);
    assert.deepEqual(await auditOf(person.id), [['account.reset_second_factor', 'cli', { removed: 1 }]]);
  });
});
