import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertRefused, upload, uploaded } from '../support/api.ts';
import { accountOf, bearer, call, send, smallPng } from '../support/requests.ts';
import { dataOf } from '../support/sign-in.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

interface Reported {
  image_id: string;
  image: { id: string; links: { view_page: string }; views: number } | null;
  uploader: { id: string; email: string; suspended: boolean; images: number } | null;
  copies: number;
  reports: number;
  reasons: { reason: string; reports: number }[];
  first_reported_at: string;
  last_reported_at: string;
  latest: { id: string; reason: string; comment: string | null; resolved_by: { email: string } | null }[];
}
interface ReportedPage {
  images: Reported[];
  next_cursor: string | null;
  has_more: boolean;
}
interface Decided {
  succeeded: number;
  failed: number;
  results: { id: string; success: boolean; data?: { state: string }; error?: { code: string } }[];
}
interface Entry {
  action: string;
  subject: string;
  details: Record<string, unknown>;
}

let app: TestApp;
let admin: { key: string; email: string };
let shade = 5_000;
let visitor = 0;
before(async () => {
  app = await startApp({ env: { IMGD_TRUST_PROXY: '127.0.0.1' } });
  admin = await accountOf(app, { isAdmin: true });
});
after(() => app[Symbol.asyncDispose]());

const newImage = async (key?: string, picture?: Buffer) =>
  uploaded(upload(app, picture ?? (await smallPng(shade++)), {}, bearer(key)));
/** The service limits reports by address: each report has its own. */
async function report(id: string, body: object): Promise<void> {
  visitor += 1;
  const headers = { 'x-forwarded-for': `198.51.${visitor >> 8}.${visitor & 255}` };
  assert.equal((await send(app, `/image/${id}/report`, body, undefined, headers)).status, 200);
}
const list = (query = '') => dataOf<ReportedPage>(call(app, 'GET', `/admin/reported-images${query}`, admin.key));
const decide = (body: object) => send(app, '/admin/reports/resolve', body, admin.key);
const attention = async () =>
  (await dataOf<{ reported_images: number }>(call(app, 'GET', '/admin/attention', admin.key))).reported_images;
const audit = async () =>
  (await dataOf<{ entries: Entry[] }>(call(app, 'GET', '/admin/audit?limit=100', admin.key))).entries;

describe('GET /api/v1/admin/reported-images', () => {
  it('lists each image once, with its uploader, its copies and the newest five of its reports', async () => {
    const owner = await accountOf(app, {});
    const picture = await smallPng(shade++);
    const image = await newImage(owner.key, picture);
    await newImage(undefined, picture);
    for (let times = 0; times < 4; times++) await report(image.id, { reason: 'spam', comment: `spam ${times}` });
    for (let times = 0; times < 3; times++) await report(image.id, { reason: 'privacy' });
    const page = await list('?limit=100');
    const found = page.images.filter(({ image_id: id }) => id === image.id);
    assert.equal(found.length, 1);
    const [one] = found;
    assert.ok(one);
    assert.equal(one.image?.links.view_page, image.links.view_page);
    assert.equal(one.uploader?.email, owner.email);
    assert.deepEqual([one.uploader?.suspended, one.uploader?.images, one.copies, one.reports], [false, 1, 2, 7]);
    assert.deepEqual(one.reasons, [
      { reason: 'spam', reports: 4 },
      { reason: 'privacy', reports: 3 },
    ]);
    assert.equal(one.latest.length, 5);
    assert.ok(one.first_reported_at <= one.last_reported_at);
    const anonymous = await newImage();
    await report(anonymous.id, { reason: 'other' });
    const [newest] = (await list('?limit=1')).images;
    assert.deepEqual([newest?.image_id, newest?.uploader, newest?.copies], [anonymous.id, null, 1]);
  });

  it('continues with a cursor, and knows states', async () => {
    const images = [await newImage(), await newImage(), await newImage()];
    for (const { id } of [...images, ...images]) await report(id, { reason: 'abuse' });
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await list(`?limit=1${cursor && `&cursor=${cursor}`}`);
      seen.push(...page.images.map((one) => one.image_id));
      cursor = page.next_cursor ?? '';
    } while (cursor !== '');
    assert.equal(new Set(seen).size, seen.length);
    assert.deepEqual(
      seen,
      (await list('?limit=100')).images.map((one) => one.image_id),
    );
    assert.equal((await decide({ image_ids: [images[0]?.id], action: 'dismiss' })).status, 200);
    const idsOf = async (state: string) => (await list(`?state=${state}&limit=100`)).images.map((one) => one.image_id);
    assert.equal((await idsOf('open')).includes(images[0]?.id ?? ''), false);
    assert.equal((await idsOf('dismissed')).includes(images[0]?.id ?? ''), true);
    assert.equal((await idsOf('all')).includes(images[0]?.id ?? ''), true);
    await assertRefused(call(app, 'GET', '/admin/reported-images?state=shut', admin.key), 400, 'INVALID_PARAMETER');
    await assertRefused(call(app, 'GET', '/admin/reported-images?cursor=none', admin.key), 400, 'INVALID_CURSOR');
    await assertRefused(
      call(app, 'GET', '/admin/reported-images', (await accountOf(app, {})).key),
      403,
      'INSUFFICIENT_SCOPE',
    );
  });
});

describe('POST /api/v1/admin/reports/resolve', () => {
  it('decides on several images, each with its own result and audit entry', async () => {
    const [first, second] = [await newImage(), await newImage()];
    for (const { id } of [first, second, first]) await report(id, { reason: 'spam' });
    const before = await attention();
    const decided = await dataOf<Decided>(
      decide({ image_ids: [first.id, second.id, 'aaaaaaaaaaaa'], action: 'dismiss', note: 'harmless' }),
    );
    assert.deepEqual([decided.succeeded, decided.failed], [2, 1]);
    assert.deepEqual(
      decided.results.map((one) => one.data?.state ?? one.error?.code),
      ['dismissed', 'dismissed', 'REPORT_NOT_FOUND'],
    );
    assert.equal(await attention(), before - 2);
    const entries = (await audit()).filter(({ details }) => details.image === first.id);
    assert.deepEqual(
      entries.map(({ action, details }) => [action, details.decision, details.note, details.reports]),
      [['report.resolve', 'dismiss', 'harmless', 2]],
    );
    await assertRefused(decide({ image_ids: [first.id], action: 'dismiss' }), 404, 'REPORT_NOT_FOUND');
  });

  it('takes an image and its copies down once, also where both were reported', async () => {
    const picture = await smallPng(shade++);
    const copies = [await newImage(undefined, picture), await newImage(undefined, picture)];
    const ids = copies.map(({ id }) => id);
    for (const id of ids) await report(id, { reason: 'illegal' });
    const decided = await dataOf<Decided>(decide({ image_ids: ids, action: 'takedown' }));
    assert.deepEqual(
      decided.results.map((one) => one.data?.state),
      ['taken_down', 'taken_down'],
    );
    for (const id of ids) await assertRefused(call(app, 'GET', `/image/${id}`), 404, 'IMAGE_NOT_FOUND');
    const found = (await list('?state=taken_down&limit=100')).images.find((one) => one.image_id === ids[0]);
    assert.deepEqual([found?.image, found?.copies, found?.latest[0]?.resolved_by?.email], [null, 0, admin.email]);
  });

  it('suspends the uploaders, and refuses that for an anonymous image alone', async () => {
    const owner = await accountOf(app, {});
    const [owned, anonymous] = [await newImage(owner.key), await newImage()];
    for (const { id } of [owned, anonymous]) await report(id, { reason: 'illegal' });
    const decided = await dataOf<Decided>(
      decide({ image_ids: [owned.id, anonymous.id], action: 'takedown_and_suspend' }),
    );
    assert.deepEqual(
      decided.results.map((one) => one.error?.code),
      [undefined, 'INVALID_PARAMETER'],
    );
    await assertRefused(call(app, 'GET', '/account', owner.key), 403, 'ACCOUNT_SUSPENDED');
    assert.equal((await call(app, 'GET', `/image/${anonymous.id}`)).status, 200);
  });

  it('accepts 1 to 50 different images and a known decision', async () => {
    const many = Array.from({ length: 51 }, (_, index) => `aaaaaaaaaa${10 + index}`);
    for (const ids of [[], many, ['aaaaaaaaaaaa', 'aaaaaaaaaaaa']]) {
      await assertRefused(decide({ image_ids: ids, action: 'dismiss' }), 400, 'INVALID_PARAMETER');
    }
    await assertRefused(decide({ image_ids: ['aaaaaaaaaaaa'], action: 'forgive' }), 400, 'INVALID_PARAMETER');
  });
});

describe('images as administrators see them', () => {
  it('GET /api/v1/admin/images/{id} tells the uploader, the copies and the open reports, also in quarantine', async () => {
    const owner = await accountOf(app, {});
    const image = await newImage(owner.key);
    await report(image.id, { reason: 'spam' });
    assert.equal((await send(app, `/admin/images/${image.id}/quarantine`, {}, admin.key)).status, 200);
    const found = await dataOf<{ copies: number; open_reports: number; uploader: { email: string } }>(
      call(app, 'GET', `/admin/images/${image.id}`, admin.key),
    );
    assert.deepEqual([found.copies, found.open_reports, found.uploader.email], [1, 1, owner.email]);
    await assertRefused(call(app, 'GET', '/admin/images/aaaaaaaaaaaa', admin.key), 404, 'IMAGE_NOT_FOUND');
    await assertRefused(call(app, 'GET', `/admin/images/${image.id}`, owner.key), 403, 'INSUFFICIENT_SCOPE');
  });

  it('GET /api/v1/admin/accounts/{id}/images lists all images of an account in pages; the account tells its last use', async () => {
    const owner = await accountOf(app, {});
    const ids: string[] = [];
    for (let count = 0; count < 3; count++) ids.unshift((await newImage(owner.key)).id);
    assert.equal((await send(app, `/admin/images/${ids[1]}/quarantine`, {}, admin.key)).status, 200);
    const accounts = await dataOf<{ accounts: { id: string; last_seen_at: string | null }[] }>(
      call(app, 'GET', `/admin/accounts?q=${encodeURIComponent(owner.email)}`, admin.key),
    );
    const [account] = accounts.accounts;
    assert.ok(account?.last_seen_at);
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await dataOf<{ images: { id: string }[]; next_cursor: string | null }>(
        call(app, 'GET', `/admin/accounts/${account.id}/images?limit=2${cursor && `&cursor=${cursor}`}`, admin.key),
      );
      seen.push(...page.images.map(({ id }) => id));
      cursor = page.next_cursor ?? '';
    } while (cursor !== '');
    assert.deepEqual(seen.toSorted(), ids.toSorted());
    await assertRefused(call(app, 'GET', '/admin/accounts/acc_none/images', admin.key), 404, 'ACCOUNT_NOT_FOUND');
  });
});
