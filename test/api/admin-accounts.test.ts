import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertRefused, upload, uploaded } from '../support/api.ts';
import { accountOf, bearer, call, smallPng } from '../support/requests.ts';
import { dataOf, newPerson, type Person, request } from '../support/sign-in.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

interface Account {
  id: string;
  email: string;
  plan: string;
  admin: boolean;
  suspended_at: string | null;
  suspended_reason: string | null;
  images: number;
  bytes: number;
}
interface Entry {
  actor: { email: string } | null;
  action: string;
  subject: string;
  details: unknown;
}

let app: TestApp;
let admin: { key: string; email: string };
let person: Person;
before(async () => {
  app = await startApp();
  admin = await accountOf(app, { isAdmin: true });
  person = await newPerson(app);
});
after(() => app[Symbol.asyncDispose]());

const list = async (query: string) =>
  dataOf<{ accounts: Account[]; next_cursor: string | null }>(call(app, 'GET', `/admin/accounts?${query}`, admin.key));
const change = (id: string, body: unknown) =>
  request(app, 'PATCH', `/admin/accounts/${id}`, { body, token: admin.key });
const auditOf = async (subject: string) =>
  (await dataOf<{ entries: Entry[] }>(call(app, 'GET', '/admin/audit', admin.key))).entries
    .filter((entry) => entry.subject === subject)
    .map(({ actor, action, details }) => ({ by: actor?.email, action, details }));

describe('/api/v1/admin/accounts', () => {
  it('shows the number and size of the images of an account', async () => {
    const image = await uploaded(upload(app, await smallPng(2_000), {}, bearer(person.key)));
    const account = await dataOf<Account>(call(app, 'GET', `/admin/accounts/${person.id}`, admin.key));
    assert.deepEqual([account.email, account.images, account.bytes], [person.email, 1, image.size]);
    assert.deepEqual([account.admin, account.suspended_at], [false, null]);
    assert.ok(!JSON.stringify(account).includes('hash'));
    await assertRefused(call(app, 'GET', '/admin/accounts/none', admin.key), 404, 'ACCOUNT_NOT_FOUND');
  });

  it('lists accounts in pages, newest first, filtered by part of the address, plan and suspension', async () => {
    const others = [await newPerson(app), await newPerson(app)];
    assert.equal((await change(others[0]?.id ?? '', { plan: 'pro', suspended: true })).status, 200);
    const all = (await list('limit=100')).accounts.map((one) => one.email);
    for (const { email } of [admin, person, ...others]) assert.ok(all.includes(email));
    const seen: string[] = [];
    let cursor: string | null = '';
    do {
      const page: { accounts: Account[]; next_cursor: string | null } = await list(`limit=1&cursor=${cursor}`);
      seen.push(...page.accounts.map((one) => one.email));
      cursor = page.next_cursor;
    } while (cursor !== null);
    assert.deepEqual(seen, all);
    const emails = async (query: string) => (await list(query)).accounts.map((one) => one.email);
    assert.deepEqual(await emails(`q=${person.email.slice(0, 20).toUpperCase()}`), [person.email]);
    assert.deepEqual(await emails('q=%25'), [], 'a wildcard has no special meaning');
    assert.deepEqual(await emails('plan=pro'), [others[0]?.email]);
    assert.deepEqual(await emails('suspended=true'), [others[0]?.email]);
    assert.equal((await emails('suspended=false')).includes(others[0]?.email ?? ''), false);
    await assertRefused(call(app, 'GET', '/admin/accounts?plan=gold', admin.key), 400, 'INVALID_PARAMETER');
  });

  it('lists accounts by bytes, images and last use, in both orders, in pages', async () => {
    const [much, many] = [await newPerson(app), await newPerson(app)];
    for (const shade of [1, 2, 3]) await uploaded(upload(app, await smallPng(shade), {}, bearer(many.key)));
    for (const shade of [4, 5, 6, 7]) await uploaded(upload(app, await smallPng(shade), {}, bearer(much.key)));
    const first = async (query: string) => (await list(`limit=2&${query}`)).accounts.map((one) => one.email);
    assert.deepEqual(await first('sort=images'), [much.email, many.email]);
    assert.deepEqual(await first('sort=bytes'), [much.email, many.email]);
    assert.deepEqual(await first('sort=last_seen'), [much.email, many.email]);
    for (const sort of ['bytes', 'images', 'last_seen', 'created']) {
      const walk = async (order: string) => {
        const seen: string[] = [];
        for (let cursor: string | null = ''; cursor !== null; ) {
          const page: Awaited<ReturnType<typeof list>> = await list(
            `sort=${sort}&order=${order}&limit=2&cursor=${cursor}`,
          );
          seen.push(...page.accounts.map((one) => one.id));
          cursor = page.next_cursor;
        }
        return seen;
      };
      const [up, down] = [await walk('asc'), await walk('desc')];
      if (sort !== 'last_seen') assert.deepEqual(up.toReversed(), down, sort);
      assert.equal(new Set(up).size, down.length, sort);
    }
    await assertRefused(call(app, 'GET', '/admin/accounts?sort=name', admin.key), 400, 'INVALID_PARAMETER');
    const { next_cursor: cursor } = await list('sort=bytes&limit=1');
    const other = `/admin/accounts?sort=images&limit=1&cursor=${cursor}`;
    await assertRefused(call(app, 'GET', other, admin.key), 400, 'INVALID_CURSOR');
  });

  it('changes a plan from the very next request on, and logs it', async () => {
    const { id, key } = await newPerson(app);
    const account = await dataOf<Account>(change(id, { plan: 'enterprise' }));
    assert.equal(account.plan, 'enterprise');
    assert.equal((await dataOf<{ plan: string }>(call(app, 'GET', '/usage', key))).plan, 'enterprise');
    await dataOf(change(id, { plan: 'enterprise' }));
    assert.deepEqual(await auditOf(id), [
      { by: admin.email, action: 'account.plan', details: { from: 'free', to: 'enterprise' } },
    ]);
    for (const body of [{ plan: 'anonymous' }, { plan: 'gold' }, { admin: true }, { suspended: 'yes' }]) {
      await assertRefused(change(id, body), 400, 'INVALID_PARAMETER');
    }
    await assertRefused(change('none', { plan: 'pro' }), 404, 'ACCOUNT_NOT_FOUND');
  });

  it('suspends and unsuspends an account from the very next request on', async () => {
    const { id, key } = await newPerson(app);
    const suspended = await dataOf<Account>(change(id, { suspended: true, reason: 'spam' }));
    assert.ok(suspended.suspended_at);
    assert.equal(suspended.suspended_reason, 'spam');
    await assertRefused(call(app, 'GET', '/usage', key), 403, 'ACCOUNT_SUSPENDED');
    const back = await dataOf<Account>(change(id, { suspended: false }));
    assert.deepEqual([back.suspended_at, back.suspended_reason], [null, null]);
    assert.equal((await call(app, 'GET', '/usage', key)).status, 200);
    assert.deepEqual(
      (await auditOf(id)).map(({ by, action }) => [by, action]),
      [
        [admin.email, 'account.unsuspend'],
        [admin.email, 'account.suspend'],
      ],
    );
  });

  it('refuses administrators who suspend themselves', async () => {
    const [{ id } = { id: '' }] = (await list(`q=${admin.email}`)).accounts;
    await assertRefused(change(id, { plan: 'pro', suspended: true }), 403, 'FORBIDDEN');
    const account = await dataOf<Account>(call(app, 'GET', `/admin/accounts/${id}`, admin.key));
    assert.deepEqual([account.plan, account.suspended_at, account.admin], ['free', null, true], 'no change');
    assert.deepEqual(await auditOf(id), []);
  });
});

describe('/api/v1/admin/audit', () => {
  it('is read-only', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      await assertRefused(call(app, method, '/admin/audit', admin.key), 405, 'METHOD_NOT_ALLOWED');
    }
  });
});
