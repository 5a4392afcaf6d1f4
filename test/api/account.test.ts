import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { closeAccount } from '../../src/catalog/accounts/accounts.ts';
import { addJob } from '../../src/catalog/operations/jobs.ts';
import { assertRefused, at, upload, uploaded } from '../support/api.ts';
import { createFakeClock } from '../support/clock.ts';
import { accountOf, bearer, call, smallPng, storageBeside } from '../support/requests.ts';
import { dataOf, login, newPerson, openBrowser, PASSWORD, type Person, request } from '../support/sign-in.ts';
import { startApp, type TestApp } from '../support/start-app.ts';
import { until } from '../support/until.ts';

interface Profile {
  id: string;
  email: string;
  name: string | null;
  admin: boolean;
}
interface KeyInfo {
  id: string;
  name: string;
  scopes: string[];
}

const clock = createFakeClock();
let app: TestApp;
before(async () => {
  app = await startApp({ clock });
});
after(() => app[Symbol.asyncDispose]());

const change = (token: string, body: unknown) => request(app, 'PATCH', '/account', { body, token });
const remove = (token: string, body: unknown = { password: PASSWORD }, query = '') =>
  request(app, 'DELETE', `/account${query}`, { body, token });

async function keyOf(owner: string, scopes: string[]): Promise<string> {
  const body = { name: scopes.join(), scopes };
  return (await dataOf<{ key: string }>(request(app, 'POST', '/keys', { body, token: owner }))).key;
}

/** Uploads an image to an account. @returns the image and its blob files */
async function imageOf(person: Person, shade: number) {
  const before = await app.blobFiles();
  const image = await uploaded(upload(app, await smallPng(shade), { album: 'mine' }, bearer(person.key)));
  const files = (await app.blobFiles()).filter((file) => !before.includes(file));
  return { ...image, files };
}

describe('/api/v1/account', () => {
  it('GET shows the account to credentials with the scope account:read', async () => {
    const { key, email, id } = await newPerson(app);
    const answer = await call(app, 'GET', '/account', key);
    assert.equal(answer.headers.get('ratelimit'), null, 'the request does not count against the limit');
    const profile = await dataOf<Profile>(answer);
    const names = [
      'id',
      'email',
      'email_verified',
      'pending_email',
      'name',
      'plan',
      'admin',
      'has_password',
      'waiting_for',
      'created_at',
    ];
    assert.deepEqual(Object.keys(profile), names);
    assert.deepEqual([profile.id, profile.email, profile.admin], [id, email, false]);
    assert.equal((await call(app, 'GET', '/account', await keyOf(key, ['account:read']))).status, 200);
    const other = await keyOf(key, ['images:write', 'account:read']);
    await assertRefused(change(other, { name: 'x' }), 403, 'INSUFFICIENT_SCOPE');
    await assertRefused(remove(other), 403, 'INSUFFICIENT_SCOPE');
    await assertRefused(
      request(app, 'POST', '/account/password', { body: {}, token: other }),
      403,
      'INSUFFICIENT_SCOPE',
    );
    const none = await keyOf(key, ['images:write']);
    await assertRefused(call(app, 'GET', '/account', none), 403, 'INSUFFICIENT_SCOPE');
    await assertRefused(call(app, 'GET', '/auth/sessions', none), 403, 'INSUFFICIENT_SCOPE');
    await assertRefused(call(app, 'GET', '/account'), 401, 'MISSING_API_KEY');
  });

  it('PATCH changes the name, and with the password the email address', async () => {
    const { key, email } = await newPerson(app);
    assert.equal((await dataOf<Profile>(change(key, { name: 'Ada' }))).name, 'Ada');
    assert.equal((await dataOf<Profile>(change(key, { name: null }))).name, null);
    assert.equal((await dataOf<Profile>(change(key, {}))).email, email);
    const next = `${randomUUID()}@Example.com`;
    await assertRefused(change(key, { email: next, password: 'wrong' }), 401, 'INVALID_CREDENTIALS');
    assert.equal((await assertRefused(change(key, { email: next }), 400, 'INVALID_PARAMETER')).param, 'password');
    assert.equal((await dataOf<Profile>(change(key, { email: next, password: PASSWORD }))).email, next.toLowerCase());
    assert.equal((await login(app, next)).status, 200);
    await assertRefused(login(app, email), 401, 'INVALID_CREDENTIALS');
    for (const body of [{ plan: 'enterprise' }, { admin: true }, { email: 'invalid' }, { name: 1 }]) {
      await assertRefused(change(key, body), 400, 'INVALID_PARAMETER');
    }
  });

  it('PATCH refuses the email address of another account with EMAIL_TAKEN', async () => {
    const [one, two] = [await newPerson(app), await newPerson(app)];
    const wanted = { email: two.email.toUpperCase(), password: PASSWORD };
    assert.equal((await assertRefused(change(one.key, wanted), 409, 'EMAIL_TAKEN')).param, 'email');
    const own = { email: one.email.toUpperCase(), password: PASSWORD };
    assert.equal((await dataOf<Profile>(change(one.key, own))).email, one.email);
    const free = `${randomUUID()}@example.com`;
    const answers = await Promise.all([one, two].map(({ key }) => change(key, { email: free, password: PASSWORD })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
  });
});

describe('DELETE /api/v1/account', () => {
  it('removes the account, its credentials and its images, and frees the email address', async () => {
    const person = await newPerson(app);
    const other = await newPerson(app);
    const browser = await openBrowser(app, person.email);
    const images = [await imageOf(person, 11), await imageOf(person, 12)];
    const kept = await imageOf(other, 13);
    await assertRefused(remove(person.key, { password: 'wrong' }), 401, 'INVALID_CREDENTIALS');
    await assertRefused(remove(person.key, {}), 400, 'INVALID_PARAMETER');
    await assertRefused(remove(person.key, { password: PASSWORD }, '?images=some'), 400, 'INVALID_PARAMETER');
    const deleted = await dataOf<Record<string, unknown>>(remove(person.key));
    assert.deepEqual(Object.keys(deleted), ['id', 'deleted', 'deleted_at', 'images_deleted']);
    assert.deepEqual([deleted.id, deleted.images_deleted], [person.id, 2]);

    for (const image of images) {
      await assertRefused(call(app, 'GET', `/image/${image.id}`), 404, 'IMAGE_NOT_FOUND');
      assert.equal((await fetch(at(app, image.links.direct))).status, 404);
      const left = await app.blobFiles();
      assert.ok(image.files.length > 0 && image.files.every((file) => !left.includes(file)), 'no blob is left');
    }
    assert.equal((await fetch(at(app, kept.links.direct))).status, 200);
    for (const token of [person.key, browser.token]) {
      await assertRefused(call(app, 'GET', '/account', token), 401, 'INVALID_API_KEY');
    }
    await assertRefused(login(app, person.email), 401, 'INVALID_CREDENTIALS');
    const body = { email: person.email, password: PASSWORD };
    const again = await dataOf<{ account: Profile }>(request(app, 'POST', '/auth/register', { body }));
    assert.notEqual(again.account.id, person.id);
    const storage = await storageBeside(app);
    for (const table of ['keys', 'sessions', 'albums', 'images'] as const) {
      const rows = await storage.db.selectFrom(table).selectAll().where('account_id', '=', person.id).execute();
      assert.deepEqual(rows, [], table);
    }
    await storage.close();
  });

  it('keeps the images as anonymous images with ?images=keep', async () => {
    const person = await newPerson(app);
    const image = await imageOf(person, 14);
    const deleted = await dataOf<{ images_deleted: number }>(
      remove(person.key, { password: PASSWORD }, '?images=keep'),
    );
    assert.equal(deleted.images_deleted, 0);
    const info = await dataOf<{ anonymous: boolean }>(call(app, 'GET', `/image/${image.id}`));
    assert.equal(info.anonymous, true);
    assert.equal((await fetch(at(app, image.links.direct))).status, 200);
    assert.equal((await call(app, 'DELETE', `/image/${image.id}`, image.delete_token)).status, 200);
  });

  it('requires a recent session for an account without a password', async () => {
    const { email, key } = await accountOf(app, {});
    await assertRefused(remove(key, {}), 403, 'FORBIDDEN');
    const { email: signedInAs } = await newPerson(app);
    const [stale, fresh] = [await openBrowser(app, signedInAs), await openBrowser(app, signedInAs)];
    const storage = await storageBeside(app);
    await storage.db.updateTable('accounts').set({ password_hash: null }).where('email', '=', signedInAs).execute();
    const anHourAgo = { created_at: clock.now() - 3_600_000 };
    const sessions = await dataOf<{ sessions: { id: string; current: boolean }[] }>(
      call(app, 'GET', '/auth/sessions', stale.token),
    );
    const old = sessions.sessions.find(({ current }) => current)?.id ?? assert.fail();
    await storage.db.updateTable('sessions').set(anHourAgo).where('id', '=', old).execute();
    await storage.close();
    await assertRefused(remove(stale.token, {}), 403, 'FORBIDDEN');
    assert.equal((await remove(fresh.token, {})).status, 200);
    assert.equal((await dataOf<Profile>(call(app, 'GET', '/account', key))).email, email);
  });

  it('is completed by a job when the process dies during the deletion', async () => {
    const person = await newPerson(app);
    const image = await imageOf(person, 15);
    const storage = await storageBeside(app);
    await storage.db.transaction().execute(async (tx) => {
      await closeAccount(tx, person.id, clock.now());
      const payload = { accountId: person.id, images: 'delete' };
      await addJob(tx, { kind: 'delete-account', payload, runAtMs: clock.now() }, clock.now());
    });
    await storage.close();
    await assertRefused(call(app, 'GET', '/account', person.key), 401, 'INVALID_API_KEY');
    await until(async () => (await call(app, 'GET', `/image/${image.id}`)).status === 404);
  });

  it('leaves no image of concurrent uploads', async () => {
    const person = await newPerson(app);
    const png = await smallPng(16);
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => upload(app, png, {}, bearer(person.key))),
      remove(person.key),
      ...Array.from({ length: 4 }, () => upload(app, png, {}, bearer(person.key))),
    ]);
    for (const { status } of answers) assert.ok(status === 200 || status === 401, String(status));
    const storage = await storageBeside(app);
    const rows = await storage.db.selectFrom('images').select('id').where('account_id', '=', person.id).execute();
    await storage.close();
    assert.deepEqual(rows, []);
  });
});

describe('PATCH /api/v1/keys/{id}', () => {
  const patch = (token: string, id: string, body: unknown) => request(app, 'PATCH', `/keys/${id}`, { body, token });
  const newKey = async (token: string, scopes: string[]) =>
    dataOf<KeyInfo & { key: string }>(request(app, 'POST', '/keys', { body: { name: 'a', scopes }, token }));

  it('renames a key and removes scopes permanently', async () => {
    const { key } = await newPerson(app);
    const made = await newKey(key, ['images:write', 'keys:manage']);
    const renamed = await dataOf<KeyInfo>(patch(key, made.id, { name: 'b' }));
    assert.deepEqual([renamed.name, renamed.scopes], ['b', ['images:write', 'keys:manage']]);
    assert.ok(!('key' in renamed));
    assert.equal((await call(app, 'GET', '/keys', made.key)).status, 200);
    const shrunk = await dataOf<KeyInfo>(patch(key, made.id, { scopes: ['images:write'] }));
    assert.deepEqual([shrunk.name, shrunk.scopes], ['b', ['images:write']]);
    await assertRefused(call(app, 'GET', '/keys', made.key), 403, 'INSUFFICIENT_SCOPE');
    for (const scopes of [['*'], ['images:write', 'keys:manage'], ['images:read'], ['admin']]) {
      const error = await assertRefused(patch(key, made.id, { scopes }), 400, 'INVALID_PARAMETER');
      assert.equal(error.param, 'scopes');
    }
    for (const body of [{ name: '' }, { scopes: [] }, { scopes: ['x'] }, { expires_at: null }]) {
      await assertRefused(patch(key, made.id, body), 400, 'INVALID_PARAMETER');
    }
    const { keys } = await dataOf<{ keys: KeyInfo[] }>(call(app, 'GET', '/keys', key));
    assert.deepEqual(keys.find(({ id }) => id === made.id)?.scopes, ['images:write']);
  });

  it("answers 404 KEY_NOT_FOUND to another account's key as to an unknown one", async () => {
    const [mine, theirs] = [await newPerson(app), await newPerson(app)];
    const made = await newKey(theirs.key, ['images:write']);
    for (const id of [made.id, 'key_missing']) {
      await assertRefused(patch(mine.key, id, { name: 'b' }), 404, 'KEY_NOT_FOUND');
    }
    const { keys } = await dataOf<{ keys: KeyInfo[] }>(call(app, 'GET', '/keys', theirs.key));
    assert.equal(keys.find(({ id }) => id === made.id)?.name, 'a');
  });
});
