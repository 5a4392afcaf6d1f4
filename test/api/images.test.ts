import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { assertRefused, json, register, upload, uploaded } from '../support/api.ts';
import { bearer, bulk, call, patch, smallPng } from '../support/requests.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

interface ImagePage {
  images: { id: string; filename: string; size: number; album: { id: string; name: string } | null; owned: true }[];
  next_cursor: string | null;
  has_more: boolean;
}

let app: TestApp;
before(async () => {
  app = await startApp();
});
after(() => app[Symbol.asyncDispose]());

async function list(key: string, query = ''): Promise<ImagePage> {
  const response = await call(app, 'GET', `/images${query}`, key);
  const body = await json<{ success: boolean; data: ImagePage }>(response);
  assert.equal(response.status, 200, JSON.stringify(body));
  return body.data;
}

const namesOf = ({ images }: ImagePage) => images.map(({ filename }) => filename);

/** Registers an account with one image for each name. */
async function accountWith(names: readonly string[], album?: string): Promise<string> {
  const key = await register(app);
  await add(key, names, album);
  return key;
}

async function add(key: string, names: readonly string[], album?: string): Promise<string[]> {
  const png = await smallPng(3);
  const ids: string[] = [];
  for (const name of names) {
    const fields = album === undefined ? {} : { album };
    ids.push((await uploaded(upload(app, png, fields, bearer(key), name))).id);
  }
  return ids;
}

describe('GET /api/v1/images', () => {
  it('is for accounts only', async () => {
    await assertRefused(call(app, 'GET', '/images'), 401, 'MISSING_API_KEY');
    const { delete_token } = await uploaded(upload(app, await smallPng(1)));
    await assertRefused(call(app, 'GET', '/images', delete_token), 403, 'FORBIDDEN');
  });

  it("lists only the caller's images, with the members for the owner", async () => {
    const key = await accountWith(['mine.png'], 'Cats');
    await accountWith(['other.png']);
    await uploaded(upload(app, await smallPng(2), {}, {}, 'anonymous.png'));
    const page = await list(key);
    assert.deepEqual(namesOf(page), ['mine.png']);
    const [image] = page.images;
    assert.equal(image?.owned, true);
    assert.equal(image?.album?.name, 'Cats');
    const { data } = await json<{ data: { variants: unknown } }>(await call(app, 'GET', `/image/${image?.id}`, key));
    const { variants, ...rest } = data;
    assert.ok(Array.isArray(variants));
    assert.deepEqual(image, rest, 'all members except variants');
  });

  it('returns an empty page for an empty account', async () => {
    const response = await call(app, 'GET', '/images', await register(app));
    assert.equal(response.headers.get('link'), null);
    assert.deepEqual(await response.json(), {
      success: true,
      data: { images: [], next_cursor: null, has_more: false },
      message: '0 images',
    });
  });

  it('lists each image once across pages, with next_cursor and Link', async () => {
    const names = ['1', '2', '3', '4', '5'].map((name) => `${name}.png`);
    const key = await accountWith(names);
    const seen: string[] = [];
    let url: string | undefined = `${app.url}/api/v1/images?limit=2&order=oldest&unknown=1`;
    while (url !== undefined) {
      const response = await fetch(url, { headers: bearer(key) });
      const { data } = await json<{ data: ImagePage }>(response);
      seen.push(...namesOf(data));
      assert.equal(data.has_more, data.next_cursor !== null);
      const link = response.headers.get('link');
      assert.equal(link !== null, data.has_more);
      const next = /^<([^>]+)>; rel="next"$/.exec(link ?? '')?.[1];
      url = next && app.url + new URL(next).pathname + new URL(next).search;
      if (next) assert.equal(new URL(next).searchParams.get('cursor'), data.next_cursor);
    }
    assert.deepEqual(seen, names);
    assert.deepEqual(namesOf(await list(key)), names.toReversed());
  });

  it('sorts by size', async () => {
    const key = await register(app);
    const small = await smallPng(1);
    const large = await sharp(small).resize(64).png({ compressionLevel: 0 }).toBuffer();
    await uploaded(upload(app, small, {}, bearer(key), 'small.png'));
    await uploaded(upload(app, large, {}, bearer(key), 'large.png'));
    assert.deepEqual(namesOf(await list(key, '?order=largest')), ['large.png', 'small.png']);
    assert.deepEqual(namesOf(await list(key, '?order=smallest')), ['small.png', 'large.png']);
  });

  it('filters by the name or id of an album, and by images without an album', async () => {
    const key = await accountWith(['in.png'], 'Cats / dogs');
    await add(key, ['out.png']);
    assert.deepEqual(namesOf(await list(key, `?album=${encodeURIComponent('Cats / dogs')}`)), ['in.png']);
    assert.deepEqual(namesOf(await list(key, '?album=')), ['out.png']);
    assert.deepEqual(namesOf(await list(key, '?album=cats')), [], 'no album of that name');
    const id = (await list(key, '?q=in')).images[0]?.album?.id ?? '';
    assert.deepEqual(namesOf(await list(key, `?album_id=${id}`)), ['in.png']);
    await assertRefused(call(app, 'GET', `/images?album_id=${id}`, await register(app)), 404, 'ALBUM_NOT_FOUND');
    await assertRefused(call(app, 'GET', `/images?album=a&album_id=${id}`, key), 400, 'INVALID_PARAMETER');
  });

  it('searches filenames case-insensitively in any alphabet, and matches % and _ literally', async () => {
    const names = ['Über 100%.png', 'ÜBER_alles.png', 'straße.png', 'ΟΔΟΣ.png', 'plain.png'];
    const key = await accountWith(names);
    const found = async (q: string) => namesOf(await list(key, `?order=oldest&q=${encodeURIComponent(q)}`));
    assert.deepEqual(await found('über'), names.slice(0, 2));
    assert.deepEqual(await found('%'), names.slice(0, 1));
    assert.deepEqual(await found('_'), names.slice(1, 2));
    assert.deepEqual(await found('STRASSE'), names.slice(2, 3));
    assert.deepEqual(await found('οδοσ'), names.slice(3, 4));
    assert.deepEqual(await found('nothing like that'), []);
    assert.deepEqual(await found(''), names);
  });

  it('filters by format', async () => {
    const key = await accountWith(['a.png']);
    const jpeg = await sharp(await smallPng(1))
      .jpeg()
      .toBuffer();
    await bulk(app, [['b.jpg', jpeg]], { headers: bearer(key) });
    assert.deepEqual(namesOf(await list(key, '?format=JPEG')), ['b.jpg']);
    assert.deepEqual(namesOf(await list(key, '?format=PNG')), ['a.png']);
    assert.deepEqual(namesOf(await list(key, '?format=AVIF')), []);
  });

  it('refuses invalid parameters', async () => {
    const key = await register(app);
    for (const query of [
      'limit=0',
      'limit=101',
      'limit=x',
      'limit=1.5',
      'limit=1&limit=2',
      'order=best',
      'format=jpeg',
    ]) {
      await assertRefused(call(app, 'GET', `/images?${query}`, key), 400, 'INVALID_PARAMETER');
    }
    await assertRefused(call(app, 'GET', `/images?album=${'x'.repeat(256)}`, key), 400, 'INVALID_ALBUM');
  });

  it('accepts a cursor only from its caller and for its query', async () => {
    const key = await accountWith(['1.png', '2.png', '3.png']);
    const { next_cursor: cursor } = await list(key, '?limit=1');
    assert.ok(cursor);
    const refused = (query: string, as = key) =>
      assertRefused(call(app, 'GET', `/images?${query}`, as), 400, 'INVALID_CURSOR');
    await refused(`cursor=${cursor}`, await register(app));
    await refused(`cursor=${cursor}&order=oldest`);
    await refused(`cursor=${cursor}&q=1`);
    await refused(`cursor=${cursor}&album=`);
    for (const broken of [
      'x',
      `${cursor}A`,
      cursor.slice(1),
      cursor.slice(0, -1),
      `${cursor}=`,
      '%00',
      'AAAA'.repeat(20),
    ]) {
      await refused(`cursor=${broken}`);
    }
    assert.equal(
      (await list(key, `?cursor=${cursor}&limit=100`)).images.length,
      2,
      'the limit is not part of the query',
    );
  });
});

describe('PATCH /api/v1/image/{id}', () => {
  it('changes the album, filename and expiry, and returns the image info for the owner', async () => {
    const key = await register(app);
    const [id = ''] = await add(key, ['a.png']);
    const response = await patch(app, `/image/${id}`, { album: 'Cats', filename: 'b/c.png', expiry: 1 }, key);
    const { data, message } = await json<{ data: Record<string, unknown>; message: string }>(response);
    assert.equal(message, 'Image changed');
    assert.equal(data.filename, 'c.png');
    assert.equal((data.album as { name: string }).name, 'Cats');
    const hours = (Date.parse(String(data.expires_at)) - Date.now()) / 3_600_000;
    assert.ok(hours > 0.9 && hours <= 1, String(hours));
    assert.deepEqual(namesOf(await list(key, '?album=Cats&q=C.PNG')), ['c.png']);

    const back = await patch(app, `/image/${id}`, { album: null, expiry: 0 }, key);
    const after = (await json<{ data: Record<string, unknown> }>(back)).data;
    assert.deepEqual([after.album, after.expires_at, after.filename], [null, null, 'c.png']);
    assert.deepEqual((await json<{ data: object }>(await patch(app, `/image/${id}`, {}, key))).data, after);
  });

  it('refuses values that an upload refuses, and unknown members', async () => {
    const key = await register(app);
    const [id = ''] = await add(key, ['a.png']);
    const refused = (body: unknown, code: 'INVALID_PARAMETER' | 'INVALID_EXPIRY' | 'INVALID_ALBUM') =>
      assertRefused(patch(app, `/image/${id}`, body, key), 400, code);
    for (const body of [
      { id: 'x' },
      { views: 1 },
      { filename: '' },
      { filename: null },
      { expiry: '1' },
      { expiry: 1.5 },
      { album: 1 },
      [],
    ]) {
      await refused(body, 'INVALID_PARAMETER');
    }
    for (const expiry of [-1, 87_601, 1e21]) await refused({ expiry }, 'INVALID_EXPIRY');
    for (const album of ['x'.repeat(256), 'a\u0007']) await refused({ album }, 'INVALID_ALBUM');
    assert.deepEqual(namesOf(await list(key)), ['a.png']);
  });

  it("refuses to change other accounts' images and anonymous ones", async () => {
    const [id = ''] = await add(await register(app), ['a.png']);
    const anonymous = await uploaded(upload(app, await smallPng(5)));
    const key = await register(app);
    for (const one of [id, anonymous.id]) {
      await assertRefused(patch(app, `/image/${one}`, { filename: 'b.png' }, key), 403, 'FORBIDDEN');
      await assertRefused(patch(app, `/image/${one}`, { filename: 'b.png' }), 401, 'MISSING_API_KEY');
    }
    await assertRefused(patch(app, `/image/${anonymous.id}`, { expiry: 1 }, anonymous.delete_token), 403, 'FORBIDDEN');
    for (const none of ['AAAAAAAAAAAA', 'nothing']) {
      await assertRefused(patch(app, `/image/${none}`, { expiry: 1 }, key), 404, 'IMAGE_NOT_FOUND');
    }
  });
});
