import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertRefused, at, register, upload, uploaded } from '../support/api.ts';
import { createFakeClock } from '../support/clock.ts';
import { accountOf, bearer, bulk, call, smallPng } from '../support/requests.ts';
import { dataOf } from '../support/sign-in.ts';
import { startApp, type TestApp } from '../support/start-app.ts';
import { until } from '../support/until.ts';

interface Day {
  day: string;
  uploads: number;
  upload_bytes: number;
  requests: number;
  refusals: number;
  views: number;
  deletes: number;
  registrations: number;
  refusals_by_code: Record<string, number>;
}
interface Statistics {
  days: Day[];
  totals: { images: number; bytes: number; accounts: number; albums: number; blobs: number };
}

const oneProcess = process.env.TEST_ENGINE === undefined;
const DAY_MS = 86_400_000;
const NOON = Date.UTC(2026, 10, 21, 12);

const statistics = (app: TestApp, key: string, query = '') =>
  dataOf<Statistics>(call(app, 'GET', `/admin/statistics${query}`, key));

describe('GET /api/v1/admin/statistics', () => {
  it('counts events by day', async () => {
    const clock = createFakeClock(NOON);
    await using app = await startApp({ clock });
    const admin = (await accountOf(app, { isAdmin: true })).key;
    const key = await register(app);
    const first = await uploaded(upload(app, await smallPng(1), { album: 'a' }, bearer(key)));
    const files = [
      ['b.png', await smallPng(2)],
      ['c.png', await smallPng(3)],
      ['text.png', Buffer.from('no picture')],
    ] as const;
    await dataOf(bulk(app, files));
    for (let times = 0; times < 3; times++) {
      assert.equal((await fetch(`${app.url}${new URL(first.links.direct).pathname}`)).status, 200);
    }
    await assertRefused(upload(app, Buffer.from('no picture')), 400, 'INVALID_FILE_TYPE');
    await assertRefused(call(app, 'GET', '/image/aaaaaaaaaaaa'), 404, 'IMAGE_NOT_FOUND');
    await assertRefused(call(app, 'GET', '/image/bbbbbbbbbbbb'), 404, 'IMAGE_NOT_FOUND');
    assert.equal((await call(app, 'DELETE', `/image/${first.id}`, key)).status, 200);
    // Other nodes write their counts within ten seconds.
    const { days, totals } = await until(async () => {
      const found = await statistics(app, admin, '?days=1');
      const [today] = found.days as [Day];
      // Each repetition is also a request.
      if (!oneProcess) today.requests = 7;
      const { uploads, deletes, views, refusals } = today;
      return (oneProcess || uploads + deletes + views + refusals >= 11) && found;
    });
    assert.deepEqual(days, [
      {
        day: '2026-11-21',
        uploads: 3,
        upload_bytes: first.size * 3,
        requests: 7,
        refusals: 4,
        views: 3,
        deletes: 1,
        registrations: 1,
        refusals_by_code: { INVALID_FILE_TYPE: 2, IMAGE_NOT_FOUND: 2 },
      },
    ]);
    assert.deepEqual(totals, { images: 2, bytes: first.size * 2, accounts: 2, albums: 1, blobs: 4 });

    clock.advance(DAY_MS);
    await uploaded(upload(app, await smallPng(4)));
    const later = await until(async () => {
      const found = await statistics(app, admin);
      return (oneProcess || (found.days.at(-1)?.uploads ?? 0) >= 1) && found;
    });
    assert.equal(later.days.length, 30);
    assert.deepEqual(
      later.days.slice(-3).map(({ day, uploads }) => [day, uploads]),
      [
        ['2026-11-20', 0],
        ['2026-11-21', 3],
        ['2026-11-22', 1],
      ],
    );
    await assertRefused(call(app, 'GET', '/admin/statistics?days=0', admin), 400, 'INVALID_PARAMETER');
    await assertRefused(call(app, 'GET', '/admin/statistics?days=367', admin), 400, 'INVALID_PARAMETER');
    await assertRefused(call(app, 'GET', '/admin/statistics', key), 403, 'INSUFFICIENT_SCOPE');
    await assertRefused(call(app, 'GET', '/admin/statistics'), 401, 'MISSING_API_KEY');
  });
});

describe('GET /metrics', () => {
  const get = (app: TestApp, token?: string) => fetch(`${app.url}/metrics`, { headers: bearer(token) });

  it('answers 404 without IMGD_METRICS_TOKEN', async () => {
    await using app = await startApp();
    for (const token of [undefined, 'any']) assert.equal((await get(app, token)).status, 404);
  });

  const skip = !oneProcess && 'engine: the metrics of one process that serves all requests';
  it('shows the metrics of the process to a caller with the token', { skip }, async () => {
    await using app = await startApp({ env: { IMGD_METRICS_TOKEN: 'a-long-secret' } });
    await assertRefused(get(app), 401, 'MISSING_API_KEY');
    await assertRefused(get(app, 'another'), 401, 'INVALID_API_KEY');
    const { size, links } = await uploaded(upload(app, await smallPng(6)));
    for (let time = 1; time <= 3; time++) await (await fetch(at(app, links.thumbnail))).arrayBuffer();
    await assertRefused(call(app, 'GET', '/image/aaaaaaaaaaaa'), 404, 'IMAGE_NOT_FOUND');
    const answer = await get(app, 'a-long-secret');
    assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    const text = await answer.text();
    for (const line of [
      'imgd_uploads_total 1',
      `imgd_upload_bytes_total ${size}`,
      'imgd_refusals_total{code="IMAGE_NOT_FOUND"} 1',
      'imgd_request_duration_seconds_count{method="POST",route="/api/v1/upload",status="200"} 1',
      'imgd_request_duration_seconds_count{method="GET",route="/api/v1/image/:id",status="404"} 1',
      'imgd_memory_answers_total 2',
      'imgd_decoder_jobs{state="waiting"} 0',
      'imgd_jobs{kind="expire-images",state="dead"} 0',
    ]) {
      assert.ok(text.split('\n').includes(line), `${line}\n${text}`);
    }
    assert.match(text, /^process_resident_memory_bytes \d/m);
  });
});
