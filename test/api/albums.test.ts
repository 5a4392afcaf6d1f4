import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Album, AlbumPage, DeletedAlbum } from '../../src/api/albums.ts';
import type { ImageInfo, ImagePage } from '../../src/api/images.ts';
import type { ErrorCode } from '../../src/core/errors.ts';
import { assertRefused, register, upload, uploaded } from '../support/api.ts';
import { bearer, call, patch, send, smallPng } from '../support/requests.ts';
import { dataOf } from '../support/sign-in.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

let app: TestApp;
before(async () => {
  app = await startApp();
});
after(() => app[Symbol.asyncDispose]());

const create = (key: string, name: string) => dataOf<Album>(send(app, '/albums', { name }, key));
const get = (key: string, id: string) => dataOf<Album>(call(app, 'GET', `/albums/${id}`, key));
const change = (key: string, id: string, body: object) => dataOf<Album>(patch(app, `/albums/${id}`, body, key));
const imagesIn = async (key: string, id: string) =>
  (await dataOf<ImagePage>(call(app, 'GET', `/albums/${id}/images`, key))).images.map((image) => image.id);

async function add(key: string, album: string, shade = 1) {
  return uploaded(upload(app, await smallPng(shade), { album }, bearer(key)));
}

describe('albums', () => {
  it('start empty, with a name and an optional description', async () => {
    const key = await register(app);
    const album = await dataOf<Album>(
      send(app, '/albums', { name: ' Cafe\u0301 / 1 ', description: 'two\r\nlines\u0007 ' }, key),
    );
    const { id, created_at, ...rest } = album;
    assert.match(id, /^alb_[0-9A-Za-z]{20}$/);
    assert.deepEqual(rest, {
      name: 'Caf\u00e9 / 1',
      description: 'two\nlines',
      image_count: 0,
      total_size: 0,
      cover: null,
      updated_at: created_at,
      public: false,
      public_url: null,
      share: null,
    });
    assert.deepEqual(await get(key, id), album);
  });

  it('have names that are unique within an account after Unicode normalization', async () => {
    const key = await register(app);
    await create(key, 'Caf\u00e9');
    const error = await assertRefused(send(app, '/albums', { name: 'Cafe\u0301' }, key), 409, 'ALBUM_EXISTS');
    assert.equal(error.param, 'name');
    await create(key, 'caf\u00e9');
    await create(await register(app), 'Caf\u00e9');
    const other = await create(key, 'other');
    await assertRefused(patch(app, `/albums/${other.id}`, { name: 'Caf\u00e9' }, key), 409, 'ALBUM_EXISTS');
    assert.equal((await change(key, other.id, { name: 'other' })).name, 'other', 'an album can keep its name');
  });

  it('refuse empty, too long and invisible names', async () => {
    const key = await register(app);
    for (const name of ['', ' ', 'x'.repeat(256), 'a\u0000b', '\u202e']) {
      const error = await assertRefused(send(app, '/albums', { name }, key), 400, 'INVALID_ALBUM');
      assert.equal(error.param, 'name');
    }
    for (const body of [{}, { name: 1 }, { name: 'a', more: 1 }, { name: 'a', description: 'x'.repeat(2_001) }]) {
      await assertRefused(send(app, '/albums', body, key), 400, 'INVALID_PARAMETER');
    }
  });

  it('keep unusual names unchanged', async () => {
    const key = await register(app);
    for (const name of [
      '%',
      '_',
      "'; drop table albums; --",
      '<script>alert(1)</script>',
      '../..',
      'null',
      '0',
      '💥',
      'a?b&c=d#e',
    ]) {
      const { id } = await create(key, name);
      const image = await add(key, name);
      assert.deepEqual(await imagesIn(key, id), [image.id]);
      const listed = await dataOf<ImagePage>(call(app, 'GET', `/images?album=${encodeURIComponent(name)}`, key));
      assert.deepEqual(
        listed.images.map(({ album }) => album),
        [{ id, name }],
      );
    }
  });

  it('count their images and bytes, and have the newest or the chosen image as cover', async () => {
    const key = await register(app);
    const { id } = await create(key, 'Cats');
    const [first, second] = [await add(key, 'Cats', 1), await add(key, 'Cats', 2)];
    const other = await add(key, 'Dogs');
    const album = await get(key, id);
    assert.equal(album.image_count, 2);
    assert.equal(album.total_size, first.size + second.size);
    assert.deepEqual(album.cover, { id: second.id, thumbnail: second.links.thumbnail });
    assert.equal((await change(key, id, { cover_image_id: first.id })).cover?.id, first.id);
    for (const no of [other.id, 'nothing']) {
      await assertRefused(patch(app, `/albums/${id}`, { cover_image_id: no }, key), 400, 'INVALID_PARAMETER');
    }
    await patch(app, `/image/${first.id}`, { album: null }, key);
    assert.equal((await get(key, id)).cover?.id, second.id, 'the chosen cover has left the album');
    await call(app, 'DELETE', `/image/${second.id}`, key);
    const { image_count, total_size, cover } = await get(key, id);
    assert.deepEqual([image_count, total_size, cover], [0, 0, null]);
  });

  it('are listed in pages, newest first', async () => {
    const key = await register(app);
    for (const name of ['1', '2', '3']) await create(key, name);
    await create(await register(app), 'other');
    const response = await call(app, 'GET', '/albums?limit=2', key);
    const link = response.headers.get('link') ?? '';
    const page = await dataOf<AlbumPage>(response);
    assert.deepEqual([page.albums.length, page.has_more], [2, true]);
    assert.ok(link.includes(`cursor=${page.next_cursor}`), link);
    const rest = await dataOf<AlbumPage>(call(app, 'GET', `/albums?limit=2&cursor=${page.next_cursor}`, key));
    assert.deepEqual([rest.next_cursor, rest.has_more], [null, false]);
    assert.deepEqual([...page.albums, ...rest.albums].map(({ name }) => name).sort(), ['1', '2', '3']);
    await assertRefused(call(app, 'GET', `/images?cursor=${page.next_cursor}`, key), 400, 'INVALID_CURSOR');
    const { data } = (await (await call(app, 'GET', '/usage', key)).json()) as {
      data: { storage: { albums: number } };
    };
    assert.equal(data.storage.albums, 3);
  });

  it('keep their images when renamed', async () => {
    const key = await register(app);
    const { id } = await create(key, 'Cats');
    const image = await add(key, 'Cats');
    await change(key, id, { name: 'Dogs', description: 'd' });
    assert.deepEqual(await imagesIn(key, id), [image.id]);
    const info = await dataOf<ImageInfo>(call(app, 'GET', `/image/${image.id}`, key));
    assert.deepEqual(info.album, { id, name: 'Dogs' });
    assert.equal((await change(key, id, { description: null })).description, null);
  });

  it('are deleted with or without their images', async () => {
    const key = await register(app);
    const kept = await add(key, 'Kept');
    const gone = await add(key, 'Gone');
    const { albums } = await dataOf<AlbumPage>(call(app, 'GET', '/albums', key));
    const idOf = (name: string) => albums.find((album) => album.name === name)?.id ?? '';
    const remove = (query: string) => dataOf<DeletedAlbum>(call(app, 'DELETE', `/albums/${query}`, key));
    assert.deepEqual(await remove(idOf('Kept')), {
      id: idOf('Kept'),
      deleted: true,
      images_deleted: 0,
      images_trashed: 0,
    });
    assert.deepEqual(await remove(`${idOf('Gone')}?images=delete`), {
      id: idOf('Gone'),
      deleted: true,
      images_deleted: 1,
      images_trashed: 0,
    });
    assert.equal((await dataOf<ImageInfo>(call(app, 'GET', `/image/${kept.id}`, key))).album, null);
    await assertRefused(call(app, 'GET', `/image/${gone.id}`, key), 404, 'IMAGE_NOT_FOUND');
    assert.equal((await fetch(gone.links.direct)).status, 404);
    for (const name of ['Kept', 'Gone']) {
      await assertRefused(call(app, 'DELETE', `/albums/${idOf(name)}`, key), 404, 'ALBUM_NOT_FOUND');
    }
    await assertRefused(call(app, 'DELETE', '/albums/x?images=perhaps', key), 400, 'INVALID_PARAMETER');
  });

  it('require the scope of each request', async () => {
    const key = await register(app);
    const { id } = await create(key, 'Cats');
    const keyWith = async (...scopes: string[]) =>
      (await dataOf<{ key: string }>(send(app, '/keys', { name: 'k', scopes }, key))).key;
    const refused = (answer: Promise<Response>) => assertRefused(answer, 403, 'INSUFFICIENT_SCOPE');
    const reader = await keyWith('albums:read');
    assert.equal((await get(reader, id)).id, id);
    await refused(send(app, '/albums', { name: 'x' }, reader));
    await refused(patch(app, `/albums/${id}`, { name: 'x' }, reader));
    await refused(call(app, 'DELETE', `/albums/${id}`, reader));
    const writer = await keyWith('albums:write');
    await refused(call(app, 'GET', '/albums', writer));
    await refused(call(app, 'DELETE', `/albums/${id}?images=delete`, writer));
    assert.equal((await call(app, 'DELETE', `/albums/${id}`, writer)).status, 200);
  });

  it('of other accounts answer 404', async () => {
    const owner = await register(app);
    const { id } = await create(owner, 'Cats');
    await add(owner, 'Cats');
    const other = await register(app);
    const requests: [method: string, path: string][] = [
      ['GET', ''],
      ['GET', '/images'],
      ['PATCH', ''],
      ['DELETE', ''],
      ['DELETE', '?images=delete'],
    ];
    for (const [method, rest] of requests) {
      const request = (of: string, token?: string) =>
        method === 'PATCH'
          ? patch(app, `/albums/${of}${rest}`, { name: 'stolen', public: true }, token)
          : call(app, method, `/albums/${of}${rest}`, token);
      const refused = (of: string, status: number, code: ErrorCode, token?: string) =>
        assertRefused(request(of, token), status, code);
      await refused(id, 404, 'ALBUM_NOT_FOUND', other);
      await refused('alb_00000000000000000000', 404, 'ALBUM_NOT_FOUND', other);
      await refused(id, 401, 'MISSING_API_KEY');
    }
    const album = await get(owner, id);
    assert.deepEqual([album.name, album.image_count, album.public], ['Cats', 1, false]);
    // An album of the same name in another account is a different album.
    const image = await add(other, 'Cats', 9);
    const mine = await dataOf<ImageInfo>(call(app, 'GET', `/image/${image.id}`, other));
    assert.notEqual(mine.album?.id, id);
  });
});
