import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Album, DeletedAlbum } from '../../src/api/albums.ts';
import type { DeletedImage, EachResult, ImageInfo } from '../../src/api/images.ts';
import type { Usage } from '../../src/api/service.ts';
import type { TrashPage } from '../../src/api/trash.ts';
import { assertRefused, at, type Uploaded, upload, uploaded } from '../support/api.ts';
import { createFakeClock } from '../support/clock.ts';
import { accountOf, bearer, call, patch, send, smallPng } from '../support/requests.ts';
import { dataOf, newPerson, PASSWORD, type Person, request } from '../support/sign-in.ts';
import { startApp, type TestApp } from '../support/start-app.ts';
import { newPicture, storedImages, trashCalls } from '../support/trash.ts';
import { until } from '../support/until.ts';

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

describe('images leave the trash for good', () => {
  /** Runs the jobs until the images are gone. */
  const gone = (target: TestApp, images: readonly Uploaded[]) =>
    until(async () => (await storedImages(target, images)).length === 0);

  it('when their days are over, from that very instant', async () => {
    const moving = createFakeClock();
    await using own = await startApp({ clock: moving, env: { IMGD_TRASH_DAYS: '2' } });
    const { key } = await newPerson(own);
    const [early, late] = [
      await uploaded(upload(own, await smallPng(1), {}, bearer(key))),
      await uploaded(upload(own, await smallPng(2), {}, bearer(key))),
    ];
    await dataOf(call(own, 'DELETE', `/image/${early.id}?trash=true`, key));
    moving.advance(DAY_MS);
    await dataOf(call(own, 'DELETE', `/image/${late.id}?trash=true`, key));
    const ids = async () => (await dataOf<TrashPage>(call(own, 'GET', '/trash', key))).images.map(({ id }) => id);
    moving.advance(DAY_MS - 1);
    assert.deepEqual(await ids(), [late.id, early.id]);
    moving.advance(1);
    assert.deepEqual(await ids(), [late.id], 'before any job has run');
    await assertRefused(send(own, '/trash/restore', { ids: [early.id] }, key), 404, 'IMAGE_NOT_FOUND');
    moving.advance(60_000);
    await gone(own, [early]);
    assert.deepEqual(await ids(), [late.id]);
    await dataOf(send(own, '/trash/restore', { ids: [late.id] }, key));
    moving.advance(3 * DAY_MS);
    assert.equal((await fetch(at(own, late.links.direct))).status, 200, 'a restored image stays');
    await until(async () => (await own.blobFiles()).length === 2);
  });

  it('when they expire', async () => {
    const image = await put({ expiry: '1' });
    await dataOf(trash(image.id));
    clock.advance(3_600_000);
    assert.deepEqual(await trashed(), []);
    await gone(app, [image]);
  });

  it('at once without a trash, which the answer says', async () => {
    await using without = await startApp({ env: { IMGD_TRASH_DAYS: '0' } });
    const { key } = await newPerson(without);
    const images = [];
    for (let i = 1; i <= 4; i++) {
      images.push(await uploaded(upload(without, await smallPng(i), { album: i > 2 ? 'a' : '' }, bearer(key))));
    }
    const [one, two] = images as [Uploaded, Uploaded];
    const single = await dataOf<DeletedImage>(call(without, 'DELETE', `/image/${one.id}?trash=true`, key));
    assert.deepEqual([single.deleted, single.filename, 'trashed' in single], [true, 'picture.png', false]);
    const several = await dataOf<EachResult<DeletedImage>>(
      send(without, '/images/delete', { ids: [two.id], trash: true }, key),
    );
    assert.equal(several.results[0]?.success && several.results[0].data.deleted, true);
    const { albums } = await dataOf<{ albums: Album[] }>(call(without, 'GET', '/albums', key));
    const album = await dataOf<DeletedAlbum>(call(without, 'DELETE', `/albums/${albums[0]?.id}?images=trash`, key));
    assert.deepEqual([album.images_deleted, album.images_trashed], [2, 0]);
    assert.deepEqual(await storedImages(without, images), []);
    assert.equal((await dataOf<Usage>(call(without, 'GET', '/usage'))).limits.trash_days, 0);
  });

  it('by a permanent delete of the owner, an administrator, or the holder of the delete token', async () => {
    const images = [await put(), await put(), await put(), await put()];
    const [own, byAdmin, byToken, inBulk] = images as [Uploaded, Uploaded, Uploaded, Uploaded];
    await dataOf(trashAll(images.map(({ id }) => id)));
    for (const [{ id }, token] of [
      [own, owner.key],
      [byAdmin, admin],
      [byToken, byToken.delete_token],
    ] as const) {
      assert.equal((await dataOf<DeletedImage>(call(app, 'DELETE', `/image/${id}`, token))).deleted, true);
    }
    await dataOf(send(app, '/images/delete', { ids: [inBulk.id] }, owner.key));
    assert.deepEqual(await storedImages(app, images), []);
    assert.deepEqual(await trashed(), []);
  });

  it('with their account, also where its other images stay as anonymous ones', async () => {
    const [kept, inTrash] = [await put(), await put()];
    await dataOf(trash(inTrash.id));
    const body = { password: PASSWORD };
    await dataOf(request(app, 'DELETE', '/account?images=keep', { body, token: owner.key }));
    assert.deepEqual(await storedImages(app, [kept, inTrash]), [kept.id]);
    assert.equal((await call(app, 'GET', `/image/${kept.id}`)).status, 200);
  });
});

describe('albums and the trash', () => {
  const albumsOf = async () => (await dataOf<{ albums: Album[] }>(call(app, 'GET', '/albums', owner.key))).albums;
  const nameOf = async (id: string) =>
    (await dataOf<ImageInfo>(call(app, 'GET', `/image/${id}`, owner.key))).album?.name;

  it('a restored image returns to its album if that still exists', async () => {
    const [one, two] = [await put({ album: 'Stays' }), await put({ album: 'Goes' })];
    await dataOf(trashAll([one.id, two.id]));
    const goes = (await albumsOf()).find(({ name }) => name === 'Goes');
    const deleted = await dataOf<DeletedAlbum>(call(app, 'DELETE', `/albums/${goes?.id}?images=delete`, owner.key));
    assert.deepEqual([deleted.images_deleted, deleted.images_trashed], [0, 0], 'images in the trash stay there');
    await dataOf(restore([one.id, two.id]));
    assert.deepEqual([await nameOf(one.id), await nameOf(two.id)], ['Stays', undefined]);
  });

  it('an album is deleted with its images in the trash when that is asked for', async () => {
    const images = [await put({ album: 'Party' }), await put({ album: 'Party' })];
    const [album] = await albumsOf();
    const writer = await dataOf<{ key: string }>(
      send(app, '/keys', { name: 'w', scopes: ['albums:write'] }, owner.key),
    );
    await assertRefused(
      call(app, 'DELETE', `/albums/${album?.id}?images=trash`, writer.key),
      403,
      'INSUFFICIENT_SCOPE',
    );
    const deleted = await dataOf<DeletedAlbum>(call(app, 'DELETE', `/albums/${album?.id}?images=trash`, owner.key));
    assert.deepEqual([deleted.images_deleted, deleted.images_trashed], [0, 2]);
    assert.deepEqual(await albumsOf(), []);
    assert.deepEqual(new Set((await trashed()).map(({ id }) => id)), new Set(images.map(({ id }) => id)));
    await dataOf(restore(images.map(({ id }) => id)));
    assert.equal(await nameOf(images[0]?.id ?? ''), undefined);
  });
});

describe('administrators reach images in the trash', () => {
  it('take them down with their duplicates, and block the picture', async () => {
    const png = await newPicture();
    const [inTrash, copy] = [await uploaded(upload(app, png, {}, bearer(owner.key))), await uploaded(upload(app, png))];
    await dataOf(trash(inTrash.id));
    const taken = await dataOf<{ taken_down: number }>(
      send(app, `/admin/images/${inTrash.id}/takedown`, { reason: 'spam' }, admin),
    );
    assert.equal(taken.taken_down, 2);
    assert.deepEqual(await storedImages(app, [inTrash, copy]), []);
    assert.deepEqual(await trashed(), []);
    await assertRefused(upload(app, png), 400, 'CONTENT_BLOCKED');
  });

  it('quarantine and release them, see their pictures and their reports; a restored image stays in quarantine', async () => {
    const image = await put();
    await dataOf(send(app, `/image/${image.id}/report`, { reason: 'other' }));
    await dataOf(trash(image.id));
    const { reports } = await dataOf<{ reports: { image_id: string; image: object | null }[] }>(
      call(app, 'GET', '/admin/reports?limit=100', admin),
    );
    assert.notEqual(reports.find((report) => report.image_id === image.id)?.image, null);
    await dataOf(send(app, `/admin/images/${image.id}/quarantine`, { reason: 'x' }, admin));
    assert.equal((await call(app, 'GET', `/admin/images/${image.id}/original`, admin)).status, 200);
    await dataOf(restore([image.id]));
    assert.equal(await infoStatus(image.id), 404);
    assert.equal(await infoStatus(image.id, admin), 200);
    await dataOf(call(app, 'POST', `/admin/images/${image.id}/release`, admin));
    assert.equal(await infoStatus(image.id), 200);
  });

  it('a suspension that hides images covers those in the trash', async () => {
    const image = await put();
    await dataOf(trash(image.id));
    await dataOf(patch(app, `/admin/accounts/${owner.id}`, { suspended: true, hide_images: true }, admin));
    const { images } = await dataOf<{ images: { id: string }[] }>(
      call(app, 'GET', '/admin/quarantine?limit=100', admin),
    );
    assert.ok(images.some(({ id }) => id === image.id));
    await dataOf(patch(app, `/admin/accounts/${owner.id}`, { suspended: false }, admin));
    await dataOf(restore([image.id]));
    assert.equal(await infoStatus(image.id), 200);
  });
});
