import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Album } from '../../src/api/albums.ts';
import type { EachResult, ImageInfo, ImagePage, TrashedImage } from '../../src/api/images.ts';
import type { Usage } from '../../src/api/service.ts';
import type { EmptiedTrash, TrashPage } from '../../src/api/trash.ts';
import { assertRefused, at, type Uploaded, upload, uploaded } from '../support/api.ts';
import { createFakeClock } from '../support/clock.ts';
import { accountOf, bearer, call, patch, send, smallPng } from '../support/requests.ts';
import { routesOf } from '../support/routes.ts';
import { dataOf, newPerson, openBrowser, type Person, request } from '../support/sign-in.ts';
import { startApp, type TestApp } from '../support/start-app.ts';
import { newPicture, storedImages, trashCalls } from '../support/trash.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
let owner: Person;
let admin: string;
const clock = createFakeClock();
before(async () => {
  app = await startApp({ clock });
  admin = (await accountOf(app, { isAdmin: true })).key;
});
after(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  owner = await newPerson(app);
});

const { put, trash, trashAll, restore, trashed, infoStatus } = trashCalls(() => ({ app, key: owner.key }));
const empty = (body: object, token = owner.key) => request(app, 'DELETE', '/trash', { body, token });
const usage = async () => dataOf<Usage>(call(app, 'GET', '/usage', owner.key));

/** Statuses of all links of an image. */
async function seen({ id, links }: Uploaded): Promise<number[]> {
  const pages = [links.direct, links.thumbnail, links.view_page, `/oembed?url=${encodeURIComponent(links.view_page)}`];
  const answers = await Promise.all([
    ...pages.map((link) => fetch(new URL(link.replace(/^https?:\/\/[^/]+/, ''), app.url))),
    fetch(`${app.url}/v/${id}/320.webp`),
    call(app, 'GET', `/image/${id}`),
    call(app, 'GET', `/image/${id}`, owner.key),
  ]);
  await Promise.all(answers.map((answer) => answer.arrayBuffer()));
  return answers.map((answer) => answer.status);
}

describe('an image in the trash', () => {
  it('answers 404 on all its links from that instant, and works again when it is restored', async () => {
    const image = await put();
    assert.deepEqual(await seen(image), Array(7).fill(200));
    const moved = await dataOf<TrashedImage>(trash(image.id));
    assert.deepEqual([moved.id, moved.filename, moved.trashed], [image.id, 'picture.png', true]);
    assert.equal(Date.parse(moved.purge_at) - Date.parse(moved.trashed_at), 30 * DAY_MS);
    assert.deepEqual(await seen(image), Array(7).fill(404));
    await assertRefused(trash(image.id), 404, 'IMAGE_NOT_FOUND');
    const [listed] = await trashed();
    assert.deepEqual([listed?.id, listed?.trashed_at, listed?.purge_at], [image.id, moved.trashed_at, moved.purge_at]);
    const back = await dataOf<EachResult<ImageInfo>>(restore([image.id]));
    assert.deepEqual([back.succeeded, back.results[0]?.success && back.results[0].data.id], [1, image.id]);
    assert.deepEqual(await seen(image), Array(7).fill(200));
    assert.deepEqual(await trashed(), []);
  });

  it('is in no answer of any endpoint but the trash of its owner', async () => {
    const image = await put({ album: 'Every answer' }, owner.key, 'a name like no other.png');
    const { albums } = await dataOf<{ albums: Album[] }>(call(app, 'GET', '/albums', owner.key));
    const albumId = albums[0]?.id ?? '';
    const { public_url: url } = await dataOf<Album>(
      patch(app, `/albums/${albumId}`, { public: true, cover_image_id: image.id }, owner.key),
    );
    const token = url?.split('/').at(-1) ?? '';
    const gets = (await routesOf(app.service.app)).filter((route) => route.startsWith('GET '));
    const paths = gets.map((route) => pathOf(route.slice('GET '.length), image, albumId, token));
    const shows = async (path: string, key: string | undefined) => {
      const answer = await fetch(app.url + path, { headers: { accept: '*/*', ...bearer(key) } });
      const text = `${JSON.stringify([...answer.headers])} ${await answer.text()}`;
      if (answer.status >= 400) return text.includes('a name like no other');
      return /^\/[itv]\//.test(path) || text.includes('a name like no other') || text.includes(image.id);
    };
    const showing = async () => {
      const found: string[] = [];
      for (const path of new Set(paths)) {
        for (const key of [undefined, owner.key, admin]) if (await shows(path, key)) found.push(path);
      }
      return [...new Set(found)];
    };
    const before = await showing();
    for (const part of [
      '/api/v1/images',
      '/api/v1/image/',
      '/i/',
      '/t/',
      '/v/',
      '/image/',
      '/a/',
      '/oembed',
      '/albums/',
    ]) {
      assert.ok(
        before.some((path) => path.includes(part)),
        `control: ${part} shows the image before`,
      );
    }
    await dataOf(trash(image.id));
    assert.deepEqual(await showing(), ['/api/v1/trash']);
  });

  it('does not count in lists, albums and searches, nor is it a cover', async () => {
    const [first, second] = [await put({ album: 'Trip' }), await put({ album: 'Trip' })];
    const album = async () => (await dataOf<{ albums: Album[] }>(call(app, 'GET', '/albums', owner.key))).albums[0];
    await dataOf(patch(app, `/albums/${(await album())?.id}`, { cover_image_id: second.id }, owner.key));
    assert.deepEqual([(await album())?.image_count, (await album())?.cover?.id], [2, second.id]);
    await dataOf(trash(second.id));
    const after = await album();
    assert.deepEqual([after?.image_count, after?.total_size, after?.cover?.id], [1, first.size, first.id]);
    for (const query of ['', 'q=picture', 'format=PNG', 'album=Trip', 'order=largest', `album_id=${after?.id}`]) {
      const { images } = await dataOf<ImagePage>(call(app, 'GET', `/images?${query}`, owner.key));
      assert.deepEqual(
        images.map(({ id }) => id),
        [first.id],
        query,
      );
    }
    await dataOf(restore([second.id]));
    assert.deepEqual(
      [(await album())?.image_count, (await album())?.cover?.id],
      [2, second.id],
      'it is the cover again',
    );
  });

  it('can be neither changed, claimed, reported, nor chosen as a cover', async () => {
    const image = await put({ album: 'Trip' });
    const anonymous = await uploaded(upload(app, await newPicture()));
    await dataOf(send(app, `/image/${anonymous.id}/claim`, { delete_token: anonymous.delete_token }, owner.key));
    await dataOf(trashAll([image.id, anonymous.id]));
    const other = await newPerson(app);
    const { id: albumId } = (await dataOf<{ albums: Album[] }>(call(app, 'GET', '/albums', owner.key)))
      .albums[0] as Album;
    const gone = (answer: Promise<Response>) => assertRefused(answer, 404, 'IMAGE_NOT_FOUND');
    await gone(patch(app, `/image/${image.id}`, { expiry: 1 }, owner.key));
    await gone(patch(app, `/image/${image.id}`, { expiry: 1 }, admin));
    await gone(send(app, '/images/update', { ids: [image.id], expiry: 1 }, owner.key));
    await gone(send(app, `/image/${anonymous.id}/claim`, { delete_token: anonymous.delete_token }, other.key));
    await gone(send(app, `/image/${image.id}/report`, { reason: 'other' }));
    await gone(trashAll([image.id]));
    await assertRefused(
      patch(app, `/albums/${albumId}`, { cover_image_id: image.id }, owner.key),
      400,
      'INVALID_PARAMETER',
    );
  });

  it('is moved there by its owner only, and only a key that may delete', async () => {
    const [image, anonymous] = [await put(), await uploaded(upload(app, await newPicture()))];
    const other = await newPerson(app);
    const reader = await dataOf<{ key: string }>(send(app, '/keys', { name: 'r', scopes: ['images:read'] }, owner.key));
    await assertRefused(call(app, 'DELETE', `/image/${image.id}?trash=true`), 401, 'MISSING_API_KEY');
    await assertRefused(trash(image.id, reader.key), 403, 'INSUFFICIENT_SCOPE');
    for (const token of [other.key, admin, image.delete_token])
      await assertRefused(trash(image.id, token), 403, 'FORBIDDEN');
    for (const token of [owner.key, admin, anonymous.delete_token]) {
      await assertRefused(trash(anonymous.id, token), 403, 'FORBIDDEN');
    }
    await assertRefused(trashAll([image.id], other.key), 403, 'FORBIDDEN');
    await assertRefused(call(app, 'DELETE', `/image/${image.id}?trash=perhaps`, owner.key), 400, 'INVALID_PARAMETER');
    assert.equal(await infoStatus(image.id), 200);
    for (const [method, path, body] of [
      ['GET', '/trash', undefined],
      ['POST', '/trash/restore', { ids: [image.id] }],
      ['DELETE', '/trash', { all: true }],
      ['GET', `/trash/${image.id}/thumbnail`, undefined],
    ] as const) {
      await assertRefused(request(app, method, path, { body }), 401, 'MISSING_API_KEY');
      await assertRefused(request(app, method, path, { body, token: image.delete_token }), 403, 'FORBIDDEN');
    }
  });

  it('is not found by other accounts: neither listed, restored, deleted nor seen', async () => {
    const image = await put();
    await dataOf(trash(image.id));
    const other = await newPerson(app);
    for (const token of [other.key, admin]) {
      assert.deepEqual(await trashed(token), []);
      await assertRefused(restore([image.id], token), 404, 'IMAGE_NOT_FOUND');
      await assertRefused(call(app, 'GET', `/trash/${image.id}/thumbnail`, token), 404, 'IMAGE_NOT_FOUND');
      assert.deepEqual(await dataOf<EmptiedTrash>(empty({ ids: [image.id] }, token)), { deleted: 0, remaining: 0 });
      assert.deepEqual(await dataOf<EmptiedTrash>(empty({ all: true }, token)), { deleted: 0, remaining: 0 });
    }
    await assertRefused(call(app, 'DELETE', `/image/${image.id}`, other.key), 404, 'IMAGE_NOT_FOUND');
    assert.equal((await trashed()).length, 1);
  });

  it('shows its thumbnail to its owner, by a key or a session, and to no other caller', async () => {
    const image = await put();
    const path = `/trash/${image.id}/thumbnail`;
    await assertRefused(call(app, 'GET', path, owner.key), 404, 'IMAGE_NOT_FOUND');
    await dataOf(trash(image.id));
    const { own } = await openBrowser(app, owner.email);
    for (const headers of [bearer(owner.key), { cookie: own.cookie as string }]) {
      const answer = await call(app, 'GET', path, undefined, headers as Record<string, string>);
      assert.equal(answer.status, 200);
      assert.match(answer.headers.get('content-type') ?? '', /^image\//);
      assert.match(answer.headers.get('cache-control') ?? '', /^private/);
      assert.ok((await answer.arrayBuffer()).byteLength > 0);
    }
    assert.equal((await trashed())[0]?.thumbnail_url.endsWith(`/api/v1${path}`), true);
  });
});

describe('the trash', () => {
  it('lists the latest first, in pages, with the whole info of each image', async () => {
    const images = [await put({ album: 'Trip' }), await put(), await put({ expiry: '48' })];
    for (const { id } of images) {
      clock.advance(1_000);
      await dataOf(trash(id));
    }
    const first = await dataOf<TrashPage>(call(app, 'GET', '/trash?limit=2', owner.key));
    const rest = await dataOf<TrashPage>(call(app, 'GET', `/trash?limit=2&cursor=${first.next_cursor}`, owner.key));
    const all = [...first.images, ...rest.images];
    assert.deepEqual(
      all.map(({ id }) => id),
      images.map(({ id }) => id).reverse(),
    );
    assert.equal(rest.has_more, false);
    assert.equal(all[2]?.album?.name, 'Trip');
    assert.equal(all[0]?.purge_at, images[2]?.expires_at, 'an image that expires sooner is deleted then');
    await assertRefused(call(app, 'GET', `/images?cursor=${first.next_cursor}`, owner.key), 400, 'INVALID_CURSOR');
  });

  it('takes and gives back several images at once, each with its own result', async () => {
    const [one, two] = [await put(), await put()];
    const foreign = await put({}, (await newPerson(app)).key);
    const moved = await dataOf<EachResult<TrashedImage>>(trashAll([one.id, foreign.id, two.id]));
    assert.deepEqual([moved.succeeded, moved.failed], [2, 1]);
    const back = await dataOf<EachResult<ImageInfo>>(restore([one.id, foreign.id]));
    assert.deepEqual([back.succeeded, back.failed], [1, 1]);
    assert.deepEqual([await infoStatus(one.id), await infoStatus(two.id)], [200, 404]);
    await assertRefused(restore([one.id]), 404, 'IMAGE_NOT_FOUND');
    const many = Array.from({ length: 101 }, (_, i) => String(i));
    for (const body of [{}, { ids: [] }, { ids: many }, { ids: ['a'], all: true }, { all: false }, { ids: [1] }]) {
      await assertRefused(empty(body), 400, 'INVALID_PARAMETER');
    }
    await assertRefused(restore(many), 400, 'INVALID_PARAMETER');
  });

  it('deletes for good the named images, or all, and is safe to repeat', async () => {
    const images = [await put(), await put(), await put()];
    const [first, second] = images as [Uploaded, Uploaded];
    await dataOf(trashAll(images.map(({ id }) => id)));
    assert.deepEqual(await dataOf(empty({ ids: [first.id, 'x'] })), { deleted: 1, remaining: 2 });
    assert.deepEqual(await dataOf(empty({ ids: [first.id] })), { deleted: 0, remaining: 2 });
    assert.deepEqual(await dataOf(empty({ all: true })), { deleted: 2, remaining: 0 });
    assert.deepEqual(await dataOf(empty({ all: true })), { deleted: 0, remaining: 0 });
    await assertRefused(restore([second.id]), 404, 'IMAGE_NOT_FOUND');
    assert.deepEqual(await storedImages(app, images), []);
  });

  it('is empty for a repeated request with the same Idempotency-Key after the image came back', async () => {
    const image = await put();
    const headers = { 'idempotency-key': 'the-same-key-of-a-retry' };
    const body = { ids: [image.id], trash: true };
    await dataOf(send(app, '/images/delete', body, owner.key, headers));
    await dataOf(restore([image.id]));
    await dataOf(send(app, '/images/delete', body, owner.key, headers));
    assert.equal(await infoStatus(image.id), 200, 'the retry changes nothing');
  });

  it('counts against the storage of the account until it is emptied', async () => {
    await using small = await startApp({ env: { IMGD_MAX_ACCOUNT_BYTES: '500' } });
    const { key } = await newPerson(small);
    const image = await uploaded(upload(small, await smallPng(1), {}, bearer(key)));
    await dataOf(call(small, 'DELETE', `/image/${image.id}?trash=true`, key));
    const { storage, limits } = await dataOf<Usage>(call(small, 'GET', '/usage', key));
    assert.deepEqual(storage, { images: 0, albums: 0, bytes: image.size, trash: { images: 1, bytes: image.size } });
    assert.equal(limits.trash_days, 30);
    for (let i = 2; i * image.size <= 500; i++) await uploaded(upload(small, await smallPng(i), {}, bearer(key)));
    await assertRefused(upload(small, await smallPng(99), {}, bearer(key)), 403, 'STORAGE_QUOTA_EXCEEDED');
    await dataOf(request(small, 'DELETE', '/trash', { body: { all: true }, token: key }));
    await uploaded(upload(small, await smallPng(99), {}, bearer(key)));
  });

  it('shares the bytes of an image with uploads of duplicate content', async () => {
    const png = await newPicture();
    const first = await uploaded(upload(app, png, {}, bearer(owner.key)));
    await dataOf(trash(first.id));
    const second = await uploaded(upload(app, png, {}, bearer(owner.key)));
    assert.notEqual(second.id, first.id);
    await dataOf(empty({ all: true }));
    assert.equal((await fetch(at(app, second.links.direct))).status, 200, 'its bytes stay');
    assert.equal((await usage()).storage.images, 1);
  });
});

/** The path of a route with the ids of an image and its album. */
function pathOf(
  route: string,
  { id, delete_token: deleteToken, links }: Uploaded,
  albumId: string,
  albumToken: string,
): string {
  const path = route
    .replace('{id}.{ext}', `${id}.png`)
    .replace('/albums/{id}', `/albums/${albumId}`)
    .replace('{id}', id)
    .replace('/a/{token}', `/a/${albumToken}`)
    .replace('{token}', deleteToken)
    .replace('{file}', '320.webp')
    .replace(/\{\w+\}/g, id);
  return path === '/oembed' ? `${path}?url=${encodeURIComponent(links.view_page)}` : path;
}
