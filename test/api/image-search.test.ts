import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ImageInfo, ImagePage, Matched } from '../../src/api/images.ts';
import type { Months } from '../../src/api/library.ts';
import type { TrashPage } from '../../src/api/trash.ts';
import { imageFixture } from '../fixtures/images.ts';
import { assertRefused, upload, uploaded } from '../support/api.ts';
import { createFakeClock } from '../support/clock.ts';
import { bearer, call, send, smallPng } from '../support/requests.ts';
import { dataOf, newPerson } from '../support/sign-in.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
let key: string;
let shade = 20_000;
const clock = createFakeClock(Date.parse('2026-09-30T23:30:00Z'));
before(async () => {
  app = await startApp({ clock });
  key = (await newPerson(app)).key;
  await put('img_1000.png', { album: 'Paris 2024' });
  clock.advance(40 * DAY_MS);
  await put('Straße im Regen.png', { album: 'Köln' });
  clock.advance(DAY_MS);
  await put('beach.png', { album: 'summer PARIS' });
  const jpeg = await imageFixture('camera').bytes();
  await uploaded(upload(app, jpeg, {}, bearer(key), 'holiday'));
});
after(() => app[Symbol.asyncDispose]());

const put = async (name: string, fields: Record<string, string> = {}, token = key) =>
  uploaded(upload(app, await smallPng(shade++), fields, bearer(token), name));
const list = (query: Record<string, string>, token = key) =>
  call(app, 'GET', `/images?${new URLSearchParams(query)}`, token);
const namesOf = async (query: Record<string, string>) =>
  (await dataOf<ImagePage>(list(query))).images.map(({ filename }) => filename);
const months = (query: Record<string, string>, token = key) =>
  call(app, 'GET', `/images/months?${new URLSearchParams(query)}`, token);

const [OLD, RAIN, BEACH, JPEG] = ['img_1000.png', 'Straße im Regen.png', 'beach.png', 'holiday'];

describe('GET /api/v1/images?q=', () => {
  it('finds all words in any order and case, in the file name, the album name or as the format', async () => {
    for (const [q, expected] of [
      ['IMG 1000', [OLD]],
      ['1000 img', [OLD]],
      ['img_1000', [OLD]],
      ['paris', [BEACH, OLD]],
      ['paris beach', [BEACH]],
      ['2024 png img', [OLD]],
      ['STRASSE regen', [RAIN]],
      ['im Regen', [RAIN]],
      ['köln', [RAIN]],
      ['KÖLN png', [RAIN]],
      ['jpeg', [JPEG]],
      ['jpg', [JPEG]],
      ['JPEG paris', []],
      ['pn', [RAIN, BEACH, OLD]],
      ['  ', [JPEG, BEACH, RAIN, OLD]],
      ['%', []],
    ] as const) {
      assert.deepEqual(new Set(await namesOf({ q })), new Set(expected), q);
    }
  });

  it('combines with an album, a format, an order and pages', async () => {
    assert.deepEqual(await namesOf({ q: 'paris', album: 'Paris 2024' }), [OLD]);
    assert.deepEqual(await namesOf({ q: 'paris', format: 'JPEG' }), []);
    assert.deepEqual(await namesOf({ q: 'paris', order: 'oldest' }), [OLD, BEACH]);
    const first = await dataOf<ImagePage>(list({ q: 'paris', limit: '1' }));
    const second = await dataOf<ImagePage>(list({ q: 'paris', limit: '1', cursor: first.next_cursor ?? '' }));
    assert.deepEqual([first.images[0]?.filename, second.images[0]?.filename, second.has_more], [BEACH, OLD, false]);
    await assertRefused(list({ q: 'other', cursor: first.next_cursor ?? '' }), 400, 'INVALID_CURSOR');
  });
});

describe('GET /api/v1/images with periods and sizes', () => {
  it('selects by months, days and instants, both ends included except an instant at the end', async () => {
    const at = (ms: number) => new Date(ms).toISOString();
    const [first, last] = [Date.parse('2026-09-30T23:30:00Z'), clock.now()];
    for (const [query, count] of [
      [{ from: '2026-09' }, 4],
      [{ to: '2026-09' }, 1],
      [{ from: '2026-10', to: '2026-10' }, 0],
      [{ from: '2026-09-30', to: '2026-09-30' }, 1],
      [{ from: '2026-11-09', to: '2026-11-09' }, 1],
      [{ from: at(first) }, 4],
      [{ from: at(first + 1_000) }, 3],
      [{ to: at(last) }, 2],
      [{ from: '2026-10-01T01:30:00+02:00', to: '2026-10-01T02:00:00+02:00' }, 1],
      [{ from: '', to: '' }, 4],
    ] as const) {
      for (const order of ['newest', 'oldest', 'largest', 'smallest']) {
        assert.equal((await namesOf({ ...query, order })).length, count, JSON.stringify([query, order]));
      }
    }
  });

  it('selects by size in bytes, both ends included', async () => {
    const { images } = await dataOf<ImagePage>(list({ order: 'largest' }));
    const sizes = images.map(({ size }) => size);
    for (const order of ['newest', 'oldest', 'largest', 'smallest']) {
      for (const size of new Set(sizes)) {
        const some = async (query: Record<string, string>) => (await namesOf({ ...query, order })).length;
        assert.equal(await some({ min_size: String(size) }), sizes.filter((one) => one >= size).length);
        assert.equal(await some({ max_size: String(size) }), sizes.filter((one) => one <= size).length);
      }
    }
  });

  it('keeps its pages complete in every order', async () => {
    for (const order of ['newest', 'oldest', 'largest', 'smallest']) {
      const query = { order, limit: '1', from: '2026-09', to: '2026-11', min_size: '1' };
      const seen: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page: ImagePage = await dataOf<ImagePage>(list({ ...query, cursor }));
        seen.push(...page.images.map(({ filename }) => filename));
        cursor = page.next_cursor;
      }
      assert.deepEqual(new Set(seen), new Set([OLD, RAIN, BEACH, JPEG]), order);
      assert.equal(seen.length, 4, order);
    }
  });

  it('refuses bounds that do not exist', async () => {
    for (const [name, value] of [
      ['from', 'yesterday'],
      ['from', '2026-02-30'],
      ['from', '2026-13'],
      ['to', '2026'],
      ['to', '2026-11-31'],
      ['to', '12026-01-01T00:00:00Z'],
      ['from', 'Nov 21 2026'],
      ['min_size', '-1'],
      ['max_size', '1.5'],
    ] as const) {
      await assertRefused(list({ [name]: value }), 400, 'INVALID_PARAMETER');
      await assertRefused(months({ [name]: value }), 400, 'INVALID_PARAMETER');
    }
  });
});

describe('GET /api/v1/images/months', () => {
  it('counts the images of each month, the newest first, with and without filters', async () => {
    const all = await dataOf<Months>(months({}));
    const expected = [
      { month: '2026-11', images: 3 },
      { month: '2026-09', images: 1 },
    ];
    assert.deepEqual(all, { months: expected, total: 4, complete: true });
    for (const [query, counts] of [
      [{ album: 'Köln' }, [['2026-11', 1]]],
      [{ album: '' }, [['2026-11', 1]]],
      [{ album: 'none such' }, []],
      [
        { q: 'paris' },
        [
          ['2026-11', 1],
          ['2026-09', 1],
        ],
      ],
      [{ format: 'JPEG' }, [['2026-11', 1]]],
      [{ min_size: '1', to: '2026-10' }, [['2026-09', 1]]],
      [{ from: '2026-10' }, [['2026-11', 3]]],
    ] as const) {
      const found = await dataOf<Months>(months(query));
      assert.deepEqual(
        found.months.map(({ month, images }) => [month, images]),
        counts,
        JSON.stringify(query),
      );
    }
  });

  it('divides the months by the clock of the visitor', async () => {
    const first = async (query: Record<string, string>) => (await dataOf<Months>(months(query))).months.at(-1)?.month;
    for (const filter of [{}, { q: 'img' }]) {
      assert.equal(await first({ ...filter, utc_offset: '29' }), '2026-09');
      assert.equal(await first({ ...filter, utc_offset: '30' }), '2026-10');
      assert.equal(await first({ ...filter, utc_offset: '-840' }), '2026-09');
    }
    for (const offset of ['841', 'x', '1e1'])
      await assertRefused(months({ utc_offset: offset }), 400, 'INVALID_PARAMETER');
  });

  it('is for the owner of the images, with a scope', async () => {
    await assertRefused(call(app, 'GET', '/images/months'), 401, 'MISSING_API_KEY');
    await assertRefused(months({ album_id: 'alb_x' }), 404, 'ALBUM_NOT_FOUND');
    await assertRefused(months({ album_id: 'a', album: 'b' }), 400, 'INVALID_PARAMETER');
    assert.deepEqual((await dataOf<Months>(months({}, (await newPerson(app)).key))).months, []);
  });
});

describe('POST /api/v1/images/delete and /images/update with a query', () => {
  it('move the matching images to the trash, and tell how many remain', async () => {
    const { key: own } = await newPerson(app);
    for (let i = 0; i < 3; i++) await put(`cat ${i}.png`, {}, own);
    await put('dog.png', {}, own);
    const body = { query: { q: 'CAT' }, trash: true };
    const moved = await dataOf<Matched>(send(app, '/images/delete', body, own));
    assert.deepEqual([moved.matched, moved.succeeded, moved.failed, moved.remaining], [3, 3, 0, 0]);
    assert.deepEqual([moved.complete, moved.has_more, moved.next_cursor], [true, false, null]);
    const { images } = await dataOf<TrashPage>(call(app, 'GET', '/trash', own));
    assert.deepEqual(new Set(moved.ids), new Set(images.map(({ id }) => id)));
    const again = await dataOf<Matched>(send(app, '/images/delete', body, own));
    assert.deepEqual([again.matched, again.succeeded], [0, 0], 'it is safe to repeat');
    const left = await dataOf<ImagePage>(list({}, own));
    assert.deepEqual(
      left.images.map(({ filename }) => filename),
      ['dog.png'],
    );
  });

  it('delete for good, and change album and expiry, of all images of the account', async () => {
    const { key: own } = await newPerson(app);
    const images = [await put('a.png', {}, own), await put('b.png', { album: 'B' }, own)];
    const changed = await dataOf<Matched>(send(app, '/images/update', { query: {}, album: 'C', expiry: 5 }, own));
    assert.deepEqual([changed.succeeded, changed.has_more], [2, false]);
    for (const { id } of images) {
      const info = await dataOf<ImageInfo>(call(app, 'GET', `/image/${id}`, own));
      assert.deepEqual([info.album?.name, info.expires_at === null], ['C', false]);
    }
    const deleted = await dataOf<Matched>(send(app, '/images/delete', { query: { album: 'C' } }, own));
    assert.equal(deleted.succeeded, 2);
    assert.deepEqual((await dataOf<TrashPage>(call(app, 'GET', '/trash', own))).images, []);
    assert.equal((await dataOf<Matched>(send(app, '/images/delete', { query: { album: 'none' } }, own))).matched, 0);
  });

  it('leave the excepted images alone', async () => {
    const { key: own } = await newPerson(app);
    const [one, two] = [await put('a.png', {}, own), await put('b.png', {}, own)];
    const body = { query: {}, except: [one.id, 'x'], trash: true };
    const moved = await dataOf<Matched>(send(app, '/images/delete', body, own));
    assert.deepEqual([moved.matched, moved.ids], [1, [two.id]]);
    const many = Array.from({ length: 1_001 }, (_, i) => String(i));
    for (const wrong of [{ ids: [one.id], except: [] }, { query: {}, except: many }, { except: [] }]) {
      await assertRefused(send(app, '/images/delete', wrong, own), 400, 'INVALID_PARAMETER');
    }
  });

  it('refuse what names both ids and a query, or neither, or an unknown filter', async () => {
    for (const body of [
      { ids: ['a'], query: {} },
      {},
      { trash: true },
      { query: { name: 'x' } },
      { query: { q: 1 } },
      { query: { from: 'soon' } },
      { query: { min_size: -1 } },
      { query: { album: 'a', album_id: 'b' } },
    ]) {
      await assertRefused(send(app, '/images/delete', body, key), 400, 'INVALID_PARAMETER');
      await assertRefused(send(app, '/images/update', { ...body, expiry: 1 }, key), 400, 'INVALID_PARAMETER');
    }
    await assertRefused(send(app, '/images/update', { query: {}, cursor: '' }, key), 400, 'INVALID_PARAMETER');
    await assertRefused(send(app, '/images/delete', { query: {}, cursor: 'x' }, key), 400, 'INVALID_CURSOR');
    await assertRefused(send(app, '/images/delete', { query: { album_id: 'x' } }, key), 404, 'ALBUM_NOT_FOUND');
    const scopes = ['images:delete', 'images:write'];
    const writer = await dataOf<{ key: string }>(send(app, '/keys', { name: 'w', scopes }, key));
    for (const path of ['/images/delete', '/images/update']) {
      const body = { query: {}, ...(path.endsWith('update') && { expiry: 1 }) };
      await assertRefused(send(app, path, body, writer.key), 403, 'INSUFFICIENT_SCOPE');
    }
    assert.equal((await dataOf<ImagePage>(list({}))).images.length, 4, 'nothing was deleted');
  });
});
