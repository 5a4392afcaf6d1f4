import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { imageFixture } from '../fixtures/images.ts';
import {
  type ApiError,
  assertRefused,
  at,
  json,
  register,
  type Uploaded,
  uploaded,
  upload as uploadOne,
} from '../support/api.ts';
import { bearer, bulk, call, smallPng } from '../support/requests.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

const TEXT = Buffer.from('text with the name of an image');
const EMPTY = Buffer.alloc(0);
/** Above the size of the small images here, below that of `tooLarge`. */
const MAX_FILE_BYTES = 20_000;
const PLANS = {
  anonymous: { requestsPerHour: 10_000, maxFileBytes: MAX_FILE_BYTES },
  free: { maxFileBytes: MAX_FILE_BYTES },
};

type Item = { index: number; filename: string } & (
  | { success: true; data: Uploaded }
  | { success: false; status: number; error: Omit<ApiError, 'request_id'> }
);
interface Bulk {
  success: true;
  data: { total: number; succeeded: number; failed: number; results: Item[] };
  message: string;
}

let app: TestApp;
let tooLarge: Buffer;
let shade = 0;
let blobsBefore: string[] = [];
before(async () => {
  app = await startApp({ env: { IMGD_PLANS: JSON.stringify(PLANS) } });
  const png = await smallPng(9_999);
  tooLarge = Buffer.concat([png, Buffer.alloc(MAX_FILE_BYTES + 1 - png.length)]);
});
after(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  blobsBefore = await app.blobFiles();
});

const fresh = () => smallPng(shade++);

async function stored(answer: Promise<Response>): Promise<Bulk> {
  const response = await answer;
  const body = await json<Bulk>(response);
  assert.equal(response.status, 200, JSON.stringify(body));
  return body;
}

function dataOf(item: Item | undefined): Uploaded {
  assert.ok(item?.success, JSON.stringify(item));
  return item.data;
}

async function assertNothingStored(): Promise<void> {
  // The collector may have removed older blobs.
  assert.deepEqual(
    (await app.blobFiles()).filter((file) => !blobsBefore.includes(file)),
    [],
  );
  assert.deepEqual(await app.temporaryFiles(), []);
}

describe('POST /api/v1/upload/bulk', () => {
  it('stores the accepted files, and reports each file in the order of the request, images as a single upload does', async () => {
    const files = [
      ['a.png', await fresh()],
      ['b.png', TEXT],
      ['ä/c.gif', await imageFixture('gif').bytes()],
      ['d.jpg', (await imageFixture('camera').bytes()).subarray(0, 3_000)],
      ['e.png', EMPTY],
    ] as const;
    const body = await stored(bulk(app, files));
    assert.deepEqual(Object.keys(body), ['success', 'data', 'message']);
    assert.equal(body.message, '2 of 5 files uploaded');
    const { results, ...counts } = body.data;
    assert.deepEqual(counts, { total: 5, succeeded: 2, failed: 3 });
    assert.deepEqual(
      results.map(({ index, filename, success }) => [index, filename, success]),
      [
        [0, 'a.png', true],
        [1, 'b.png', false],
        [2, 'c.gif', true],
        [3, 'd.jpg', false],
        [4, 'e.png', false],
      ],
    );
    const single = await uploaded(uploadOne(app, await fresh()));
    for (const index of [0, 2]) {
      assert.deepEqual(Object.keys(results[index] as Item), ['index', 'filename', 'success', 'data']);
      const image = dataOf(results[index]);
      assert.deepEqual(Object.keys(image), Object.keys(single));
      assert.equal((await fetch(at(app, image.links.direct))).headers.get('content-length'), String(image.size));
    }
    assert.deepEqual(
      results.flatMap((item) => (item.success ? [] : [[item.status, item.error.code]])),
      [
        [400, 'INVALID_FILE_TYPE'],
        [400, 'INVALID_IMAGE'],
        [400, 'EMPTY_FILE'],
      ],
    );
    const refused = results[1] as Item;
    assert.deepEqual(Object.keys(refused), ['index', 'filename', 'success', 'status', 'error']);
    assert.deepEqual(await app.temporaryFiles(), []);
  });

  it('returns the common status and code when all files fail for the same reason', async () => {
    const error = await assertRefused(
      bulk(app, [
        ['a.png', TEXT],
        ['b.png', TEXT],
      ]),
      400,
      'INVALID_FILE_TYPE',
    );
    const results = error.details?.results as Item[];
    assert.deepEqual(
      results.map(({ index, filename, success }) => [index, filename, success]),
      [
        [0, 'a.png', false],
        [1, 'b.png', false],
      ],
    );
    const large = await assertRefused(bulk(app, [['a.png', tooLarge]]), 413, 'FILE_TOO_LARGE');
    assert.equal(large.details?.limit_bytes, MAX_FILE_BYTES);
    assert.equal(large.details?.results[0].status, 413);
    await assertNothingStored();
  });

  it('returns 400 INVALID_PARAMETER when all files fail for different reasons', async () => {
    const error = await assertRefused(
      bulk(app, [
        ['a.png', TEXT],
        ['b.png', EMPTY],
        ['c.png', tooLarge],
      ]),
      400,
      'INVALID_PARAMETER',
    );
    const results = error.details?.results as Item[];
    assert.deepEqual(
      results.map((item) => !item.success && [item.status, item.error.code]),
      [
        [400, 'INVALID_FILE_TYPE'],
        [400, 'EMPTY_FILE'],
        [413, 'FILE_TOO_LARGE'],
      ],
    );
    await assertNothingStored();
  });

  it('refuses a file that is too large, and stores those before and after it', async () => {
    const { data } = await stored(
      bulk(app, [
        ['a.png', await fresh()],
        ['b.png', tooLarge],
        ['c.png', await fresh()],
      ]),
    );
    const [, refused] = data.results;
    assert.ok(refused !== undefined && !refused.success);
    assert.deepEqual([refused.status, refused.error.code], [413, 'FILE_TOO_LARGE']);
    assert.equal(refused.error.details?.limit_bytes, MAX_FILE_BYTES);
    for (const index of [0, 2]) {
      const { id } = dataOf(data.results[index]);
      assert.equal((await call(app, 'GET', `/image/${id}`)).status, 200);
    }
  });

  it('stores all files or none with atomic=true, and returns the first refusal', async () => {
    const mixed = [
      ['a.png', await fresh()],
      ['b.png', EMPTY],
      ['c.png', TEXT],
    ] as const;
    await assertRefused(bulk(app, mixed, { fields: { atomic: 'true' } }), 400, 'EMPTY_FILE');
    await assertNothingStored();
    const valid = [
      ['a.png', await fresh()],
      ['b.png', await fresh()],
    ] as const;
    assert.equal((await stored(bulk(app, valid, { fields: { atomic: 'true' } }))).data.succeeded, 2);
    assert.equal((await stored(bulk(app, mixed, { fields: { atomic: 'false' } }))).data.succeeded, 1);
  });

  it('refuses values of atomic other than true and false, and stores nothing', async () => {
    for (const atomic of ['1', 'yes', 'TRUE', ' true']) {
      const error = await assertRefused(
        bulk(app, [['a.png', await fresh()]], { fields: { atomic } }),
        400,
        'INVALID_PARAMETER',
      );
      assert.equal(error.param, 'atomic');
    }
    await assertNothingStored();
  });

  it('accepts files in fields named files, files[] and files[n]', async () => {
    for (const fieldName of [() => 'files', () => 'files[]', (index: number) => `files[${index}]`]) {
      const files = [
        ['a.png', await fresh()],
        ['b.png', await fresh()],
      ] as const;
      assert.equal((await stored(bulk(app, files, { fieldName }))).data.succeeded, 2, fieldName(0));
    }
    const elsewhere = { fieldName: () => 'file' };
    await assertRefused(bulk(app, [['a.png', await fresh()]], elsewhere), 400, 'MISSING_FILE');
  });

  it('refuses the whole request when it has more files than the plan allows', async () => {
    const files = await Promise.all(Array.from({ length: 11 }, async (_, i) => [`${i}.png`, await fresh()] as const));
    const error = await assertRefused(bulk(app, files), 400, 'TOO_MANY_FILES');
    assert.equal(error.details?.limit, 10);
    assert.equal(error.details?.received, 11);
    await assertNothingStored();
    assert.equal((await stored(bulk(app, files.slice(0, 10)))).data.succeeded, 10, 'exactly the limit');
    const key = await register(app);
    assert.equal((await stored(bulk(app, files, { headers: bearer(key) }))).data.succeeded, 11, 'a larger plan');
  });

  it('refuses a request without a file', async () => {
    await assertRefused(bulk(app, [], { fields: { album: 'a' } }), 400, 'MISSING_FILE');
    await assertRefused(bulk(app, [['', EMPTY]]), 400, 'MISSING_FILE');
    await assertRefused(fetch(`${app.url}/api/v1/upload/bulk`, { method: 'POST' }), 400, 'MISSING_FILE');
  });

  it('applies album and expiry to all files', async () => {
    const key = await register(app);
    const files = [
      ['a.png', await fresh()],
      ['b.png', await fresh()],
    ] as const;
    const fields = { album: 'Trip', expiry: '3' };
    const { data } = await stored(bulk(app, files, { fields, headers: bearer(key) }));
    const albums = new Set<string>();
    for (const item of data.results) {
      const { id, album, uploaded_at, expires_at } = dataOf(item);
      assert.equal(album, 'Trip');
      assert.equal(Date.parse(expires_at ?? '') - Date.parse(uploaded_at), 3 * 3_600_000);
      const info = await json<{ data: { album: { id: string } } }>(await call(app, 'GET', `/image/${id}`, key));
      albums.add(info.data.album.id);
    }
    assert.equal(albums.size, 1, 'one album for all');
  });

  it('refuses the whole request for an invalid album or expiry, and stores nothing', async () => {
    const files = [['a.png', await fresh()]] as const;
    await assertRefused(bulk(app, files, { fields: { album: 'x'.repeat(256) } }), 400, 'INVALID_ALBUM');
    await assertRefused(bulk(app, files, { fields: { expiry: '-1' } }), 400, 'INVALID_EXPIRY');
    await assertNothingStored();
  });

  it('counts as one request, for any number of files', async () => {
    const key = await register(app);
    const files = await Promise.all(Array.from({ length: 5 }, async (_, i) => [`${i}.png`, await fresh()] as const));
    const answer = await bulk(app, files, { headers: bearer(key) });
    assert.equal(answer.headers.get('x-ratelimit-used'), '1');
    assert.equal((await bulk(app, files, { headers: bearer(key) })).headers.get('x-ratelimit-used'), '2');
  });
});
