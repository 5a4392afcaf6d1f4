import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertRefused, upload, uploaded } from '../support/api.ts';
import { accountOf, bearer, call, send, smallPng } from '../support/requests.ts';
import { dataOf } from '../support/sign-in.ts';
import { startApp, type TestApp } from '../support/start-app.ts';
import { until } from '../support/until.ts';

interface Block {
  id: string;
  network: string | null;
  reason: string | null;
  ends_at: string | null;
}

let app: TestApp;
let admin: string;
before(async () => {
  app = await startApp({ env: { IMGD_TRUST_PROXY: '127.0.0.1', IMGD_DOORS: 'imgur' } });
  admin = (await accountOf(app, { isAdmin: true })).key;
});
after(() => app[Symbol.asyncDispose]());

const from = (address: string, key?: string) => ({ 'x-forwarded-for': address, ...bearer(key) });
const block = (body: object) => send(app, '/admin/networks', body, admin);
const blocks = async () => (await dataOf<{ networks: Block[] }>(call(app, 'GET', '/admin/networks', admin))).networks;

describe('a blocked network', () => {
  it('gets 403 for uploads, with a key too, for registrations and sign-ins, and may read; others are served', async () => {
    const { key } = await accountOf(app, {});
    const png = await smallPng(1);
    const image = await uploaded(upload(app, png, {}, from('198.51.100.9')));
    const made = await dataOf<Block>(block({ network: '198.51.100.9/24', reason: 'a raid' }));
    assert.deepEqual([made.network, made.reason, made.ends_at], ['198.51.100.0/24', 'a raid', null]);
    const isRefused = async () => (await upload(app, png, {}, from('198.51.100.77'))).status === 403;
    // Each node learns of it on its own.
    await until(async () => (await isRefused()) && (await isRefused()) && (await isRefused()));
    await assertRefused(upload(app, png, {}, from('198.51.100.9', key)), 403, 'NETWORK_BLOCKED');
    const tus = { 'tus-resumable': '1.0.0', 'upload-length': '100', ...from('198.51.100.9') };
    await assertRefused(call(app, 'POST', '/uploads', undefined, tus), 403, 'NETWORK_BLOCKED');
    const account = { email: 'blocked@example.com', password: 'long enough' };
    for (const path of ['/auth/register', '/auth/login']) {
      await assertRefused(send(app, path, account, undefined, from('198.51.100.9')), 403, 'NETWORK_BLOCKED');
    }
    const form = new FormData();
    form.append('image', new Blob([new Uint8Array(png)]), 'a.png');
    const door = await fetch(`${app.url}/3/image`, { method: 'POST', body: form, headers: from('198.51.100.9') });
    assert.equal(door.status, 403);
    assert.equal((await call(app, 'GET', `/image/${image.id}`, undefined, from('198.51.100.9'))).status, 200);
    assert.equal((await call(app, 'GET', '/account', key, from('198.51.100.9'))).status, 200);
    await uploaded(upload(app, png, {}, from('198.51.101.9')));
    const again = await dataOf<Block>(block({ network: '198.51.100.0/24', ends_at: '2999-01-01T00:00:00Z' }));
    assert.deepEqual(
      (await blocks()).map(({ id, ends_at }) => [id, ends_at]),
      [[again.id, '2999-01-01T00:00:00Z']],
    );
    // Nodes that still know the first block tell no end.
    await until(async () => {
      const refusal = await assertRefused(upload(app, png, {}, from('198.51.100.9')), 403, 'NETWORK_BLOCKED');
      return / Until 2999-01-01T00:00:00Z\.$/.test(refusal.message);
    });
    assert.equal((await call(app, 'DELETE', `/admin/networks/${again.id}`, admin)).status, 200);
    await until(async () => !(await isRefused()) && !(await isRefused()));
    assert.deepEqual(await blocks(), []);
  });

  it('is refused with INVALID_PARAMETER where it is no network, too wide, or has ended', async () => {
    for (const network of ['example.org', '0.0.0.0/0', '2001:db8::/80']) {
      assert.equal((await assertRefused(block({ network }), 400, 'INVALID_PARAMETER')).param, 'network');
    }
    const past = { network: '198.51.100.0/24', ends_at: '2001-01-01T00:00:00Z' };
    assert.equal((await assertRefused(block(past), 400, 'INVALID_PARAMETER')).param, 'ends_at');
    await assertRefused(call(app, 'GET', '/admin/networks', (await accountOf(app, {})).key), 403, 'INSUFFICIENT_SCOPE');
  });
});
