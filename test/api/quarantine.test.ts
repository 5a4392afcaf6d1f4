import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertRefused, register, type Uploaded, upload, uploaded } from '../support/api.ts';
import { accountOf, bearer, call, send, smallPng } from '../support/requests.ts';
import { dataOf, newPerson, request } from '../support/sign-in.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

interface Hidden {
  id: string;
  cause: string;
  reason: string | null;
  quarantined: boolean;
  account_id: string | null;
}

let app: TestApp;
let admin: string;
let shade = 5_000;
before(async () => {
  app = await startApp();
  admin = (await accountOf(app, { isAdmin: true })).key;
});
after(() => app[Symbol.asyncDispose]());

const newImage = async (key?: string) => uploaded(upload(app, await smallPng(shade++), {}, bearer(key)));
const hide = (id: string, token = admin) =>
  send(app, `/admin/images/${id}/quarantine`, { reason: 'to be seen' }, token);
const release = (id: string, token = admin) => call(app, 'POST', `/admin/images/${id}/release`, token);
const listed = async () =>
  (await dataOf<{ images: Hidden[] }>(call(app, 'GET', '/admin/quarantine?limit=100', admin))).images;
const auditOf = async (subject: string) =>
  (
    await dataOf<{ entries: { action: string; subject: string; details: object }[] }>(
      call(app, 'GET', '/admin/audit?limit=100', admin),
    )
  ).entries.filter((entry) => entry.subject === subject);

/** Statuses of all requests that show an image. */
async function seen({ id, links }: Uploaded, tokens: (string | undefined)[] = [undefined]): Promise<number[]> {
  const pages = [links.direct, links.thumbnail, links.view_page, `/oembed?url=${encodeURIComponent(links.view_page)}`];
  const answers = await Promise.all([
    ...pages.map((link) => fetch(new URL(link.replace(/^https?:\/\/[^/]+/, ''), app.url))),
    ...tokens.map((token) => call(app, 'GET', `/image/${id}`, token)),
  ]);
  return answers.map((answer) => answer.status);
}

describe('an image in quarantine', () => {
  it('gets 404 on every path for everyone except administrators, until it is released', async () => {
    const key = await register(app);
    const image = await newImage(key);
    const everyone = [undefined, key, await register(app), image.delete_token];
    // Fills the caches, which must not serve the image later.
    assert.deepEqual(await seen(image, everyone), Array(8).fill(200));
    const hidden = await dataOf<Hidden>(hide(image.id));
    assert.deepEqual([hidden.id, hidden.cause, hidden.reason], [image.id, 'administrator', 'to be seen']);
    assert.deepEqual(await seen(image, everyone), Array(8).fill(404));
    assert.equal(
      (await dataOf<{ quarantined?: true }>(call(app, 'GET', `/image/${image.id}`, admin))).quarantined,
      true,
    );
    assert.ok((await listed()).some(({ id }) => id === image.id));
    const own = await dataOf<{ images: { id: string; quarantined?: true }[] }>(call(app, 'GET', '/images', key));
    assert.deepEqual(
      own.images.map(({ id, quarantined }) => [id, quarantined]),
      [[image.id, true]],
    );
    assert.deepEqual(await dataOf(release(image.id)), { id: image.id, released: true });
    assert.deepEqual(await seen(image, everyone), Array(8).fill(200));
    assert.ok(!(await listed()).some(({ id }) => id === image.id));
  });

  it('is not on the public page of its album, and not its cover', async () => {
    const key = await register(app);
    const [shown, hidden] = [
      await uploaded(upload(app, await smallPng(shade++), { album: 'trip' }, bearer(key))),
      await uploaded(upload(app, await smallPng(shade++), { album: 'trip' }, bearer(key))),
    ];
    const { albums } = await dataOf<{ albums: { id: string }[] }>(call(app, 'GET', '/albums', key));
    const album = () =>
      dataOf<{ cover: { id: string } | null; public_url: string | null }>(
        request(app, 'PATCH', `/albums/${albums[0]?.id}`, { body: { public: true }, token: key }),
      );
    const before = await album();
    assert.equal(before.cover?.id, hidden.id);
    await dataOf(hide(hidden.id));
    assert.equal((await album()).cover?.id, shown.id);
    const page = await (await fetch(`${app.url}${new URL(before.public_url ?? '').pathname}`)).text();
    assert.ok(page.includes(shown.id));
    assert.ok(!page.includes(hidden.id));
  });

  it('is visible to administrators, in responses that are not cacheable', async () => {
    const bytes = await smallPng(shade++);
    const key = await register(app);
    const image = await uploaded(upload(app, bytes, {}, bearer(key)));
    const [, thumbnail] = await Promise.all(
      [image.links.direct, image.links.thumbnail].map(async (link) =>
        Buffer.from(await (await fetch(`${app.url}${new URL(link).pathname}`)).arrayBuffer()),
      ),
    );
    await dataOf(hide(image.id));
    const path = `/admin/images/${image.id}`;
    for (const [part, expected] of [
      ['original', bytes],
      ['thumbnail', thumbnail],
    ] as const) {
      const answer = await call(app, 'GET', `${path}/${part}`, admin);
      assert.deepEqual(Buffer.from(await answer.arrayBuffer()), expected);
      assert.equal(answer.headers.get('content-type'), 'image/png');
      assert.equal(answer.headers.get('cache-control'), 'no-store');
      await assertRefused(call(app, 'GET', `${path}/${part}`, key), 403, 'INSUFFICIENT_SCOPE');
      await assertRefused(call(app, 'GET', `${path}/${part}`), 401, 'MISSING_API_KEY');
      await assertRefused(call(app, 'GET', `/admin/images/aaaaaaaaaaaa/${part}`, admin), 404, 'IMAGE_NOT_FOUND');
    }
  });

  it('can be deleted by its owner, and does not exist for others', async () => {
    const key = await register(app);
    const image = await newImage(key);
    await dataOf(hide(image.id));
    const other = await register(app);
    await assertRefused(call(app, 'DELETE', `/image/${image.id}`, other), 404, 'IMAGE_NOT_FOUND');
    await assertRefused(
      request(app, 'PATCH', `/image/${image.id}`, { body: { filename: 'b.png' }, token: key }),
      404,
      'IMAGE_NOT_FOUND',
    );
    await assertRefused(send(app, `/image/${image.id}/report`, { reason: 'spam' }), 404, 'IMAGE_NOT_FOUND');
    assert.equal((await call(app, 'DELETE', `/image/${image.id}`, key)).status, 200);
    await assertRefused(release(image.id), 404, 'IMAGE_NOT_FOUND');
  });

  it('cannot be deleted by its delete token until an administrator has decided', async () => {
    for (const key of [undefined, await register(app)]) {
      const image = await newImage(key);
      await dataOf(hide(image.id));
      await assertRefused(call(app, 'DELETE', `/image/${image.id}`, image.delete_token), 404, 'IMAGE_NOT_FOUND');
      const page = await fetch(`${app.url}${new URL(image.delete_url).pathname}`, { method: 'POST' });
      assert.equal(page.status, 404);
      assert.ok(
        (await listed()).some(({ id }) => id === image.id),
        'the evidence stays',
      );
      await dataOf(release(image.id));
      assert.equal((await call(app, 'DELETE', `/image/${image.id}`, image.delete_token)).status, 200);
    }
  });

  it('can be taken down', async () => {
    const image = await newImage();
    await dataOf(hide(image.id));
    const taken = await dataOf<{ taken_down: number }>(
      send(app, `/admin/images/${image.id}/takedown`, { reason: 'illegal' }, admin),
    );
    assert.equal(taken.taken_down, 1);
    await assertRefused(call(app, 'GET', `/image/${image.id}`, admin), 404, 'IMAGE_NOT_FOUND');
  });

  it('is quarantined and released once, and both are logged', async () => {
    const image = await newImage();
    for (let times = 0; times < 2; times++) await dataOf(hide(image.id));
    for (let times = 0; times < 2; times++) await dataOf(release(image.id));
    const entries = (await auditOf(image.id)).map(({ action, details }) => ({ action, details }));
    assert.deepEqual(entries, [
      { action: 'image.release', details: { cause: 'administrator', reason: 'to be seen' } },
      { action: 'image.quarantine', details: { reason: 'to be seen' } },
    ]);
    await assertRefused(hide('aaaaaaaaaaaa'), 404, 'IMAGE_NOT_FOUND');
  });

  it('is managed by administrators only', async () => {
    const key = await register(app);
    const image = await newImage(key);
    await assertRefused(hide(image.id, key), 403, 'INSUFFICIENT_SCOPE');
    await assertRefused(release(image.id, key), 403, 'INSUFFICIENT_SCOPE');
    await assertRefused(call(app, 'GET', '/admin/quarantine', key), 403, 'INSUFFICIENT_SCOPE');
    await assertRefused(call(app, 'GET', '/admin/quarantine'), 401, 'MISSING_API_KEY');
    assert.deepEqual(await seen(image), Array(5).fill(200));
  });
});

describe('the images of a suspended account', () => {
  const change = (id: string, body: unknown) =>
    dataOf(request(app, 'PATCH', `/admin/accounts/${id}`, { body, token: admin }));

  it('are hidden with hide_images and restored with the account, except those hidden before', async () => {
    const person = await newPerson(app);
    const [hiddenBefore, image] = [await newImage(person.key), await newImage(person.key)];
    await dataOf(hide(hiddenBefore.id));
    await change(person.id, { suspended: true, reason: 'spam', hide_images: true });
    assert.deepEqual(await seen(image), Array(5).fill(404));
    const [found] = (await listed()).filter(({ id }) => id === image.id);
    assert.deepEqual([found?.cause, found?.reason, found?.account_id], ['account', 'spam', person.id]);
    await change(person.id, { suspended: false });
    assert.deepEqual(await seen(image), Array(5).fill(200));
    assert.deepEqual(await seen(hiddenBefore), Array(5).fill(404));
    assert.deepEqual(
      (await auditOf(person.id)).map(({ details }) => details),
      [{ images_shown: 1 }, { reason: 'spam', images_hidden: 1 }],
    );
  });

  it('stay visible without hide_images', async () => {
    const person = await newPerson(app);
    const image = await newImage(person.key);
    await change(person.id, { suspended: true });
    assert.deepEqual(await seen(image), Array(5).fill(200));
  });
});
