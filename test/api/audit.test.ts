import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { assertRefused, upload, uploaded } from '../support/api.ts';
import { accountOf, bearer, call, send, smallPng, storageEnv } from '../support/requests.ts';
import { dataOf, newPerson, request } from '../support/sign-in.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

interface Entry {
  actor: { id: string; email: string } | null;
  via: string;
  action: string;
  subject: string;
  details: Record<string, unknown>;
}

const run = promisify(execFile);
const program = fileURLToPath(new URL('../../bin/imgd.js', import.meta.url));
let app: TestApp;
let admin: { key: string; email: string };
before(async () => {
  app = await startApp();
  admin = await accountOf(app, { isAdmin: true });
});
after(() => app[Symbol.asyncDispose]());

const imgd = async (...command: string[]) => {
  const env = { PATH: process.env.PATH, ...(await storageEnv(app)) };
  return run(process.execPath, [program, ...command], { env });
};
const auditOf = async (subject: string) =>
  (await dataOf<{ entries: Entry[] }>(call(app, 'GET', '/admin/audit?limit=100', admin.key))).entries.filter(
    (entry) => entry.subject === subject,
  );

describe('the audit log', () => {
  it("records what administrators do to others' images, and nothing that owners do to their own", async () => {
    const person = await newPerson(app);
    const own = await uploaded(upload(app, await smallPng(9_000), {}, bearer(person.key)));
    const other = await uploaded(upload(app, await smallPng(9_001), {}, bearer(person.key)));
    const third = await uploaded(upload(app, await smallPng(9_002), {}, bearer(person.key)));
    assert.equal((await call(app, 'DELETE', `/image/${own.id}`, person.key)).status, 200);
    await dataOf(request(app, 'PATCH', `/image/${other.id}`, { body: { filename: 'b.png' }, token: admin.key }));
    assert.equal((await call(app, 'DELETE', `/image/${other.id}`, admin.key)).status, 200);
    await dataOf(send(app, '/images/delete', { ids: [third.id] }, admin.key));
    assert.deepEqual(await auditOf(own.id), []);
    assert.deepEqual(
      (await auditOf(other.id)).map(({ action, actor, details }) => [action, actor?.email, details.account]),
      [
        ['image.delete', admin.email, person.id],
        ['image.change', admin.email, person.id],
      ],
    );
    assert.deepEqual(
      (await auditOf(third.id)).map(({ action }) => action),
      ['image.delete'],
    );
    const mine = await uploaded(upload(app, await smallPng(9_003), {}, bearer(admin.key)));
    assert.equal((await call(app, 'DELETE', `/image/${mine.id}`, admin.key)).status, 200);
    assert.deepEqual(await auditOf(mine.id), []);
  });

  it('records commands that run beside the server', async () => {
    const email = 'commands@example.com';
    const { stdout } = await imgd('account', 'create', email, '--json');
    const { account, api_key: key } = JSON.parse(stdout) as { account: { id: string }; api_key: string };
    await imgd('account', 'plan', email, 'pro');
    await imgd('account', 'suspend', email, '--reason', 'a test', '--hide-images');
    await assertRefused(call(app, 'GET', '/usage', key), 403, 'ACCOUNT_SUSPENDED');
    await imgd('account', 'unsuspend', email);
    assert.equal((await dataOf<{ plan: string }>(call(app, 'GET', '/usage', key))).plan, 'pro');
    const entries = (await auditOf(account.id)).toReversed();
    assert.deepEqual(
      entries.map(({ action, actor, via }) => [action, actor, via]),
      ['account.create', 'account.plan', 'account.suspend', 'account.unsuspend'].map((action) => [action, null, 'cli']),
    );
    assert.deepEqual(entries[0]?.details, { email, plan: 'free', admin: false });
    assert.deepEqual(entries[2]?.details, { reason: 'a test', images_hidden: 0 });
    await assert.rejects(imgd('account', 'suspend', 'unknown@example.com'), /There is no account/);
  });

  it('records keys and reset links that commands issue and revoke, without their secrets', async () => {
    const person = await newPerson(app);
    const { stdout } = await imgd('key', 'create', person.email, '--name', 'backup', '--json');
    const key = JSON.parse(stdout) as { id: string; key: string };
    await imgd('key', 'revoke', key.id);
    const { stdout: link } = await imgd('account', 'reset', person.email);
    const entries = (await auditOf(person.id)).toReversed();
    assert.deepEqual(
      entries.map(({ action, actor, via }) => [action, actor, via]),
      ['key.create', 'key.revoke', 'account.reset'].map((action) => [action, null, 'cli']),
    );
    assert.deepEqual(entries[0]?.details, { key: key.id, name: 'backup', scopes: ['*'] });
    const text = JSON.stringify(entries);
    assert.ok(!text.includes(key.key) && !text.includes(link.split('#')[1]?.trim() ?? link), 'no secret');
  });

  it('records nothing when owners change their own keys', async () => {
    const person = await newPerson(app);
    await dataOf(send(app, '/keys', { name: 'own' }, person.key));
    assert.deepEqual(await auditOf(person.id), []);
  });
});
