import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { listWrongRefs } from '../../src/catalog/blobs/blob-integrity.ts';
import { leaseThumbnail } from '../../src/catalog/blobs/thumbnails.ts';
import { picture } from '../fixtures/pixels.ts';
import { headerOnlyPng } from '../fixtures/png.ts';
import { scene } from '../fixtures/scenes.ts';
import { assertRefused, type Uploaded, upload, uploaded } from '../support/api.ts';
import { createFakeClock } from '../support/clock.ts';
import { accountOf, bearer, bulk, call, send, storageBeside } from '../support/requests.ts';
import { dataOf, newPerson, PASSWORD, request } from '../support/sign-in.ts';
import { startApp, type TestApp } from '../support/start-app.ts';
import { until } from '../support/until.ts';
import { bmpFile } from '../unit/imaging/transcode/bmp-file.ts';

interface Info {
  thumbnail: { width: number; height: number; size: number | null; mime_type: string; state?: string; fault?: string };
}

const LAZY = { IMGD_THUMBNAILS: 'lazy' };
const clock = createFakeClock();
let app: TestApp;
before(async () => {
  app = await startApp({ env: LAZY, clock });
});
after(() => app[Symbol.asyncDispose]());

let drawn = 0;
/** A JPEG that no other test uploads. */
function newPicture(width = 900, height = 600): Promise<Buffer> {
  drawn += 11;
  return picture(width, height).modulate({ hue: drawn }).jpeg().toBuffer();
}
const pathOf = (link: string) => new URL(link).pathname;
const thumbnail = (image: Uploaded, init?: RequestInit, at = app) =>
  fetch(`${at.url}${pathOf(image.links.thumbnail)}`, init);
const info = (image: Uploaded) => dataOf<Info>(call(app, 'GET', `/image/${image.id}`));
const stateOf = async (image: Uploaded) => (await info(image)).thumbnail.state;

/** The rows of blobs without garbage. */
async function liveBlobs(at = app): Promise<{ sha256: string; refs: number }[]> {
  const storage = await storageBeside(at);
  const rows = await storage.db.selectFrom('blobs').select(['sha256', 'refs']).execute().finally(storage.close);
  return rows.map(({ sha256, refs }) => ({ sha256, refs: Number(refs) }));
}

describe('an upload with IMGD_THUMBNAILS=lazy', () => {
  it('scrubs and stores the image at once, and makes the thumbnail at the first request for it', async () => {
    const bytes = await sharp(await newPicture(901, 600))
      .withExif({ IFD0: { Artist: 'somebody' } })
      .jpeg()
      .toBuffer();
    const image = await uploaded(upload(app, bytes));
    assert.deepEqual([image.width, image.height, image.format], [901, 600, 'JPEG']);
    assert.ok(image.metadata_removed.length > 0);
    const sides = { width: 320, height: 213, mime_type: 'image/jpeg' };
    assert.deepEqual((await info(image)).thumbnail, { ...sides, size: null, state: 'pending' });
    const original = Buffer.from(await (await fetch(`${app.url}${pathOf(image.links.direct)}`)).arrayBuffer());
    assert.ok(!original.includes('somebody'));
    assert.equal(await stateOf(image), 'pending', 'a request for the original does not decode it');
    assert.equal((await fetch(`${app.url}${pathOf(image.links.view_page)}`)).status, 200);
    assert.equal(await stateOf(image), 'pending');

    const answer = await thumbnail(image);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type'), 'image/jpeg');
    const made = Buffer.from(await answer.arrayBuffer());
    const { format, width, height } = await sharp(made).metadata();
    assert.deepEqual({ format, width, height }, { format: 'jpeg', width: 320, height: 213 });
    assert.deepEqual((await info(image)).thumbnail, { ...sides, size: made.length });
    const again = await thumbnail(image);
    assert.equal(again.headers.get('etag'), answer.headers.get('etag'));
    assert.match(again.headers.get('cache-control') ?? '', /immutable/);
  });

  it('makes one thumbnail for 500 concurrent requests', async () => {
    const image = await uploaded(upload(app, await newPicture()));
    const earlier = new Set((await liveBlobs()).map(({ sha256 }) => sha256));
    const answers = await Promise.all(Array.from({ length: 500 }, () => thumbnail(image)));
    const seen = new Set<string>();
    for (const answer of answers) {
      assert.equal(answer.status, 200);
      seen.add(
        createHash('sha256')
          .update(Buffer.from(await answer.arrayBuffer()))
          .digest('hex'),
      );
    }
    const added = (await liveBlobs()).filter(({ sha256 }) => !earlier.has(sha256));
    assert.deepEqual(
      added.map(({ sha256, refs }) => [sha256, refs]),
      [...seen].map((sha256) => [sha256, 1]),
    );
    assert.equal(added.length, 1);
  });

  it('answers HEAD and conditional requests for a pending thumbnail', async () => {
    const [first, second] = [
      await uploaded(upload(app, await newPicture())),
      await uploaded(upload(app, await newPicture())),
    ];
    const head = await thumbnail(first, { method: 'HEAD' });
    const size = (await info(first)).thumbnail.size;
    assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(size)]);
    const missed = await thumbnail(second, { headers: { 'if-none-match': head.headers.get('etag') ?? '' } });
    assert.equal(missed.status, 200);
  });

  it('decodes at once where the image is stored in another format', async () => {
    const bmp = bmpFile({ width: 8, height: 8, bits: 24, pixels: Buffer.alloc(8 * 8 * 3, 90) });
    await assertRefused(upload(app, bmp.subarray(0, 60)), 400, 'INVALID_IMAGE');
    const image = await uploaded(upload(app, bmp));
    assert.equal((await thumbnail(image)).status, 200);
  });

  it('uses the thumbnail of an earlier duplicate', async () => {
    const bytes = await newPicture();
    const first = await uploaded(upload(app, bytes));
    await (await thumbnail(first)).arrayBuffer();
    const second = await uploaded(upload(app, bytes));
    assert.equal(await stateOf(second), undefined);
    assert.equal((await call(app, 'DELETE', `/image/${first.id}`, first.delete_token)).status, 200);
    assert.equal((await thumbnail(second)).status, 200);
  });

  it('works for bulk uploads', async () => {
    const answer = await bulk(app, [
      ['a.jpg', await newPicture()],
      ['b.jpg', await newPicture()],
      ['broken.jpg', Buffer.from('no picture')],
    ]);
    const { results } = await dataOf<{ results: { success: boolean; data: Uploaded }[] }>(answer);
    assert.deepEqual(
      results.map(({ success }) => success),
      [true, true, false],
    );
    for (const { success, data } of results) if (success) assert.equal((await thumbnail(data)).status, 200);
  });
});

describe('a lazily stored image that does not decode', () => {
  it('keeps its original; its thumbnail is 404, and the image info has the reason', async () => {
    const image = await uploaded(upload(app, headerOnlyPng(300, 200)));
    for (const _ of [1, 2]) {
      const refusal = await thumbnail(image);
      const { error } = (await refusal.json()) as { error: { code: string } };
      assert.deepEqual([refusal.status, error.code], [404, 'THUMBNAIL_NOT_FOUND']);
    }
    const { thumbnail: shown } = await info(image);
    assert.deepEqual([shown.state, shown.size], ['failed', null]);
    assert.equal(shown.fault, 'It does not decode.');
    assert.equal((await fetch(`${app.url}${pathOf(image.links.direct)}`)).status, 200);
    assert.deepEqual(await app.temporaryFiles(), []);
    assert.equal((await call(app, 'DELETE', `/image/${image.id}`, image.delete_token)).status, 200);
    assert.equal((await fetch(`${app.url}${pathOf(image.links.direct)}`)).status, 404);
  });
});

describe('an image with a pending thumbnail', () => {
  const digestOf = (image: Uploaded) => dataOf<{ sha256: string }>(call(app, 'GET', `/image/${image.id}`));

  it('is deleted with its blobs', async () => {
    const image = await uploaded(upload(app, await newPicture()));
    const { sha256 } = await digestOf(image);
    assert.equal((await call(app, 'DELETE', `/image/${image.id}`, image.delete_token)).status, 200);
    assert.ok(!(await liveBlobs()).some((blob) => blob.sha256 === sha256));
    for (const link of [image.links.direct, image.links.thumbnail]) {
      assert.equal((await fetch(`${app.url}${pathOf(link)}`)).status, 404);
    }
  });

  it('is removed when it expires, and its thumbnail is not made', async () => {
    const image = await uploaded(upload(app, await newPicture(), { expiry: '1' }));
    const { sha256 } = await digestOf(image);
    clock.advance(3_600_001);
    const refusal = await thumbnail(image);
    assert.equal(refusal.status, 404);
    await until(async () => !(await liveBlobs()).some((blob) => blob.sha256 === sha256));
  });

  it('is deleted with its account', async () => {
    const { key } = await newPerson(app);
    const image = await uploaded(upload(app, await newPicture(), {}, bearer(key)));
    const { sha256 } = await digestOf(image);
    await dataOf(request(app, 'DELETE', '/account', { body: { password: PASSWORD }, token: key }));
    await until(async () => !(await liveBlobs()).some((blob) => blob.sha256 === sha256));
  });

  it('has correct reference counts', async () => {
    await uploaded(upload(app, await newPicture()));
    const storage = await storageBeside(app);
    assert.deepEqual(await listWrongRefs(storage.db).finally(storage.close), []);
  });

  it('is visible to administrators, and taken down with its duplicates', async () => {
    const admin = await accountOf(app, { isAdmin: true });
    const bytes = await newPicture();
    const [first, second] = [await uploaded(upload(app, bytes)), await uploaded(upload(app, bytes))];
    const shown = await call(app, 'GET', `/admin/images/${first.id}/thumbnail`, admin.key);
    assert.equal(shown.status, 200);
    assert.equal((await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).width, 320);
    const body = { reason: 'spam', block: false };
    const done = await dataOf<{ taken_down: number }>(send(app, `/admin/images/${first.id}/takedown`, body, admin.key));
    assert.equal(done.taken_down, 2);
    assert.equal((await thumbnail(second)).status, 404);
  });
});

describe('blocked images', () => {
  it('are refused by a lazy server, by file and by perceptual hash', async () => {
    await using lazy = await startApp({ env: LAZY });
    const admin = await accountOf(lazy, { isAdmin: true });
    const photograph = scene(31, 400, 300);
    const image = await uploaded(upload(lazy, await photograph.clone().jpeg({ quality: 90 }).toBuffer()));
    const { block_id: block } = await dataOf<{ block_id: string | null }>(
      send(lazy, `/admin/images/${image.id}/takedown`, { reason: 'spam' }, admin.key),
    );
    assert.ok(block);
    await assertRefused(
      upload(lazy, await photograph.clone().jpeg({ quality: 90 }).toBuffer()),
      400,
      'CONTENT_BLOCKED',
    );
    await assertRefused(
      upload(lazy, await photograph.clone().jpeg({ quality: 40 }).toBuffer()),
      400,
      'CONTENT_BLOCKED',
    );
    await uploaded(upload(lazy, await newPicture()));
  });
});

describe('a lazy server that is killed while it makes a thumbnail', () => {
  // Several nodes cannot tell whether the owner of a lease is alive: the lease lasts.
  const skip = process.env.TEST_ENGINE !== undefined && 'engine: only a single server ends leases at its start';
  it('makes it at the next request after its start', { skip }, async (t) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'imgd-lazy-'));
    t.after(() => rm(dataDir, { recursive: true, force: true }));
    const image = await leftInTheMiddle(dataDir);
    await using again = await startApp({ env: LAZY, dataDir });
    assert.equal((await thumbnail(image, {}, again)).status, 200);
  });

  /** Leaves what a killed process leaves: a lease. */
  async function leftInTheMiddle(dataDir: string): Promise<Uploaded> {
    await using first = await startApp({ env: LAZY, dataDir });
    const image = await uploaded(upload(first, await newPicture()));
    const storage = await storageBeside(first);
    try {
      const { original_key: key } = await storage.db
        .selectFrom('images')
        .select('original_key')
        .executeTakeFirstOrThrow();
      assert.ok(await leaseThumbnail(storage.db, key, Date.now(), 3_600_000));
    } finally {
      await storage.close();
    }
    return image;
  }
});
