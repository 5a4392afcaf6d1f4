import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertRefused, type Uploaded, upload, uploaded } from '../support/api.ts';
import { accountOf, bearer, call, catalogText, send, smallPng, storageBeside } from '../support/requests.ts';
import { dataOf } from '../support/sign-in.ts';
import { startApp, type TestApp } from '../support/start-app.ts';
import { until } from '../support/until.ts';

interface Same {
  total: number;
  shown: number;
  images: { id: string; quarantined: boolean }[];
}

interface Acted {
  done: number;
  remaining: number;
  next_image_id: string | null;
  block_id: string | null;
}

let app: TestApp;
let admin: string;
let shade = 9_000;
before(async () => {
  app = await startApp({ env: { IMGD_TRUST_PROXY: '127.0.0.1' } });
  admin = (await accountOf(app, { isAdmin: true })).key;
});
after(() => app[Symbol.asyncDispose]());

const from = (address: string, key?: string) => ({ 'x-forwarded-for': address, ...bearer(key) });
const uploadFrom = async (address: string, key?: string): Promise<Uploaded> =>
  uploaded(upload(app, await smallPng(shade++), {}, from(address, key)));
const path = (id: string) => `/admin/images/${id}/same-uploader`;
const same = (id: string, query = '') => dataOf<Same>(call(app, 'GET', path(id) + query, admin));
const act = (id: string, body: object, token = admin) => send(app, path(id), body, token);
const status = async (id: string) => (await call(app, 'GET', `/image/${id}`)).status;

/** Uploads of several uploaders: those of the first, and one of another. */
async function raid(address: string, images: number): Promise<[Uploaded[], Uploaded]> {
  const own: Uploaded[] = [];
  for (let index = 0; index < images; index++) own.push(await uploadFrom(address));
  return [own, await uploadFrom('192.0.2.200')];
}

describe('the images of one uploader', () => {
  it('are shown to administrators, with their number, and not those of others, of accounts or of earlier days', async () => {
    const key = (await accountOf(app, {})).key;
    const [own, other] = await raid('192.0.2.1', 3);
    const ofAccount = await uploadFrom('192.0.2.1', key);
    const found = await same(own[1]?.id ?? '');
    assert.deepEqual([found.total, found.shown], [3, 3]);
    assert.deepEqual(found.images.map(({ id }) => id).sort(), own.map(({ id }) => id).sort());
    assert.ok(!found.images.some(({ id }) => id === other.id || id === ofAccount.id));
    await assertRefused(call(app, 'GET', path(ofAccount.id), admin), 404, 'UPLOADER_UNKNOWN');
    await assertRefused(call(app, 'GET', path('aaaaaaaaaaaa'), admin), 404, 'IMAGE_NOT_FOUND');
    await assertRefused(call(app, 'GET', path(other.id), key), 403, 'INSUFFICIENT_SCOPE');
    await assertRefused(call(app, 'GET', `${path(other.id)}?since_hours=721`, admin), 400, 'INVALID_PARAMETER');
  });

  it('are hidden, shown, deleted or taken down by one request each; a takedown blocks the pictures', async () => {
    const [own, other] = await raid('192.0.2.2', 3);
    const ids = own.map(({ id }) => id);
    const [first = '', second = ''] = ids;
    assert.deepEqual(await dataOf<Acted>(act(first, { action: 'hide', max_images: 2 })), {
      ...{ done: 2, remaining: 1, block_id: null },
      next_image_id: first,
    });
    assert.equal((await dataOf<Acted>(act(first, { action: 'hide', reason: 'a raid' }))).done, 1);
    assert.deepEqual(await Promise.all(ids.map(status)), [404, 404, 404]);
    assert.deepEqual([(await same(first)).total, (await same(first)).shown], [3, 0]);
    const shown = await dataOf<Acted>(act(first, { action: 'show' }));
    assert.deepEqual(shown, { done: 3, remaining: 0, next_image_id: null, block_id: null });
    assert.deepEqual(await Promise.all(ids.map(status)), [200, 200, 200]);
    assert.equal((await dataOf<Acted>(act(first, { action: 'hide' }))).done, 3);
    const deleted = await dataOf<Acted>(act(second, { action: 'delete', max_images: 2 }));
    assert.deepEqual(deleted, { done: 2, remaining: 1, next_image_id: second, block_id: null });
    const bytes = await smallPng(shade);
    const last = await uploadFrom('192.0.2.2');
    assert.equal((await dataOf<Acted>(act(second, { action: 'takedown', reason: 'a raid' }))).done, 2);
    await assertRefused(call(app, 'GET', path(last.id), admin), 404, 'IMAGE_NOT_FOUND');
    await assertRefused(upload(app, bytes, {}, from('192.0.2.3')), 400, 'CONTENT_BLOCKED');
    assert.equal(await status(other.id), 200);
    await assertRefused(act(other.id, {}), 400, 'INVALID_PARAMETER');
    const { entries } = await dataOf<{ entries: { action: string; details: { images?: number } }[] }>(
      call(app, 'GET', '/admin/audit?limit=100', admin),
    );
    const acts = entries.filter(({ action }) => action.startsWith('uploader.'));
    // Entries of the same millisecond have no order.
    assert.deepEqual(
      acts.map(({ action, details }) => `${action} ${details.images}`).sort(),
      [
        'uploader.takedown 1',
        'uploader.takedown 1',
        'uploader.delete 2',
        'uploader.hide 1',
        'uploader.hide 2',
        'uploader.show 1',
        'uploader.show 2',
        'uploader.hide 1',
        'uploader.hide 2',
      ].sort(),
    );
  });

  it('can end with a block: the uploader gets 403 NETWORK_BLOCKED, neighbours and accounts do not', async () => {
    const [[image]] = await raid('192.0.2.4', 1);
    const key = (await accountOf(app, {})).key;
    const { block_id } = await dataOf<Acted>(act(image?.id ?? '', { block_hours: 24 }));
    const isRefused = async () => (await upload(app, await smallPng(shade++), {}, from('192.0.2.4'))).status === 403;
    // Each node learns of it on its own.
    await until(async () => (await isRefused()) && (await isRefused()) && (await isRefused()));
    const error = await assertRefused(upload(app, await smallPng(0), {}, from('192.0.2.4')), 403, 'NETWORK_BLOCKED');
    assert.match(error.details?.ends_at, /^\d{4}-.*Z$/);
    const account = { email: 'blocked-uploader@example.com', password: 'long enough' };
    await assertRefused(send(app, '/auth/register', account, undefined, from('192.0.2.4')), 403, 'NETWORK_BLOCKED');
    await uploadFrom('192.0.2.5');
    await uploadFrom('192.0.2.4', key);
    assert.equal((await call(app, 'GET', `/image/${image?.id}`, undefined, from('192.0.2.4'))).status, 200);
    await call(app, 'DELETE', `/admin/networks/${block_id}`, admin);
    await until(async () => !(await isRefused()) && !(await isRefused()));
    await assertRefused(call(app, 'DELETE', `/admin/networks/${block_id}`, admin), 404, 'NETWORK_BLOCK_NOT_FOUND');
  });

  it('leave no address in the catalog, and no hash with IMGD_UPLOADER_HASH_DAYS=0', async () => {
    await uploadFrom('192.0.2.77');
    assert.ok(!(await catalogText(app)).includes('192.0.2.77'));
    await using quiet = await startApp({ env: { IMGD_UPLOADER_HASH_DAYS: '0' } });
    const { id } = await uploaded(upload(quiet, await smallPng(shade++)));
    const key = (await accountOf(quiet, { isAdmin: true })).key;
    await assertRefused(call(quiet, 'GET', path(id), key), 404, 'UPLOADER_UNKNOWN');
    const storage = await storageBeside(quiet);
    assert.deepEqual(await storage.db.selectFrom('uploaders').selectAll().execute(), []);
    await storage.close();
  });
});
