import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createClient } from '../../../packages/client/src/client.ts';
import { startApp, type TestApp } from '../../support/start-app.ts';
import { imgd } from './support.ts';

const OWNER = 'owner@example.org';

let app: TestApp;
let env: Record<string, string>;

before(async () => {
  app = await startApp();
  env = { IMGD_DATA_DIR: app.dataDir };
  await imgd(['account', 'create', OWNER], env);
});
after(() => app[Symbol.asyncDispose]());

describe('imgd key, beside a running server', () => {
  it('creates a key with name, scopes and expiry, and revokes it at once', async () => {
    const args = ['--name', 'backup', '--scopes', 'images:read, keys:manage', '--expires-days', '3'];
    const { code, stdout, stderr } = await imgd(['key', 'create', OWNER, ...args], env);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^imgd_[0-9A-Za-z]{38}\n$/);
    const client = createClient({ baseUrl: app.url, apiKey: stdout.trim() });
    const key = (await client.request('listKeys')).keys.find(({ name }) => name === 'backup');
    assert.deepEqual(key?.scopes, ['images:read', 'keys:manage']);
    assert.equal(Date.parse(key?.expires_at ?? '') - Date.parse(key?.created_at ?? ''), 3 * 86_400_000);

    const revoked = await imgd(['key', 'revoke', key?.id ?? ''], env);
    assert.deepEqual([revoked.code, revoked.stdout], [0, `${key?.id} is revoked\n`]);
    await assert.rejects(client.request('getUsage'), { code: 'INVALID_API_KEY' });
    const again = await imgd(['key', 'revoke', key?.id ?? ''], env);
    assert.deepEqual(
      [again.code, again.stderr],
      [1, `imgd: catalog: ${join(app.dataDir, 'imgd.sqlite')}\nimgd: Key not found.\n`],
    );
  });

  it('lists keys as a table and as JSON, without secrets', async () => {
    const created = JSON.parse((await imgd(['key', 'create', OWNER, '--json'], env)).stdout);
    const table = (await imgd(['key', 'list', OWNER], env)).stdout;
    assert.match(table, /^ID +NAME +KEY +SCOPES +LAST USED +EXPIRES\n/);
    assert.ok(table.includes(created.id));
    const { stdout } = await imgd(['key', 'list', OWNER, '--json'], env);
    const { key: secret, ...shown } = created;
    assert.ok((JSON.parse(stdout) as { id: string }[]).some(({ id }) => id === shown.id));
    assert.ok(!stdout.includes(secret) && !table.includes(secret));
  });

  it('grants the scope admin to administrators only', async () => {
    const refused = await imgd(['key', 'create', OWNER, '--scopes', 'admin'], env);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /^imgd: catalog: \S+\nimgd: owner@example\.org is not an administrator.*\n$/);
    await imgd(['account', 'create', 'admin@example.org', '--admin'], env);
    const { code, stderr } = await imgd(['key', 'create', 'admin@example.org', '--scopes', 'admin,*'], env);
    assert.equal(code, 0, stderr);
  });

  it('fails for unknown accounts', async () => {
    for (const command of ['list', 'create']) {
      const { code, stderr } = await imgd(['key', command, 'unknown@example.org'], env);
      assert.equal(code, 1);
      assert.match(stderr, /^imgd: catalog: \S+\nimgd: There is no account unknown@example\.org .*\n$/);
    }
  });

  for (const args of [
    ['create', OWNER, '--scopes', 'images:read,everything'],
    ['create', OWNER, '--scopes', ''],
    ['create', OWNER, '--expires-days', '0'],
    ['create', OWNER, '--expires-days', 'soon'],
    ['revoke'],
    ['list'],
  ]) {
    it(`reports wrong usage: imgd key ${args.join(' ')}`, async () => {
      const { code, stdout, stderr } = await imgd(['key', ...args], env);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, /^imgd: /);
    });
  }
});
