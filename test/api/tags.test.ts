import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { assertRefused, attachOrStart, json, register, type Target, upload, uploaded } from '../support/api.ts';
import { bearer, call, patch, send, smallPng } from '../support/requests.ts';

interface Page {
  images: { id: string; filename: string; tags: string[]; sha256: string }[];
  next_cursor: string | null;
  has_more: boolean;
}
interface TagPage {
  tags: { tag: string; images: number }[];
  next_cursor: string | null;
  has_more: boolean;
}

let app: Target;
before(async () => {
  app = await attachOrStart();
});
after(() => app[Symbol.asyncDispose]());

async function get<T>(path: string, key: string): Promise<T> {
  const response = await call(app, 'GET', path, key);
  const body = await json<{ data: T }>(response);
  assert.equal(response.status, 200, JSON.stringify(body));
  return body.data;
}

const find = async (key: string, query: Record<string, string>) =>
  (await get<Page>(`/images?${new URLSearchParams({ order: 'oldest', ...query })}`, key)).images.map(
    ({ filename }) => filename,
  );

const tagsOf = async (key: string, query = '') => (await get<TagPage>(`/tags${query}`, key)).tags;

let shade = 0;
async function add(key: string | undefined, filename: string, fields: Record<string, string> = {}) {
  return uploaded(upload(app, await smallPng(++shade), fields, bearer(key), filename));
}

describe('GET /api/v1/images by tag', () => {
  it('lists the images with a tag, in every order, in pages without gaps', async () => {
    const key = await register(app);
    const names = ['1.png', '2.png', '3.png', '4.png', '5.png'];
    for (const name of names) await add(key, name, { tags: 'Cat' });
    await add(key, 'other.png', { tags: 'dog' });
    await add(await register(app), 'strange.png', { tags: 'cat' });
    assert.deepEqual(await find(key, { tag: 'cat' }), names);
    assert.deepEqual(await find(key, { tag: ' CAT ', order: 'newest' }), names.toReversed());
    assert.equal((await find(key, { tag: 'cat', order: 'largest' })).length, 5);
    assert.deepEqual(await find(key, { tag: 'ca' }), []);

    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Page = await get(`/images?tag=cat&order=oldest&limit=2&cursor=${cursor}`, key);
      seen.push(...page.images.map(({ filename }) => filename));
      cursor = page.next_cursor;
    }
    assert.deepEqual(seen, names);
    const { next_cursor } = await get<Page>('/images?tag=cat&limit=2', key);
    await assertRefused(call(app, 'GET', `/images?tag=dog&cursor=${next_cursor}`, key), 400, 'INVALID_CURSOR');
  });

  it('combines tags with each other and with the other filters', async () => {
    const key = await register(app);
    await add(key, 'a.png', { tags: 'cat,garden', album: 'Pets' });
    await add(key, 'b.png', { tags: 'cat' });
    await add(key, 'c.png', { tags: 'garden,cat,night' });
    assert.deepEqual(await find(key, { tag: 'cat,garden' }), ['a.png', 'c.png']);
    assert.deepEqual(await find(key, { tag: 'cat', album: 'Pets' }), ['a.png']);
    assert.deepEqual(await find(key, { tag: 'cat', album: '' }), ['b.png', 'c.png']);
    assert.deepEqual(await find(key, { tag: 'cat', q: 'b' }), ['b.png']);
    assert.deepEqual(await find(key, { tag: 'cat', format: 'JPEG' }), []);
    assert.deepEqual(await find(key, { tag: 'cat', min_size: '1', to: '2020' + '-01' }), []);
    assert.deepEqual(await find(key, { tag: 'cat', max_size: '1' }), []);
    const months = await get<{ total: number; complete: boolean }>('/images/months?tag=cat', key);
    assert.deepEqual([months.total, months.complete], [3, true]);
    const id = (await get<Page>('/images?album=Pets', key)).images[0] as { id: string };
    assert.ok(id);
    await assertRefused(call(app, 'GET', `/images?tag=${'x'.repeat(51)}`, key), 400, 'INVALID_PARAMETER');
  });

  it('follows changes, the trash, claims and deletions', async () => {
    const key = await register(app);
    const { id } = await add(key, 'a.png', { tags: 'first' });
    await patch(app, `/image/${id}`, { tags: ['second'] }, key);
    assert.deepEqual([await find(key, { tag: 'first' }), await find(key, { tag: 'second' })], [[], ['a.png']]);
    await call(app, 'DELETE', `/image/${id}?trash=true`, key);
    assert.deepEqual([await find(key, { tag: 'second' }), await tagsOf(key)], [[], []]);
    await send(app, '/trash/restore', { ids: [id] }, key);
    assert.deepEqual(await find(key, { tag: 'second' }), ['a.png']);
    const anonymous = await add(undefined, 'b.png', { tags: 'second' });
    assert.deepEqual(await find(key, { tag: 'second' }), ['a.png']);
    await send(app, `/image/${anonymous.id}/claim`, { delete_token: anonymous.delete_token }, key);
    assert.deepEqual(await find(key, { tag: 'second' }), ['a.png', 'b.png']);
    await call(app, 'DELETE', `/image/${id}`, key);
    assert.deepEqual(await find(key, { tag: 'second' }), ['b.png']);
  });
});

describe('GET /api/v1/images by sha256', () => {
  it('finds the images whose stored or uploaded file has it', async () => {
    const key = await register(app);
    const png = await smallPng(50_001);
    const named = (name: string) => uploaded(upload(app, png, {}, bearer(key), name));
    await named('a.png');
    await named('b.png');
    await add(key, 'other.png');
    await uploaded(upload(app, png, {}, bearer(await register(app)), 'strange.png'));
    const sent = createHash('sha256').update(png).digest('hex');
    const stored = (await get<Page>('/images?q=a.png', key)).images[0]?.sha256 ?? '';
    assert.deepEqual(await find(key, { sha256: sent }), ['a.png', 'b.png']);
    assert.deepEqual(await find(key, { sha256: stored.toUpperCase() }), ['a.png', 'b.png']);
    assert.deepEqual(await find(key, { sha256: sent, order: 'largest' }), ['b.png', 'a.png']);
    assert.deepEqual(await find(key, { sha256: sent, q: 'a' }), ['a.png']);
    assert.deepEqual(await find(key, { sha256: '0'.repeat(64) }), []);
    assert.equal((await find(key, { sha256: '' })).length, 3);
    await assertRefused(call(app, 'GET', '/images?sha256=abc', key), 400, 'INVALID_PARAMETER');
  });

  it('finds a file by the bytes that were sent, although metadata was removed from it', async () => {
    const key = await register(app);
    const png = Buffer.concat([await smallPng(50_002), Buffer.from('trailing data')]);
    const { metadata_removed } = await uploaded(upload(app, png, {}, bearer(key), 'a.png'));
    assert.deepEqual(metadata_removed, ['trailing_data']);
    const sent = createHash('sha256').update(png).digest('hex');
    assert.deepEqual(await find(key, { sha256: sent }), ['a.png']);
  });
});

describe('GET /api/v1/images?q=', () => {
  it('looks at title, tags and description too, and follows their changes', async () => {
    const key = await register(app);
    const { id } = await add(key, 'a.png', { title: 'Straße', tags: 'winter', description: 'Ein Haus\nim Schnee' });
    await add(key, 'b.png', { alt: 'Haus' });
    for (const q of ['STRASSE', 'winter', 'schnee haus', 'a.png winter'])
      assert.deepEqual(await find(key, { q }), ['a.png'], q);
    assert.deepEqual(await find(key, { q: 'winter summer' }), []);
    await patch(
      app,
      `/image/${id}`,
      { title: null, description: 'Sommer', add_tags: ['see'], remove_tags: ['winter'] },
      key,
    );
    for (const q of ['strasse', 'winter', 'schnee']) assert.deepEqual(await find(key, { q }), [], q);
    for (const q of ['sommer', 'see', 'a.png']) assert.deepEqual(await find(key, { q }), ['a.png'], q);
    await patch(app, `/image/${id}`, { filename: 'new.png' }, key);
    assert.deepEqual(await find(key, { q: 'new sommer see' }), ['a.png'.replace('a', 'new')]);
  });
});

describe('POST /api/v1/images/update with tags', () => {
  it('adds and removes tags of images by their ids', async () => {
    const key = await register(app);
    const ids = [(await add(key, 'a.png', { tags: 'x' })).id, (await add(key, 'b.png')).id];
    const response = await send(app, '/images/update', { ids, add_tags: ['New', 'y'], remove_tags: ['x'] }, key);
    const { data } = await json<{ data: { results: { data: { tags: string[] } }[] } }>(response);
    assert.deepEqual(
      data.results.map(({ data }) => data.tags),
      [
        ['new', 'y'],
        ['new', 'y'],
      ],
    );
    assert.deepEqual(await tagsOf(key), [
      { tag: 'new', images: 2 },
      { tag: 'y', images: 2 },
    ]);
  });

  it('adds and removes tags of the images of a query, also of the tag that it removes', async () => {
    const key = await register(app);
    for (const name of ['a.png', 'b.png', 'c.png']) await add(key, name, { tags: 'old' });
    await add(key, 'd.png');
    const change = { query: { tag: 'old' }, add_tags: ['new'], remove_tags: ['old'] };
    const { data } = await json<{ data: { matched: number; succeeded: number } }>(
      await send(app, '/images/update', change, key),
    );
    assert.deepEqual([data.matched, data.succeeded], [3, 3]);
    assert.deepEqual(await tagsOf(key), [{ tag: 'new', images: 3 }]);
  });

  it('reports the images that would have too many tags, and changes the others', async () => {
    const key = await register(app);
    const full = await add(key, 'a.png', { tags: Array.from({ length: 50 }, (_, i) => i).join() });
    const free = await add(key, 'b.png');
    const response = await send(app, '/images/update', { ids: [full.id, free.id], add_tags: ['one more'] }, key);
    const { data } = await json<{ data: { results: { success: boolean; error?: { code: string } }[] } }>(response);
    assert.deepEqual(
      data.results.map(({ success, error }) => error?.code ?? success),
      ['INVALID_PARAMETER', true],
    );
  });
});

describe('GET /api/v1/tags', () => {
  it("lists the caller's tags with counts, in alphabetical order, in pages", async () => {
    const key = await register(app);
    await add(key, 'a.png', { tags: 'c,a,b' });
    await add(key, 'b.png', { tags: 'c,über' });
    await add(await register(app), 'strange.png', { tags: 'z' });
    const all = [
      { tag: 'a', images: 1 },
      { tag: 'b', images: 1 },
      { tag: 'c', images: 2 },
      { tag: 'über', images: 1 },
    ];
    assert.deepEqual(await tagsOf(key), all);
    const seen: unknown[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: TagPage = await get(`/tags?limit=3&cursor=${cursor}`, key);
      assert.equal(page.has_more, page.next_cursor !== null);
      seen.push(...page.tags);
      cursor = page.next_cursor;
    }
    assert.deepEqual(seen, all);
    assert.deepEqual(await tagsOf(await register(app)), []);
  });

  it('is for accounts with images:read, and refuses strange cursors', async () => {
    await assertRefused(call(app, 'GET', '/tags'), 401, 'MISSING_API_KEY');
    const key = await register(app);
    await assertRefused(call(app, 'GET', '/tags?cursor=abc', key), 400, 'INVALID_CURSOR');
    const { data } = await json<{ data: { key: string } }>(
      await send(app, '/keys', { name: 'writer', scopes: ['images:write'] }, key),
    );
    await assertRefused(call(app, 'GET', '/tags', data.key), 403, 'INSUFFICIENT_SCOPE');
  });
});
