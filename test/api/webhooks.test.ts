import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { DeliveryInfo, IssuedWebhook, WebhookInfo } from '../../src/api/webhooks.ts';
import { assertRefused, type Uploaded, upload, uploaded } from '../support/api.ts';
import { accountOf, bearer, call, patch, send, smallPng } from '../support/requests.ts';
import { dataOf, newPerson } from '../support/sign-in.ts';
import { startApp, type TestApp } from '../support/start-app.ts';
import { until } from '../support/until.ts';
import { isVerified, type Receiver, startReceiver } from '../support/webhook-receiver.ts';

const UNKNOWN = 'whk_00000000000000000000';
let app: TestApp;
let receiver: Receiver;
let key: string;
let shade = 0;

before(async () => {
  app = await startApp({ env: { IMGD_WEBHOOKS_ALLOW_PRIVATE: '1' } });
  receiver = await startReceiver();
});
after(async () => {
  await receiver[Symbol.asyncDispose]();
  await app[Symbol.asyncDispose]();
});
beforeEach(async () => {
  key = (await newPerson(app)).key;
});

const add = (body: object = {}, token = key, path = '/webhooks') =>
  dataOf<IssuedWebhook>(send(app, path, { url: receiver.url, ...body }, token));
const uploadOne = async (fields: Record<string, string> = {}, token = key): Promise<Uploaded> =>
  uploaded(upload(app, await smallPng(shade++), fields, bearer(token)));
const deliveriesOf = async (id: string) =>
  (await dataOf<{ deliveries: DeliveryInfo[] }>(call(app, 'GET', `/webhooks/${id}/deliveries`, key))).deliveries;
const finished = (id: string, type: string) =>
  until(async () => (await deliveriesOf(id)).find((one) => one.type === type && one.state !== 'pending'));

describe('POST /api/v1/webhooks', () => {
  it('delivers an event that the reference implementation verifies', async () => {
    const { id, secret, events, active } = await add();
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.deepEqual([events, active], [['*'], true]);
    const image = await uploadOne({ album: 'Cats' });
    const message = await receiver.got(({ type, data }) => type === 'image.uploaded' && data.id === image.id);
    assert.equal(isVerified(secret, message), true);
    assert.equal(isVerified((await add()).secret, message), false, 'another secret verifies nothing');
    const { filename, links, album, account_id: account } = message.data;
    assert.deepEqual([filename, links, album], [image.filename, image.links, 'Cats']);
    assert.ok(account?.startsWith('acc_'));
    assert.ok(!message.raw.includes(image.delete_token), 'no secret of the image');
    assert.equal((await receiver.got(({ data }) => data.name === 'Cats')).type, 'album.created');
    const delivery = await finished(id, 'image.uploaded');
    assert.deepEqual(
      [delivery.id, delivery.state, delivery.attempts, delivery.response_status, delivery.error],
      [message.id, 'delivered', 1, 204, null],
    );
  });

  it('refuses addresses that are none, and unknown events', async () => {
    for (const url of [
      'ftp://example.com/',
      'no address',
      'https://user:secret@example.com/',
      'http://example.com:22/',
    ]) {
      const error = await assertRefused(send(app, '/webhooks', { url }, key), 400, 'INVALID_PARAMETER');
      assert.equal(error.param, 'url', url);
    }
    const refused = [{ events: [] }, { events: ['image.seen'] }, { active: true }, { description: 'x'.repeat(501) }];
    for (const body of refused) {
      await assertRefused(send(app, '/webhooks', { url: receiver.url, ...body }, key), 400, 'INVALID_PARAMETER');
    }
  });

  it('needs the scope webhooks:manage, and administrators for those of the service', async () => {
    const { key: limited } = await dataOf<{ key: string }>(
      send(app, '/keys', { name: 'x', scopes: ['images:write'] }, key),
    );
    await assertRefused(call(app, 'GET', '/webhooks', limited), 403, 'INSUFFICIENT_SCOPE');
    await assertRefused(call(app, 'GET', '/admin/webhooks', key), 403, 'INSUFFICIENT_SCOPE');
    await assertRefused(call(app, 'GET', '/webhooks'), 401, 'MISSING_API_KEY');
  });

  it('allows ten webhooks of an account', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, () => send(app, '/webhooks', { url: receiver.url }, key)),
    );
    assert.deepEqual(outcomes.map(({ status }) => status).sort(), [...Array(10).fill(200), 400, 400]);
    const error = await assertRefused(send(app, '/webhooks', { url: receiver.url }, key), 400, 'INVALID_PARAMETER');
    assert.deepEqual(error.details, { max_webhooks: 10 });
  });
});

describe('webhooks of one account', () => {
  it('are shown, changed and deleted by it only', async () => {
    const { id } = await add({ description: 'my forum', events: ['image.deleted'] });
    const { webhooks } = await dataOf<{ webhooks: WebhookInfo[] }>(call(app, 'GET', '/webhooks', key));
    assert.deepEqual(
      webhooks.map((one) => one.id),
      [id],
    );
    assert.ok(!JSON.stringify(webhooks).includes('whsec_'), 'the secret is shown once');
    const other = (await newPerson(app)).key;
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/test'],
      ['POST', '/rotate-secret'],
      ['GET', '/deliveries'],
    ] as const) {
      await assertRefused(call(app, method, `/webhooks/${id}${path}`, other), 404, 'WEBHOOK_NOT_FOUND');
      await assertRefused(call(app, method, `/webhooks/${UNKNOWN}${path}`, key), 404, 'WEBHOOK_NOT_FOUND');
    }
    await assertRefused(patch(app, `/webhooks/${id}`, {}, other), 404, 'WEBHOOK_NOT_FOUND');
    const changed = await dataOf<WebhookInfo>(patch(app, `/webhooks/${id}`, { events: ['*'], description: null }, key));
    assert.deepEqual([changed.events, changed.description], [['*'], null]);
    await dataOf(call(app, 'DELETE', `/webhooks/${id}`, key));
    await assertRefused(call(app, 'GET', `/webhooks/${id}`, key), 404, 'WEBHOOK_NOT_FOUND');
  });

  it('get only the events that they ask for, and none while they are disabled', async () => {
    const { id } = await add({ events: ['image.deleted'] });
    const first = await uploadOne();
    const off = await dataOf<WebhookInfo>(patch(app, `/webhooks/${id}`, { active: false }, key));
    assert.deepEqual([off.active, off.disabled_reason], [false, 'owner']);
    await dataOf(call(app, 'DELETE', `/image/${first.id}`, key));
    const on = await dataOf<WebhookInfo>(patch(app, `/webhooks/${id}`, { active: true }, key));
    assert.deepEqual([on.active, on.disabled_reason], [true, null]);
    const second = await uploadOne();
    await dataOf(call(app, 'DELETE', `/image/${second.id}`, key));
    await finished(id, 'image.deleted');
    const all = await deliveriesOf(id);
    assert.deepEqual(
      all.map(({ type }) => type),
      ['image.deleted'],
    );
    assert.equal((await receiver.got((one) => one.id === all[0]?.id)).data.id, second.id);
  });

  it('sign with both secrets during the grace of a rotation, and with the new one without', async () => {
    const { id, secret } = await add({ events: ['image.expired'] });
    const path = `/webhooks/${id}/rotate-secret`;
    const { secret: second, old_secret_ends_at: ends } = await dataOf<IssuedWebhook>(
      send(app, path, { grace_hours: 24 }, key),
    );
    assert.ok(ends !== null && second !== secret);
    const test = await dataOf<DeliveryInfo>(call(app, 'POST', `/webhooks/${id}/test`, key));
    const both = await receiver.got((one) => one.id === test.id);
    assert.equal(both.type, 'webhook.test');
    assert.deepEqual([isVerified(secret, both), isVerified(second, both)], [true, true]);
    const { secret: third } = await dataOf<IssuedWebhook>(call(app, 'POST', path, key));
    const last = await dataOf<DeliveryInfo>(call(app, 'POST', `/webhooks/${id}/test`, key));
    const message = await receiver.got((one) => one.id === last.id);
    assert.deepEqual([isVerified(second, message), isVerified(third, message)], [false, true]);
  });

  it('repeat a delivery with the same id', async () => {
    const { id } = await add({ events: ['image.uploaded'] });
    const image = await uploadOne();
    const done = await finished(id, 'image.uploaded');
    await dataOf(call(app, 'POST', `/webhooks/${id}/deliveries/${done.id}/redeliver`, key));
    const twice = () => receiver.messages.filter((one) => one.id === done.id);
    await until(() => twice().length === 2);
    assert.deepEqual(
      twice().map(({ data }) => data.id),
      [image.id, image.id],
    );
    const path = `/webhooks/${id}/deliveries/msg_00000000000000000000/redeliver`;
    await assertRefused(call(app, 'POST', path, key), 404, 'DELIVERY_NOT_FOUND');
    await assertRefused(call(app, 'POST', path.replace(id, UNKNOWN), key), 404, 'WEBHOOK_NOT_FOUND');
  });

  it('list deliveries in pages', async () => {
    const { id } = await add({ events: ['image.uploaded'] });
    for (let i = 0; i < 3; i++) await dataOf(call(app, 'POST', `/webhooks/${id}/test`, key));
    const path = `/webhooks/${id}/deliveries?limit=2`;
    const first = await dataOf<{ deliveries: DeliveryInfo[]; next_cursor: string }>(call(app, 'GET', path, key));
    const rest = await dataOf<{ deliveries: DeliveryInfo[]; has_more: boolean }>(
      call(app, 'GET', `${path}&cursor=${first.next_cursor}`, key),
    );
    const ids = [...first.deliveries, ...rest.deliveries].map((one) => one.id);
    assert.deepEqual([new Set(ids).size, rest.has_more], [3, false]);
    await assertRefused(call(app, 'GET', `${path}&cursor=forged`, key), 400, 'INVALID_CURSOR');
  });
});

describe('webhooks of the service', () => {
  it('hear of all accounts and of anonymous uploads, and their changes are in the audit log', async (t) => {
    const admin = await accountOf(app, { isAdmin: true });
    const { id, secret } = await add({ events: ['image.uploaded'] }, admin.key, '/admin/webhooks');
    t.after(() => call(app, 'DELETE', `/admin/webhooks/${id}`, admin.key));
    const anonymous = await uploaded(upload(app, await smallPng(shade++)));
    const owned = await uploadOne();
    for (const image of [anonymous, owned]) {
      const message = await receiver.got(({ data }) => data.id === image.id);
      assert.equal(isVerified(secret, message), true);
      assert.equal(message.data.anonymous, image.anonymous);
    }
    await assertRefused(call(app, 'GET', `/webhooks/${id}`, admin.key), 404, 'WEBHOOK_NOT_FOUND');
    const { entries } = await dataOf<{ entries: { action: string; subject: string }[] }>(
      call(app, 'GET', '/admin/audit', admin.key),
    );
    assert.ok(entries.some(({ action, subject }) => action === 'webhook.create' && subject === id));
  });
});
