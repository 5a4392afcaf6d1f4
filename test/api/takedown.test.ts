import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { scene } from '../fixtures/scenes.ts';
import { assertRefused, json, register, upload, uploaded } from '../support/api.ts';
import { accountOf, bearer, bulk, call, send, smallPng, storageBeside } from '../support/requests.ts';
import { dataOf } from '../support/sign-in.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

interface TakenDown {
  id: string;
  taken_down: number;
  block_id: string | null;
}
interface Block {
  id: string;
  image_id: string;
  sha256: string;
  uploaded_sha256: string | null;
  perceptual_hash: string | null;
  reason: string;
  created_by: { email: string } | null;
}
interface Entry {
  action: string;
  subject: string;
  actor: { email: string } | null;
  details: Record<string, unknown>;
}

let app: TestApp;
let admin: { key: string; email: string };
before(async () => {
  app = await startApp();
  admin = await accountOf(app, { isAdmin: true });
});
after(() => app[Symbol.asyncDispose]());

const takeDown = (id: string, body: object = { reason: 'spam' }) =>
  send(app, `/admin/images/${id}/takedown`, body, admin.key);
const blocks = async () =>
  (await dataOf<{ blocks: Block[] }>(call(app, 'GET', '/admin/blocks?limit=100', admin.key))).blocks;
const unblock = (id: string) => call(app, 'DELETE', `/admin/blocks/${id}`, admin.key);
const audit = async (subject: string) =>
  (await dataOf<{ entries: Entry[] }>(call(app, 'GET', '/admin/audit?limit=100', admin.key))).entries.filter(
    (entry) => entry.subject === subject,
  );

async function assertGone(image: { id: string; links: Record<string, string> }): Promise<void> {
  await assertRefused(call(app, 'GET', `/image/${image.id}`), 404, 'IMAGE_NOT_FOUND');
  for (const link of ['direct', 'thumbnail', 'view_page']) {
    const { pathname } = new URL(image.links[link] ?? '');
    assert.equal((await fetch(`${app.url}${pathname}`)).status, 404, link);
  }
}

describe('POST /api/v1/admin/images/{id}/takedown', () => {
  it('removes the image and all its duplicates of any account', async () => {
    const bytes = await scene(1).jpeg().toBuffer();
    const key = await register(app);
    const first = await uploaded(upload(app, bytes));
    const second = await uploaded(upload(app, bytes, {}, bearer(key)));
    const other = await uploaded(upload(app, await scene(2).jpeg().toBuffer()));
    const body = await json<{ data: TakenDown; message: string }>(await takeDown(first.id));
    assert.deepEqual([body.data.id, body.data.taken_down, body.message], [first.id, 2, '2 images taken down']);
    for (const image of [first, second]) await assertGone(image);
    assert.equal((await call(app, 'GET', `/image/${other.id}`)).status, 200);
    const storage = await storageBeside(app);
    const kept = await storage.db.selectFrom('blobs').select('key').execute().finally(storage.close);
    assert.equal(kept.length, 2, 'the other image and its thumbnail');
    await assertRefused(takeDown(first.id), 404, 'IMAGE_NOT_FOUND');
  });

  it('refuses the picture as a duplicate, re-encoded, resized or brightened', async () => {
    const picture = scene(3, 400, 300);
    const image = await uploaded(upload(app, await picture.clone().jpeg({ quality: 90 }).toBuffer()));
    await dataOf(takeDown(image.id));
    const again: Record<string, Buffer> = {
      same: await picture.clone().jpeg({ quality: 90 }).toBuffer(),
      compressed: await picture.clone().jpeg({ quality: 40 }).toBuffer(),
      smaller: await picture.clone().resize(200).png().toBuffer(),
      'another format': await picture.clone().webp().toBuffer(),
      brighter: await picture.clone().linear(1.05, 4).jpeg().toBuffer(),
    };
    const before = await app.blobFiles();
    for (const [name, bytes] of Object.entries(again)) {
      const error = await assertRefused(upload(app, bytes), 400, 'CONTENT_BLOCKED');
      assert.equal(error.details, undefined, name);
    }
    assert.deepEqual(
      (await app.blobFiles()).filter((file) => !before.includes(file)),
      [],
    );
    assert.deepEqual(await app.temporaryFiles(), []);
    for (const seed of [4, 5, 6]) await uploaded(upload(app, await scene(seed, 400, 300).jpeg().toBuffer()));
  });

  it('blocks the uploaded file also when the stored file differs', async () => {
    const photograph = await scene(7)
      .withExif({ IFD0: { Artist: 'somebody' } })
      .jpeg()
      .toBuffer();
    const image = await uploaded(upload(app, photograph));
    assert.ok(image.metadata_removed.length > 0);
    const { block_id } = await dataOf<TakenDown>(takeDown(image.id));
    const block = (await blocks()).find(({ id }) => id === block_id);
    assert.notEqual(block?.uploaded_sha256, block?.sha256);
    assert.match(block?.perceptual_hash ?? '', /^[0-9a-f]{16}$/);
    await assertRefused(upload(app, photograph), 400, 'CONTENT_BLOCKED');
  });

  it('blocks flat pictures by their bytes only', async () => {
    const image = await uploaded(upload(app, await smallPng(3_000)));
    const { block_id } = await dataOf<TakenDown>(takeDown(image.id));
    assert.equal((await blocks()).find(({ id }) => id === block_id)?.perceptual_hash, null);
    await assertRefused(upload(app, await smallPng(3_000)), 400, 'CONTENT_BLOCKED');
    await uploaded(upload(app, await smallPng(3_001)));
  });

  it('refuses one file of a bulk upload and stores the others', async () => {
    const image = await uploaded(upload(app, await smallPng(3_100)));
    await dataOf(takeDown(image.id));
    const files = [
      ['a.png', await smallPng(3_100)],
      ['b.png', await smallPng(3_101)],
    ] as const;
    const { results } = await dataOf<{ results: { success: boolean; error?: { code: string } }[] }>(bulk(app, files));
    assert.deepEqual(
      results.map((item) => item.error?.code ?? item.success),
      ['CONTENT_BLOCKED', true],
    );
    await assertRefused(bulk(app, files, { fields: { atomic: 'true' } }), 400, 'CONTENT_BLOCKED');
  });

  it('blocks nothing with block: false', async () => {
    const image = await uploaded(upload(app, await smallPng(3_200)));
    assert.equal((await dataOf<TakenDown>(takeDown(image.id, { reason: 'moved', block: false }))).block_id, null);
    await uploaded(upload(app, await smallPng(3_200)));
    await assertRefused(takeDown(image.id, {}), 400, 'INVALID_PARAMETER');
  });

  it('is logged with the block', async () => {
    const image = await uploaded(upload(app, await smallPng(3_300)));
    const { block_id } = await dataOf<TakenDown>(takeDown(image.id, { reason: 'stolen' }));
    const [entry, ...more] = await audit(image.id);
    assert.deepEqual(more, []);
    assert.deepEqual([entry?.action, entry?.actor?.email], ['image.takedown', admin.email]);
    assert.deepEqual(entry?.details, { reason: 'stolen', block: block_id, account: null, same_file_as: image.id });
  });
});

describe('/api/v1/admin/blocks', () => {
  it('lists blocks with their author and reason, and removes them', async () => {
    const bytes = await scene(20).png().toBuffer();
    const image = await uploaded(upload(app, bytes));
    const { block_id = '' } = await dataOf<TakenDown>(takeDown(image.id, { reason: 'a mistake' }));
    const block = (await blocks()).find(({ id }) => id === block_id);
    assert.deepEqual([block?.image_id, block?.reason, block?.created_by?.email], [image.id, 'a mistake', admin.email]);
    assert.deepEqual(await dataOf(unblock(block_id ?? '')), { id: block_id, unblocked: true });
    await uploaded(upload(app, bytes));
    await uploaded(upload(app, await scene(20).jpeg({ quality: 50 }).toBuffer()));
    await assertRefused(unblock(block_id ?? ''), 404, 'BLOCK_NOT_FOUND');
    assert.deepEqual(
      (await audit(block_id ?? '')).map((entry) => entry.action),
      ['block.remove'],
    );
    const key = await register(app);
    await assertRefused(call(app, 'GET', '/admin/blocks', key), 403, 'INSUFFICIENT_SCOPE');
    await assertRefused(call(app, 'DELETE', '/admin/blocks/none', key), 403, 'INSUFFICIENT_SCOPE');
  });
});
