import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createClient } from '../../../packages/client/src/client.ts';
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

/** What each command prints first. */
const acting = () => `imgd: catalog: ${join(app.dataDir, 'imgd.sqlite')}\n`;
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
    await client.request('resetPassword', { body: { token, password: 'correct horse' } });
    assert.equal(
      (await client.request('login', { body: { email: 'forgetful@example.org', password: 'correct horse' } })).account
        .plan,
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
    const usage = await clientWith(stdout).request('getUsage');
    assert.equal(usage.plan, 'pro');
    assert.equal(usage.authenticated, true);
  });

  it('creates an administrator, who may delete any image', async () => {
    const { stdout } = await imgd(['account', 'create', 'root@example.org', '--admin', '--json'], env);
    const { account, api_key } = JSON.parse(stdout);
    assert.deepEqual([account.email, account.plan, account.admin], ['root@example.org', 'free', true]);
    const [key] = (await clientWith(api_key).request('listKeys')).keys;
    assert.deepEqual(key?.scopes, ['*', 'admin']);
    const gif = Uint8Array.fromBase64('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==');
    const { id } = await createClient({ baseUrl: app.url }).upload(new Blob([gif]));
    assert.equal((await clientWith(api_key).deleteImage(id)).deleted, true);
  });

  it('refuses an existing address in one line', async () => {
    await imgd(['account', 'create', 'twice@example.org'], env);
    const { code, stdout, stderr } = await imgd(['account', 'create', 'TWICE@example.org'], env);
    assert.deepEqual([code, stdout], [1, '']);
    assert.equal(stderr, `${acting()}imgd: This email address is already registered.\n`);
  });

  it('changes the plan from the next request on', async () => {
    const { stdout: key } = await imgd(['account', 'create', 'plan@example.org'], env);
    const changed = await imgd(['account', 'plan', 'Plan@example.org', 'enterprise'], env);
    assert.deepEqual([changed.code, changed.stdout], [0, 'plan@example.org is on plan enterprise\n']);
    assert.equal((await clientWith(key).request('getUsage')).plan, 'enterprise');
    const missing = await imgd(['account', 'plan', 'unknown@example.org', 'pro'], env);
    assert.equal(missing.code, 1);
    assert.match(missing.stderr, /^imgd: catalog: \S+\nimgd: There is no account unknown@example\.org .*\n$/);
  });

  it('lists accounts as a table and as JSON', async () => {
    await imgd(['account', 'create', 'list@example.org'], env);
    const lines = (await imgd(['account', 'list'], env)).stdout.split('\n');
    assert.match(lines[0] ?? '', /^EMAIL +PLAN +ADMIN +STATE +IMAGES +SIZE +LAST SEEN +CREATED +ID$/);
    assert.ok(
      lines.some((line) =>
        /^list@example\.org +free +no +active +0 +0 B +never +\d{4}-\d\d-\d\dT\S+Z +acc_\w+$/.test(line),
      ),
    );
    const accounts = JSON.parse((await imgd(['account', 'list', '--json'], env)).stdout) as { email: string }[];
    assert.equal(accounts.filter(({ email }) => email === 'list@example.org').length, 1);
    const sorted = await imgd(['account', 'list', '--sort', 'last_seen', '--reverse', '--limit', '2', '--json'], env);
    const unused = JSON.parse(sorted.stdout) as { images: number; bytes: number; last_seen_at: string | null }[];
    assert.equal(unused.length, 2);
    assert.deepEqual([unused[0]?.images, unused[0]?.bytes, unused[0]?.last_seen_at], [0, 0, null]);
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
    const args = ['account', 'create', 'first@example.org', '--new-catalog'];
    const { code, stdout } = await imgd(args, { IMGD_DATA_DIR: dir.path });
    assert.equal(code, 0);
    assert.match(stdout, KEY);
  });

  it('lets a server start beside it', async () => {
    await using dir = await tempDir();
    const storage = await openStorageBeside(loadConfig({ IMGD_DATA_DIR: dir.path }).config);
    try {
      await using started = await startApp({ dataDir: dir.path });
      assert.equal((await createClient({ baseUrl: started.url }).request('getHealth')).status, 'ok');
    } finally {
      await storage.close();
    }
  });

  it('runs several times at once on a new directory', async () => {
    await using dir = await tempDir();
    const names = ['a', 'b', 'c', 'd'];
    const ended = await Promise.all(
      names.map((name) =>
        imgd(['account', 'create', `${name}@example.org`, '--new-catalog'], { IMGD_DATA_DIR: dir.path }),
      ),
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

describe('imgd account', () => {
  it('makes an administrator, and takes the role and the scope admin of its keys away again', async () => {
    const { stdout: key } = await imgd(['account', 'create', 'mod@example.org'], env);
    const made = await imgd(['account', 'admin', 'mod@example.org'], env);
    assert.deepEqual([made.code, made.stdout], [0, 'mod@example.org is an administrator\n'], made.stderr);
    const created = await imgd(['key', 'create', 'mod@example.org', '--scopes', '*,admin'], env);
    const admin = clientWith(created.stdout);
    assert.ok((await admin.request('listAccounts')).accounts.length > 0);
    const only = await imgd(['key', 'create', 'mod@example.org', '--scopes', 'admin'], env);
    const revoked = await imgd(['account', 'admin', 'mod@example.org', '--revoke'], env);
    assert.equal(revoked.stdout, 'mod@example.org is not an administrator\n');
    await assert.rejects(admin.request('listAccounts'), { code: 'INSUFFICIENT_SCOPE' });
    await assert.rejects(clientWith(only.stdout).request('getUsage'), { code: 'INVALID_API_KEY' });
    assert.equal((await clientWith(key).request('getUsage')).plan, 'free', 'other keys stay');
  });

  it('shows suspended accounts in the list', async () => {
    await imgd(['account', 'create', 'bad@example.org'], env);
    await imgd(['account', 'suspend', 'bad@example.org'], env);
    const { stdout } = await imgd(['account', 'list'], env);
    assert.match(stdout, /^EMAIL +PLAN +ADMIN +STATE +IMAGES +SIZE +LAST SEEN +CREATED +ID\n/);
    assert.match(stdout, /^bad@example\.org +free +no +suspended /m);
    const accounts = JSON.parse((await imgd(['account', 'list', '--json'], env)).stdout);
    const states = accounts.map(({ email, suspended }: { email: string; suspended: boolean }) => [email, suspended]);
    assert.equal(new Map(states).get('bad@example.org'), true);
  });

  it('deletes an account with its images, after --yes', async () => {
    const { stdout: key } = await imgd(['account', 'create', 'gone@example.org'], env);
    const gif = Uint8Array.fromBase64('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==');
    const { id } = await clientWith(key).upload(new Blob([gif]));
    const asked = await imgd(['account', 'delete', 'gone@example.org'], env);
    assert.deepEqual([asked.code, /1 image \(are deleted\)/.test(asked.stdout)], [1, true], asked.stdout);
    assert.equal((await clientWith(key).request('getUsage')).storage.images, 1);
    const deleted = await imgd(['account', 'delete', 'gone@example.org', '--yes'], env);
    assert.deepEqual(
      [deleted.code, deleted.stdout],
      [0, 'gone@example.org is deleted, with 1 image\n'],
      deleted.stderr,
    );
    await assert.rejects(clientWith(key).request('getUsage'), { code: 'INVALID_API_KEY' });
    await assert.rejects(createClient({ baseUrl: app.url }).image(id), { code: 'IMAGE_NOT_FOUND' });
    const root = await imgd(['account', 'create', 'audit@example.org', '--admin'], env);
    const { entries } = await clientWith(root.stdout).request('listAudit');
    assert.ok(entries.some(({ action }) => action === 'account.delete'));
  });

  it('says that a reset link needs the address of the service', async () => {
    await imgd(['account', 'create', 'lost@example.org'], env);
    const { stderr } = await imgd(['account', 'reset', 'lost@example.org'], env);
    assert.match(stderr, /IMGD_BASE_URL is not set here/);
  });
});
