import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertRefused, json, register, upload, uploaded } from '../support/api.ts';
import { accountOf, bearer, call, send, smallPng } from '../support/requests.ts';
import { dataOf, newPerson } from '../support/sign-in.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

interface Report {
  id: string;
  image: { id: string; account_id: string | null; quarantined: boolean } | null;
  image_id: string;
  reason: string;
  comment: string | null;
  email: string | null;
  state: string;
  resolved_at: string | null;
  resolved_by: { id: string; email: string } | null;
  note: string | null;
}
interface Reports {
  reports: Report[];
  next_cursor: string | null;
  has_more: boolean;
}
interface Entry {
  actor: { id: string; email: string } | null;
  via: string;
  action: string;
  subject: string;
  details: Record<string, unknown>;
}

// The service limits reports by address. Each test uses other addresses.
const PROXY = { IMGD_TRUST_PROXY: '127.0.0.1' };
let app: TestApp;
let admin: { key: string; email: string };
let shade = 1_000;
before(async () => {
  app = await startApp({ env: PROXY });
  admin = await accountOf(app, { isAdmin: true });
});
after(() => app[Symbol.asyncDispose]());

const from = (address: string) => ({ 'x-forwarded-for': address });
const newImage = async (key?: string) => uploaded(upload(app, await smallPng(shade++), {}, bearer(key)));
const report = (id: string, body: unknown, address: string) =>
  send(app, `/image/${id}/report`, body, undefined, from(address));
const reports = (query = '') => dataOf<Reports>(call(app, 'GET', `/admin/reports${query}`, admin.key));
const reportOf = async (imageId: string, state = 'all') =>
  (await reports(`?state=${state}&limit=100`)).reports.find((one) => one.image_id === imageId);
const resolve = (id: string, body: unknown, key = admin.key) => send(app, `/admin/reports/${id}/resolve`, body, key);
const auditOf = async (subject: string) =>
  (await dataOf<{ entries: Entry[] }>(call(app, 'GET', '/admin/audit?limit=100', admin.key))).entries.filter(
    (entry) => entry.subject === subject,
  );

describe('POST /api/v1/image/{id}/report', () => {
  it('accepts anonymous and repeated reports', async () => {
    const { id } = await newImage();
    const body = { reason: 'copyright', comment: 'mine', email: 'painter@example.com' };
    for (let times = 0; times < 2; times++) {
      assert.deepEqual(await json(await report(id, body, '192.0.2.1')), {
        success: true,
        data: { reported: true },
        message: 'Image reported',
      });
    }
    const found = await reportOf(id, 'open');
    assert.equal(found?.image?.id, id);
    assert.deepEqual(
      [found.reason, found.comment, found.email, found.state, found.resolved_by],
      ['copyright', 'mine', 'painter@example.com', 'open', null],
    );
  });

  it('refuses unknown images, reasons and members, and comments that are too long', async () => {
    const { id } = await newImage();
    await assertRefused(report('aaaaaaaaaaaa', { reason: 'spam' }, '192.0.2.2'), 404, 'IMAGE_NOT_FOUND');
    await assertRefused(report(id, { reason: 'boring' }, '192.0.2.2'), 400, 'INVALID_PARAMETER');
    await assertRefused(report(id, {}, '192.0.2.2'), 400, 'INVALID_PARAMETER');
    await assertRefused(report(id, { reason: 'spam', by: 'me' }, '192.0.2.2'), 400, 'INVALID_PARAMETER');
    const long = { reason: 'spam', comment: 'x'.repeat(2_001) };
    await assertRefused(report(id, long, '192.0.2.2'), 400, 'INVALID_PARAMETER');
    assert.equal(await reportOf(id), undefined);
  });

  it('accepts ten reports an hour from one address', async () => {
    const { id } = await newImage();
    for (let times = 0; times < 10; times++) {
      assert.equal((await report(id, { reason: 'other' }, '192.0.2.3')).status, 200);
    }
    const refused = await report(id, { reason: 'other' }, '192.0.2.3');
    assert.ok(Number(refused.headers.get('retry-after')) > 3_000);
    await assertRefused(refused, 429, 'TOO_MANY_ATTEMPTS');
    assert.equal((await report(id, { reason: 'other' }, '192.0.2.4')).status, 200);
  });
});

describe('/api/v1/admin/reports', () => {
  it('lists reports by state in pages, newest first', async () => {
    const images = [await newImage(), await newImage(), await newImage()];
    for (const { id } of images) await report(id, { reason: 'spam' }, '192.0.2.5');
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await reports(`?state=open&limit=1${cursor && `&cursor=${cursor}`}`);
      assert.equal(page.has_more, page.next_cursor !== null);
      seen.push(...page.reports.map((one) => one.image_id));
      cursor = page.next_cursor ?? '';
    } while (cursor !== '');
    assert.equal(new Set(seen).size <= seen.length, true);
    for (const { id } of images) assert.ok(seen.includes(id));
    const all = (await reports('?state=open&limit=100')).reports.map((one) => one.image_id);
    assert.deepEqual(seen, all);
    await assertRefused(call(app, 'GET', '/admin/reports?state=closed', admin.key), 400, 'INVALID_PARAMETER');
    await assertRefused(call(app, 'GET', '/admin/reports?cursor=none', admin.key), 400, 'INVALID_CURSOR');
  });

  it('dismisses all reports of the image once, and the image stays', async () => {
    const { id } = await newImage();
    for (const reason of ['spam', 'abuse']) await report(id, { reason }, '192.0.2.6');
    const open = (await reports('?limit=100')).reports.filter((one) => one.image_id === id);
    assert.equal(open.length, 2);
    const [first, second] = open.map((one) => one.id);
    const resolved = await dataOf<Report>(resolve(first ?? '', { action: 'dismiss', note: 'fine' }));
    assert.equal(resolved.state, 'dismissed');
    assert.equal(resolved.note, 'fine');
    assert.equal(resolved.resolved_by?.email, admin.email);
    assert.ok(resolved.resolved_at);
    assert.equal(resolved.image?.id, id);
    await assertRefused(resolve(second ?? '', { action: 'dismiss' }), 409, 'REPORT_RESOLVED');
    assert.equal(await reportOf(id, 'open'), undefined);
    assert.equal((await call(app, 'GET', `/image/${id}`)).status, 200);
    const [entry, ...more] = await auditOf(first ?? '');
    assert.deepEqual(more, []);
    assert.deepEqual([entry?.action, entry?.actor?.email, entry?.via], ['report.resolve', admin.email, 'api']);
    assert.deepEqual(entry?.details, { decision: 'dismiss', image: id, note: 'fine', reports: 2 });
  });

  it('takes the image down, and suspends its account with takedown_and_suspend', async () => {
    const person = await newPerson(app);
    const { id } = await newImage(person.key);
    await report(id, { reason: 'illegal' }, '192.0.2.7');
    const found = await reportOf(id, 'open');
    const resolved = await dataOf<Report>(resolve(found?.id ?? '', { action: 'takedown_and_suspend' }));
    assert.deepEqual([resolved.state, resolved.image, resolved.image_id], ['taken_down', null, id]);
    await assertRefused(call(app, 'GET', `/image/${id}`), 404, 'IMAGE_NOT_FOUND');
    await assertRefused(call(app, 'GET', '/account', person.key), 403, 'ACCOUNT_SUSPENDED');
    assert.deepEqual(
      [...(await auditOf(id)), ...(await auditOf(person.id))].map((entry) => entry.action),
      ['image.takedown', 'account.suspend'],
    );
  });

  it('refuses a takedown when the image has no account to suspend, or is deleted', async () => {
    const image = await newImage();
    await report(image.id, { reason: 'illegal' }, '192.0.2.8');
    const { id = '' } = (await reportOf(image.id)) ?? {};
    await assertRefused(resolve(id, { action: 'takedown_and_suspend' }), 400, 'INVALID_PARAMETER');
    assert.equal((await call(app, 'GET', `/image/${image.id}`)).status, 200);
    assert.equal((await call(app, 'DELETE', `/image/${image.id}`, image.delete_token)).status, 200);
    await assertRefused(resolve(id, { action: 'takedown' }), 404, 'IMAGE_NOT_FOUND');
    assert.deepEqual([(await reportOf(image.id))?.state, await auditOf(id)], ['open', []]);
    assert.equal((await dataOf<Report>(resolve(id, { action: 'dismiss' }))).image, null);
    await assertRefused(resolve('rep_none', { action: 'dismiss' }), 404, 'REPORT_NOT_FOUND');
  });
});

describe('the administration', () => {
  it('refuses other callers before any lookup', async () => {
    const key = await register(app);
    const image = await newImage();
    const requests: [string, string, unknown?][] = [
      ['GET', '/admin/reports'],
      ['POST', '/admin/reports/none/resolve', { action: 'dismiss' }],
      ['POST', '/admin/images/none/takedown', { reason: 'x' }],
      ['GET', '/admin/accounts'],
      ['GET', '/admin/accounts/none'],
      ['PATCH', '/admin/accounts/none', {}],
      ['GET', '/admin/audit'],
    ];
    for (const [method, path, body] of requests) {
      const ask = (token?: string) =>
        fetch(`${app.url}/api/v1${path}`, {
          method,
          headers: { ...bearer(token), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
      await assertRefused(ask(), 401, 'MISSING_API_KEY');
      await assertRefused(ask(key), 403, 'INSUFFICIENT_SCOPE');
      await assertRefused(ask(image.delete_token), 403, 'FORBIDDEN');
    }
  });
});
