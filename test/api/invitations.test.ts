import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { assertRefused } from '../support/api.ts';
import { createFakeClock } from '../support/clock.ts';
import { accountOf, call, catalogText, patch, send, storageEnv } from '../support/requests.ts';
import { dataOf, PASSWORD } from '../support/sign-in.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

interface Invitation {
  id: string;
  uses: number;
  used: number;
  plan: string;
  email: string | null;
  note: string | null;
  expires_at: string;
  created_by: { email: string } | null;
  token: string;
  url: string;
}

const DAY_MS = 86_400_000;
const clock = createFakeClock();
let app: TestApp;
let admin: { key: string; email: string };
before(async () => {
  app = await startApp({ clock, env: { IMGD_REGISTRATION: 'invitation', IMGD_BASE_URL: 'http://images.example' } });
  admin = await accountOf(app, { isAdmin: true });
});
after(() => app[Symbol.asyncDispose]());

const newAddress = () => `${randomUUID()}@example.com`;
const invite = (wanted: object = {}) => dataOf<Invitation>(send(app, '/admin/invitations', wanted, admin.key));
const invitations = async () =>
  (await dataOf<{ invitations: Invitation[] }>(call(app, 'GET', '/admin/invitations', admin.key))).invitations;
const usedOf = async (id: string) => (await invitations()).find((one) => one.id === id)?.used;
const register = (invitation: string | undefined, email = newAddress(), target = app) =>
  send(target, '/auth/register', { email, password: PASSWORD, ...(invitation === undefined ? {} : { invitation }) });

describe('registration with IMGD_REGISTRATION=invitation', () => {
  it('needs an invitation, which admits one account of its plan, and whose token is shown once', async () => {
    await assertRefused(register(undefined), 403, 'INVITATION_REQUIRED');
    const made = await invite({ plan: 'pro', note: 'for Ada' });
    assert.match(made.token, /^imgdi_[0-9A-Za-z]{38}$/);
    assert.equal(made.url, `http://images.example/register#${made.token}`);
    assert.deepEqual([made.uses, made.used, made.email, made.created_by?.email], [1, 0, null, admin.email]);
    assert.equal(Date.parse(made.expires_at), Math.floor((clock.now() + 7 * DAY_MS) / 1_000) * 1_000);
    const { account } = await dataOf<{ account: { plan: string; waiting_for: string | null } }>(register(made.token));
    assert.deepEqual([account.plan, account.waiting_for], ['pro', null]);
    const error = await assertRefused(register(made.token), 403, 'INVALID_INVITATION');
    assert.equal(error.param, 'invitation');
    const listed = (await invitations()).find(({ id }) => id === made.id);
    assert.deepEqual([listed?.used, listed?.note, listed?.token], [1, 'for Ada', undefined]);
    assert.ok(!(await catalogText(app)).includes(made.token), 'only the hash is stored');
  });

  it('admits as many accounts as an invitation has uses, however many register at once', async () => {
    const made = await invite({ uses: 2 });
    const answers = await Promise.all(Array.from({ length: 8 }, () => register(made.token)));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 200, 403, 403, 403, 403, 403, 403]);
    assert.equal(await usedOf(made.id), 2);
  });

  it('uses nothing when the registration fails', async () => {
    const made = await invite();
    await assertRefused(register(made.token, admin.email), 409, 'EMAIL_TAKEN');
    assert.equal(await usedOf(made.id), 0);
    await dataOf(register(made.token));
  });

  it('refuses invitations that are mistyped, for another address, revoked or expired', async () => {
    const email = newAddress();
    const made = await invite({ email: email.toUpperCase() });
    await assertRefused(register(`${made.token.slice(0, -1)}_`), 403, 'INVALID_INVITATION');
    await assertRefused(register(admin.key), 403, 'INVALID_INVITATION');
    await assertRefused(register(made.token), 403, 'INVALID_INVITATION');
    await dataOf(register(made.token, email));
    const [revoked, old] = [await invite(), await invite({ expires_at: new Date(clock.now() + 60_000).toISOString() })];
    await dataOf(call(app, 'DELETE', `/admin/invitations/${revoked.id}`, admin.key));
    await assertRefused(register(revoked.token), 403, 'INVALID_INVITATION');
    await assertRefused(
      call(app, 'DELETE', `/admin/invitations/${revoked.id}`, admin.key),
      404,
      'INVITATION_NOT_FOUND',
    );
    clock.advance(60_000);
    await assertRefused(register(old.token), 403, 'INVALID_INVITATION');
  });

  it('bounds what administrators create, and lets no other account create any', async () => {
    const at = (ms: number) => ({ expires_at: new Date(clock.now() + ms).toISOString() });
    for (const wanted of [at(-1_000), at(367 * DAY_MS), { uses: 0 }, { plan: 'anonymous' }, { email: 'no address' }]) {
      await assertRefused(send(app, '/admin/invitations', wanted, admin.key), 400, 'INVALID_PARAMETER');
    }
    const { key } = await accountOf(app, {});
    await assertRefused(send(app, '/admin/invitations', {}, key), 403, 'INSUFFICIENT_SCOPE');
    await assertRefused(call(app, 'GET', '/admin/invitations', key), 403, 'INSUFFICIENT_SCOPE');
  });
});

describe('imgd invitation', () => {
  it('creates, lists and revokes invitations that the server accepts, with entries in the audit log', async () => {
    const program = fileURLToPath(new URL('../../bin/imgd.js', import.meta.url));
    const env = { PATH: process.env.PATH, ...(await storageEnv(app)), IMGD_BASE_URL: 'http://images.example' };
    const imgd = async (...command: string[]) =>
      (await promisify(execFile)(process.execPath, [program, 'invitation', ...command], { env })).stdout;
    const link = (await imgd('create', '--uses', '3', '--for', '2d', '--plan', 'pro', '--note', 'a class')).trim();
    assert.match(link, /^http:\/\/images\.example\/register#imgdi_[0-9A-Za-z]{38}$/);
    await dataOf(register(link.split('#')[1]));
    const [listed] = JSON.parse(await imgd('list', '--json')) as Invitation[];
    assert.deepEqual([listed?.uses, listed?.used, listed?.plan, listed?.note], [3, 1, 'pro', 'a class']);
    const id = listed?.id ?? '';
    assert.match(await imgd('list'), new RegExp(`1/3 +pro +any .*a class +${id}`));
    await imgd('revoke', id);
    await assertRefused(register(link.split('#')[1]), 403, 'INVALID_INVITATION');
    const audit = await dataOf<{ entries: { action: string; subject: string; via: string; details: object }[] }>(
      call(app, 'GET', '/admin/audit?limit=100', admin.key),
    );
    const entries = audit.entries.filter(({ subject }) => subject === id);
    assert.deepEqual(
      entries.map(({ action, via }) => [action, via]),
      [
        ['invitation.revoke', 'cli'],
        ['invitation.create', 'cli'],
      ],
    );
    assert.deepEqual(entries[0]?.details, { uses: 3, used: 1 });
  });
});

describe('registration with IMGD_REGISTRATION_DOMAINS', () => {
  it('takes addresses of these domains only, in any case, and names them', async () => {
    await using narrow = await startApp({ env: { IMGD_REGISTRATION_DOMAINS: ' A.example,münchen.example ' } });
    const site = await dataOf<{ registration: string; registration_domains: string[] }>(call(narrow, 'GET', '/site'));
    assert.deepEqual([site.registration, site.registration_domains], ['open', ['a.example', 'xn--mnchen-3ya.example']]);
    for (const email of ['x@b.example', 'x@sub.a.example', 'x@a.example.b', 'a.example@b.example']) {
      const error = await assertRefused(register(undefined, email, narrow), 403, 'EMAIL_DOMAIN_REFUSED');
      assert.deepEqual([error.param, error.details?.domains], ['email', site.registration_domains]);
    }
    const made = await dataOf<{ account: { waiting_for: string | null }; api_key: { key: string } }>(
      register(undefined, 'Ada@A.EXAMPLE', narrow),
    );
    assert.equal(made.account.waiting_for, null, 'this server sends no mail');
    await dataOf(register(undefined, 'x@xn--mnchen-3ya.example', narrow));
    const move = { email: 'ada@b.example', password: PASSWORD };
    const { key } = made.api_key;
    await assertRefused(patch(narrow, '/account', move, key), 403, 'EMAIL_DOMAIN_REFUSED');
  });
});
