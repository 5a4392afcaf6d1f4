import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createClient } from '../../../src/client/client.ts';
import { openStorageBeside } from '../../../src/compose/storage.ts';
import { loadConfig } from '../../../src/config.ts';
import { startApp, type TestApp } from '../../support/start-app.ts';
import { BIN, imgd, tempDir } from './support.ts';

const KEY = /^imgd_[0-9A-Za-z]{38}\n$/;

let app: TestApp;
let env: Record<string, string>;

before(async () => {
  app = await startApp();
  env = { IMGD_DATA_DIR: app.dataDir };
});
after(() => app[Symbol.asyncDispose]());

const clientWith = (key: string) => createClient({ baseUrl: app.url, apiKey: key.trim() });

describe('imgd account, beside a running server', () => {
  it('prints a password reset link', async () => {
    await imgd(['account', 'create', 'forgetful@example.org'], env);
    const site = { ...env, IMGD_BASE_URL: 'https://images.example' };
    const { code, stdout, stderr } = await imgd(['account', 'reset', 'Forgetful@Example.org'], site);
    assert.equal(code, 0, stderr);
    const [, token = ''] = /^https:\/\/images\.example\/reset#(imgdr_\w+)\n$/.exec(stdout) ?? assert.fail(stdout);
    assert.ok(!stderr.includes(token));
    const client = createClient({ baseUrl: app.url });
    await client.account.resetPassword(token, 'correct horse');
    assert.equal(
      (await client.login({ email: 'forgetful@example.org', password: 'correct horse' })).account.plan,
      'free',
    );
    const unknown = await imgd(['account', 'reset', 'unknown@example.org'], env);
    assert.deepEqual([unknown.code, unknown.stdout], [1, '']);
  });

  it('creates an account whose printed key works at once', async () => {
    const { code, stdout, stderr } = await imgd(['account', 'create', 'Ann@Example.org', '--plan', 'pro'], env);
    assert.equal(code, 0, stderr);
    assert.match(stdout, KEY);
    assert.match(stderr, /ann@example\.org created \(plan pro\)/);
    assert.ok(!stderr.includes(stdout.trim()), 'the key is printed once');
    const usage = await clientWith(stdout).usage();
    assert.equal(usage.plan, 'pro');
    assert.equal(usage.authenticated, true);
  });

  it('creates an administrator, who may delete any image', async () => {
    const { stdout } = await imgd(['account', 'create', 'root@example.org', '--admin', '--json'], env);
    const { account, api_key } = JSON.parse(stdout);
    assert.deepEqual([account.email, account.plan, account.admin], ['root@example.org', 'free', true]);
    const [key] = await clientWith(api_key).keys.list();
    assert.deepEqual(key?.scopes, ['*', 'admin']);
    const gif = Uint8Array.fromBase64('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==');
    const { id } = await createClient({ baseUrl: app.url }).upload(new Blob([gif]));
    assert.equal((await clientWith(api_key).deleteImage(id)).deleted, true);
  });

  it('refuses an existing address in one line', async () => {
    await imgd(['account', 'create', 'twice@example.org'], env);
    const { code, stdout, stderr } = await imgd(['account', 'create', 'TWICE@example.org'], env);
    assert.deepEqual([code, stdout], [1, '']);
    assert.equal(stderr, 'imgd: This email address is already registered.\n');
  });

  it('changes the plan from the next request on', async () => {
    const { stdout: key } = await imgd(['account', 'create', 'plan@example.org'], env);
    const changed = await imgd(['account', 'plan', 'Plan@example.org', 'enterprise'], env);
    assert.deepEqual([changed.code, changed.stdout], [0, 'plan@example.org is on plan enterprise\n']);
    assert.equal((await clientWith(key).usage()).plan, 'enterprise');
    const missing = await imgd(['account', 'plan', 'unknown@example.org', 'pro'], env);
    assert.equal(missing.code, 1);
    assert.match(missing.stderr, /^imgd: There is no account unknown@example\.org .*\n$/);
  });

  it('lists accounts as a table and as JSON', async () => {
    await imgd(['account', 'create', 'list@example.org'], env);
    const lines = (await imgd(['account', 'list'], env)).stdout.split('\n');
    assert.match(lines[0] ?? '', /^EMAIL +PLAN +ADMIN +CREATED +ID$/);
    assert.ok(lines.some((line) => /^list@example\.org +free +no +\d{4}-\d\d-\d\dT\S+Z +acc_\w+$/.test(line)));
    const accounts = JSON.parse((await imgd(['account', 'list', '--json'], env)).stdout) as { email: string }[];
    assert.equal(accounts.filter(({ email }) => email === 'list@example.org').length, 1);
  });

  for (const args of [
    ['account', 'create'],
    ['account', 'create', 'no-address'],
    ['account', 'create', 'a@example.org', '--plan', 'anonymous'],
    ['account', 'create', 'a@example.org', '--password', 'x'],
    ['account', 'plan', 'a@example.org', 'gold'],
    ['account', 'remove', 'a@example.org'],
    ['account'],
  ]) {
    it(`reports wrong usage: imgd ${args.join(' ')}`, async () => {
      const { code, stdout, stderr } = await imgd(args, env);
      assert.deepEqual([code, stdout], [2, '']);
      assert.notEqual(stderr, '');
    });
  }
});

describe('imgd account, without a server', () => {
  it('creates a missing catalog', async () => {
    await using dir = await tempDir();
    const { code, stdout } = await imgd(['account', 'create', 'first@example.org'], { IMGD_DATA_DIR: dir.path });
    assert.equal(code, 0);
    assert.match(stdout, KEY);
  });

  it('lets a server start beside it', async () => {
    await using dir = await tempDir();
    const storage = await openStorageBeside(loadConfig({ IMGD_DATA_DIR: dir.path }).config);
    try {
      await using started = await startApp({ dataDir: dir.path });
      assert.equal((await createClient({ baseUrl: started.url }).health()).status, 'ok');
    } finally {
      await storage.close();
    }
  });

  it('runs several times at once on a new directory', async () => {
    await using dir = await tempDir();
    const names = ['a', 'b', 'c', 'd'];
    const ended = await Promise.all(
      names.map((name) => imgd(['account', 'create', `${name}@example.org`], { IMGD_DATA_DIR: dir.path })),
    );
    assert.deepEqual(
      ended.map(({ code, stderr }) => (code === 0 ? 0 : stderr)),
      [0, 0, 0, 0],
    );
  });

  it('reports an unusable data directory in one line', async () => {
    const { code, stderr } = await imgd(['account', 'list'], { IMGD_DATA_DIR: join(BIN, 'data') });
    assert.equal(code, 1);
    assert.match(stderr, /^imgd: [^\n]+imgd\.js\/data[^\n]*\n$/);
  });
});
