import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { DeliveryInfo, IssuedWebhook, WebhookInfo } from '../../src/api/webhooks.ts';
import { NEEDS_INSPECTION, upload, uploaded } from '../support/api.ts';
import { createFakeClock } from '../support/clock.ts';
import { accountOf, bearer, call, patch, send, smallPng } from '../support/requests.ts';
import { dataOf, newPerson, PASSWORD, type Person, request } from '../support/sign-in.ts';
import { type MailServer, startMailServer } from '../support/smtp.ts';
import { startApp, type TestApp } from '../support/start-app.ts';
import { until } from '../support/until.ts';
import { accept, type Receiver, refuse, startReceiver } from '../support/webhook-receiver.ts';

const DAY_MS = 86_400_000;
const clock = createFakeClock();
let app: TestApp;
let mail: MailServer;
let shade = 1_000;

before(async () => {
  mail = await startMailServer();
  const env = { IMGD_WEBHOOKS_ALLOW_PRIVATE: '1', IMGD_SMTP_URL: mail.url, IMGD_WEBHOOKS_RETRY_SECONDS: '0,3600,3600' };
  app = await startApp({ clock, env });
});
after(async () => {
  await app[Symbol.asyncDispose]();
  await mail[Symbol.asyncDispose]();
});

const add = (person: Pick<Person, 'key'>, url: string, events = ['*']) =>
  dataOf<IssuedWebhook>(send(app, '/webhooks', { url, events }, person.key));
const uploadOne = async (key: string | undefined, fields: Record<string, string> = {}) =>
  uploaded(upload(app, await smallPng(shade++), fields, bearer(key)));
const shown = (id: string, { key }: Pick<Person, 'key'>) =>
  dataOf<WebhookInfo>(call(app, 'GET', `/webhooks/${id}`, key));
const firstDelivery = async (id: string, { key }: Pick<Person, 'key'>) =>
  (await dataOf<{ deliveries: DeliveryInfo[] }>(call(app, 'GET', `/webhooks/${id}/deliveries`, key))).deliveries[0];

/** The messages about one thing, once there are so many: type, and the members that tell why. */
async function told(receiver: Receiver, id: string, count: number): Promise<string[]> {
  const about = () => receiver.messages.filter(({ data }) => data.id === id);
  await until(() => about().length >= count);
  return about().map(({ type, data }) => [type, data.reason ?? data.changed?.join()].filter(Boolean).join(' '));
}

describe('the events of webhooks', { skip: NEEDS_INSPECTION }, () => {
  it('cover the life of an image', async () => {
    await using receiver = await startReceiver();
    const owner = await newPerson(app);
    const admin = await accountOf(app, { isAdmin: true });
    await add(owner, receiver.url);
    const { id } = await uploadOne(owner.key);
    await told(receiver, id, 1);
    await dataOf(patch(app, `/image/${id}`, { filename: 'renamed.png', album: 'Dogs' }, owner.key));
    const expected = ['image.uploaded', 'image.updated album,filename'];
    assert.deepEqual((await told(receiver, id, 2)).sort(), expected.sort());
    await dataOf(send(app, '/images/delete', { ids: [id], trash: true }, owner.key));
    assert.equal((await told(receiver, id, 3)).at(-1), 'image.deleted trash');
    await dataOf(send(app, '/trash/restore', { ids: [id] }, owner.key));
    assert.equal((await told(receiver, id, 4)).at(-1), 'image.updated trashed_at');
    await dataOf(send(app, `/admin/images/${id}/quarantine`, {}, admin.key));
    assert.equal((await told(receiver, id, 5)).at(-1), 'image.updated quarantined');
    await dataOf(send(app, `/admin/images/${id}/release`, {}, admin.key));
    assert.equal((await told(receiver, id, 6)).at(-1), 'image.updated quarantined');
    await dataOf(send(app, `/admin/images/${id}/takedown`, { reason: 'x', block: false }, admin.key));
    assert.equal((await told(receiver, id, 7)).at(-1), 'image.deleted takedown');
    assert.equal(receiver.messages.filter(({ type }) => type === 'album.created').length, 1);
  });

  it('cover claims, expiry, albums, keys, and the end of an account', async () => {
    await using receiver = await startReceiver();
    await using ofService = await startReceiver();
    const owner = await newPerson(app);
    const admin = await accountOf(app, { isAdmin: true });
    await add(owner, receiver.url);
    const anonymous = await uploadOne(undefined, { expiry: '1' });
    const claim = { images: [{ id: anonymous.id, delete_token: anonymous.delete_token }] };
    await dataOf(send(app, '/images/claim', claim, owner.key));
    assert.deepEqual(await told(receiver, anonymous.id, 1), ['image.updated account_id,album']);
    clock.advance(3_600_001);
    assert.equal((await told(receiver, anonymous.id, 2)).at(-1), 'image.expired');
    const album = await dataOf<{ id: string }>(send(app, '/albums', { name: 'Birds' }, owner.key));
    await dataOf(patch(app, `/albums/${album.id}`, { name: 'Fish' }, owner.key));
    await dataOf(call(app, 'DELETE', `/albums/${album.id}`, owner.key));
    assert.deepEqual((await told(receiver, album.id, 3)).sort(), ['album.created', 'album.deleted', 'album.updated']);
    const key = await dataOf<{ id: string; key: string }>(send(app, '/keys', { name: 'x' }, owner.key));
    await dataOf(call(app, 'DELETE', `/keys/${key.id}`, owner.key));
    assert.deepEqual((await told(receiver, key.id, 2)).sort(), ['key.created', 'key.revoked']);
    assert.ok(
      receiver.messages.every(({ raw }) => !raw.includes(key.key)),
      'no secret of a key',
    );

    await dataOf(send(app, '/admin/webhooks', { url: ofService.url }, admin.key));
    const last = await uploadOne(owner.key);
    await told(ofService, last.id, 1);
    const before = receiver.messages.length;
    await dataOf(request(app, 'DELETE', '/account', { body: { password: PASSWORD }, token: owner.key }));
    assert.equal((await told(ofService, last.id, 2)).at(-1), 'image.deleted request');
    assert.ok(
      receiver.messages.slice(before).every(({ type }) => type === 'image.uploaded'),
      'its own webhooks end first',
    );
  });
});

describe('a receiver that fails', { skip: NEEDS_INSPECTION }, () => {
  it('gets the message again, not before it permits', async () => {
    await using receiver = await startReceiver(refuse(429, { 'retry-after': '7200' }));
    const owner = await newPerson(app);
    const { id } = await add(owner, receiver.url, ['image.uploaded']);
    const image = await uploadOne(owner.key);
    const waiting = await until(async () => {
      const delivery = await firstDelivery(id, owner);
      return delivery?.response_status === 429 && delivery;
    });
    assert.deepEqual([waiting.state, waiting.attempts], ['pending', 1]);
    assert.ok(Date.parse(waiting.next_attempt_at ?? '') >= clock.now() + 7_199_000);
    assert.ok((await shown(id, owner)).failing_since !== null);
    receiver.answer = accept;
    clock.advance(2 * 3_600_000 + 1_000_000);
    await until(async () => (await firstDelivery(id, owner))?.state === 'delivered');
    assert.deepEqual(await told(receiver, image.id, 2), ['image.uploaded', 'image.uploaded']);
    assert.equal(new Set(receiver.messages.map((message) => message.id)).size, 1, 'with the same id');
    assert.equal((await shown(id, owner)).failing_since, null);
  });

  it('is given up after the last attempt, and a test at once', async () => {
    await using receiver = await startReceiver(refuse(500));
    const owner = await newPerson(app);
    const { id } = await add(owner, receiver.url, ['image.uploaded']);
    await dataOf(call(app, 'POST', `/webhooks/${id}/test`, owner.key));
    const test = await until(async () => {
      const delivery = await firstDelivery(id, owner);
      return delivery?.state === 'failed' && delivery;
    });
    assert.deepEqual([test.attempts, test.error], [1, 'The receiver answered 500.']);
    clock.advance(1_000);
    await uploadOne(owner.key);
    for (let attempts = 1; attempts <= 3; attempts++) {
      await until(async () => {
        const delivery = await firstDelivery(id, owner);
        // Due by the schedule, not by the lease of an attempt that is running.
        const isOver = Date.parse(delivery?.next_attempt_at ?? '') > clock.now() + 600_000;
        return delivery?.attempts === attempts && (isOver || delivery.state === 'failed');
      });
      clock.advance(2 * 3_600_000);
    }
    await until(async () => (await firstDelivery(id, owner))?.state === 'failed');
    assert.equal((await shown(id, owner)).active, true);
  });

  it('is disabled by 410, and the owner gets a mail', async () => {
    await using receiver = await startReceiver(refuse(410));
    const owner = await newPerson(app);
    const { id } = await add(owner, receiver.url, ['image.uploaded']);
    await uploadOne(owner.key);
    const disabled = await until(async () => {
      const webhook = await shown(id, owner);
      return !webhook.active && webhook;
    });
    assert.equal(disabled.disabled_reason, 'gone');
    const notice = await until(() =>
      mail.mails.find(({ to, text }) => to.includes(owner.email) && /A webhook was disabled/.test(text)),
    );
    assert.ok(notice.text.includes(id));
  });

  it('is disabled after five days of failures', async () => {
    await using receiver = await startReceiver((_response, _message, incoming) => incoming.socket.resetAndDestroy());
    const owner = await newPerson(app);
    const { id } = await add(owner, receiver.url, ['image.uploaded']);
    await uploadOne(owner.key);
    await until(async () => (await shown(id, owner)).failing_since !== null);
    clock.advance(5 * DAY_MS + 1);
    const disabled = await until(async () => {
      const webhook = await shown(id, owner);
      return !webhook.active && webhook;
    });
    assert.equal(disabled.disabled_reason, 'failures');
    assert.equal((await firstDelivery(id, owner))?.error, 'The webhook is disabled.');
    const enabled = await dataOf<WebhookInfo>(patch(app, `/webhooks/${id}`, { active: true }, owner.key));
    assert.deepEqual([enabled.active, enabled.failing_since], [true, null]);
  });

  it('does not hold up the deliveries of others', async () => {
    await using hanging = await startReceiver(() => {});
    await using good = await startReceiver();
    const [slow, quick] = [await newPerson(app), await newPerson(app)];
    await add(slow, hanging.url, ['image.uploaded']);
    await add(quick, good.url, ['image.uploaded']);
    for (let i = 0; i < 20; i++) await uploadOne(slow.key);
    await until(() => hanging.messages.length > 0);
    const image = await uploadOne(quick.key);
    await told(good, image.id, 1);
    assert.ok(hanging.messages.length <= 16, 'at most eight attempts at once on a node');
  });
});
