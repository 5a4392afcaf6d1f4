import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { ErrorCode } from '../../src/core/errors.ts';
import { imageFixture } from '../fixtures/images.ts';
import { picture } from '../fixtures/pixels.ts';
import { assertRefused, at, json, register, type Uploaded, upload, uploaded } from '../support/api.ts';
import { createFakeClock } from '../support/clock.ts';
import { accountOf, bearer, call, send, smallPng } from '../support/requests.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

const clock = createFakeClock();
const MISSING_ID = 'A'.repeat(12);
const PUBLIC = [
  ...['id', 'filename', 'size', 'width', 'height', 'format', 'uploaded_at', 'links', 'mime_type', 'extension'],
  ...['sha256', 'animated', 'frames', 'has_alpha', 'thumbnail', 'variants', 'expires_at', 'views', 'anonymous'],
  ...['title', 'alt', 'description'],
];
const OWNERS = ['album', 'tags', 'owned', 'uploaded_with_key', 'metadata_removed'];

let app: TestApp;
let ownKey: string;
let otherKey: string;
let adminKey: string;
let shade = 0;
before(async () => {
  app = await startApp({ clock });
  ownKey = await register(app);
  otherKey = await register(app);
  adminKey = (await accountOf(app, { isAdmin: true })).key;
});
after(() => app[Symbol.asyncDispose]());

interface Info {
  success: true;
  message: string;
  data: Record<string, unknown>;
}

const put = async (key?: string, fields: Record<string, string> = {}): Promise<Uploaded> =>
  uploaded(upload(app, await smallPng(shade++), fields, bearer(key)));
const info = async (id: string, key?: string): Promise<Info> => json(await call(app, 'GET', `/image/${id}`, key));

async function expired(): Promise<string> {
  const { id } = await put(ownKey, { expiry: '1' });
  clock.advance(3_600_000);
  return id;
}

async function deleted(): Promise<string> {
  const { id } = await put(ownKey);
  assert.equal((await call(app, 'DELETE', `/image/${id}`, ownKey)).status, 200);
  return id;
}

function variantLinks(id: string, preset: string): Record<string, string> {
  const host = app.url.replace('127.0.0.1', 'localhost');
  return Object.fromEntries(['jpg', 'png', 'webp', 'avif'].map((ext) => [ext, `${host}/v/${id}/${preset}.${ext}`]));
}

describe('GET /api/v1/image/{id}', () => {
  it('shows the image info to anyone, without members for its owner', async () => {
    const bytes = await imageFixture('camera').bytes();
    const fields = { album: 'Holiday', expiry: '5' };
    const image = await uploaded(upload(app, bytes, fields, bearer(ownKey), 'cat.jpg'));
    const stored = Buffer.from(await (await fetch(at(app, image.links.direct))).arrayBuffer());
    const thumbnail = Buffer.from(await (await fetch(at(app, image.links.thumbnail))).arrayBuffer());
    for (const key of [undefined, otherKey]) {
      const body = await info(image.id, key);
      assert.deepEqual(Object.keys(body), ['success', 'data', 'message']);
      assert.deepEqual([body.success, body.message], [true, 'Image found']);
      assert.deepEqual(Object.keys(body.data), PUBLIC);
      const { views, ...facts } = body.data;
      assert.equal(typeof views, 'number');
      const { album, delete_token, delete_url, metadata_removed, source_format, tags, ...shared } = image;
      assert.deepEqual(tags, []);
      assert.ok(metadata_removed.length > 0);
      assert.equal(source_format, 'JPEG');
      assert.deepEqual(facts, {
        ...shared,
        size: stored.length,
        mime_type: 'image/jpeg',
        extension: 'jpg',
        sha256: createHash('sha256').update(stored).digest('hex'),
        animated: false,
        frames: 1,
        has_alpha: false,
        thumbnail: { width: 320, height: 240, size: thumbnail.length, mime_type: 'image/jpeg' },
        variants: [{ preset: '160', width: 160, height: 120, links: variantLinks(image.id, '160') }],
        anonymous: false,
      });
    }
  });

  it('shows the owner the album and the key of the upload', async () => {
    const answer = await json<{ data: { keys: { id: string }[] } }>(await call(app, 'GET', '/keys', ownKey));
    const { id } = await put(ownKey, { album: 'Garden' });
    const { data } = await info(id, ownKey);
    assert.deepEqual(Object.keys(data), [...PUBLIC, ...OWNERS]);
    const album = data.album as { id: string; name: string };
    assert.deepEqual(Object.keys(album), ['id', 'name']);
    assert.match(album.id, /^alb_/);
    assert.equal(album.name, 'Garden');
    assert.equal(data.owned, true);
    assert.equal(data.uploaded_with_key, answer.data.keys[0]?.id);
    assert.equal((await info((await put(ownKey)).id, ownKey)).data.album, null, 'without an album');
  });

  it('shows that an image has no account, and never the album of such an image', async () => {
    const { id } = await put(undefined, { album: 'Label' });
    for (const key of [undefined, ownKey, adminKey]) {
      const { data } = await info(id, key);
      assert.equal(data.anonymous, true);
      assert.deepEqual(Object.keys(data), PUBLIC);
    }
  });

  it('answers 304 to its ETag, which differs for the owner', async () => {
    const { id } = await put(ownKey);
    const first = await call(app, 'GET', `/image/${id}`);
    const etag = first.headers.get('etag') ?? '';
    assert.match(etag, /^W\/"[0-9a-f]+"$/);
    assert.equal(first.headers.get('cache-control'), 'private, no-cache');
    for (const tag of [etag, etag.slice(2), `"x", ${etag}`, '*']) {
      const again = await call(app, 'GET', `/image/${id}`, undefined, { 'if-none-match': tag });
      assert.equal(again.status, 304, tag);
      assert.equal(await again.text(), '');
      assert.equal(again.headers.get('etag'), etag);
    }
    assert.equal((await call(app, 'GET', `/image/${id}`, undefined, { 'if-none-match': '"x"' })).status, 200);
    assert.equal((await call(app, 'GET', `/image/${id}`, ownKey, { 'if-none-match': etag })).status, 200);
  });

  it('gives the same 404 for every id without an image', async () => {
    const ids = [
      MISSING_ID,
      'short',
      'A'.repeat(200),
      '%2e%2e%2fetc',
      "'%20OR%201=1",
      await deleted(),
      await expired(),
    ];
    const bodies = await Promise.all(
      ids.map(async (id) => {
        const { request_id, ...error } = await assertRefused(call(app, 'GET', `/image/${id}`), 404, 'IMAGE_NOT_FOUND');
        return error;
      }),
    );
    for (const body of bodies) assert.deepEqual(body, { code: 'IMAGE_NOT_FOUND', message: 'Image not found.' });
  });

  it('refuses a wrong key instead of treating the caller as anonymous', async () => {
    const { id } = await put();
    await assertRefused(call(app, 'GET', `/image/${id}`, 'imgd_wrong'), 401, 'INVALID_API_KEY');
  });
});

describe('DELETE /api/v1/image/{id}', () => {
  const targets = {
    own: async () => (await put(ownKey)).id,
    "other's": async () => (await put(otherKey)).id,
    anonymous: async () => (await put()).id,
    missing: async () => MISSING_ID,
    malformed: async () => 'not-an-id',
    deleted,
    expired,
  };
  type Target = keyof typeof targets;
  type Answer = 200 | ErrorCode;
  const absent = { missing: 'IMAGE_NOT_FOUND', malformed: 'IMAGE_NOT_FOUND', deleted: 'IMAGE_NOT_FOUND' } as const;
  const notFound = { ...absent, expired: 'IMAGE_NOT_FOUND' } as const;
  const all = (answer: Answer) =>
    Object.fromEntries(Object.keys(targets).map((name) => [name, answer])) as Record<Target, Answer>;

  const principals: Record<string, { token: () => Promise<string | undefined>; answers: Record<Target, Answer> }> = {
    'an anonymous caller': { token: async () => undefined, answers: all('MISSING_API_KEY') },
    "an owner's key": {
      token: async () => ownKey,
      answers: { own: 200, "other's": 'FORBIDDEN', anonymous: 'FORBIDDEN', ...notFound },
    },
    "an administrator's key": {
      token: async () => adminKey,
      answers: { own: 200, "other's": 200, anonymous: 200, ...notFound },
    },
    'the delete token of another image': {
      token: async () => (await put(ownKey)).delete_token,
      answers: { own: 'FORBIDDEN', "other's": 'FORBIDDEN', anonymous: 'FORBIDDEN', ...notFound },
    },
    'an unknown key': { token: async () => `imgd_${'0'.repeat(38)}`, answers: all('INVALID_API_KEY') },
  };
  const STATUS = { MISSING_API_KEY: 401, INVALID_API_KEY: 401, FORBIDDEN: 403, IMAGE_NOT_FOUND: 404 };

  for (const [principal, { token, answers }] of Object.entries(principals)) {
    for (const [name, expected] of Object.entries(answers) as [Target, Answer][]) {
      it(`answers ${expected} to ${principal} for an image that is ${name}`, async () => {
        const id = await targets[name]();
        const answer = await call(app, 'DELETE', `/image/${id}`, await token());
        if (expected === 200) {
          await assertDeleted(answer, id);
        } else {
          await assertRefused(answer, STATUS[expected as keyof typeof STATUS], expected);
          const remains = name === 'own' || name === "other's" || name === 'anonymous';
          assert.equal((await call(app, 'GET', `/image/${id}`)).status, remains ? 200 : 404);
        }
      });
    }
  }

  async function assertDeleted(answer: Response, id: string): Promise<void> {
    const body = await json<{ data: { filename: string; deleted_at: string; deletion: { id: string } } }>(answer);
    assert.equal(answer.status, 200, JSON.stringify(body));
    assert.match(body.data.deleted_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    assert.deepEqual(body, {
      success: true,
      data: {
        id,
        filename: body.data.filename,
        deleted: true,
        deleted_at: body.data.deleted_at,
        deletion: body.data.deletion,
      },
      message: 'Image deleted',
    });
    assert.ok(Math.abs(Date.parse(body.data.deleted_at) - clock.now()) < 1_000);
    assert.match(body.data.filename, /\.(png|jpg)$/);
    assert.match(body.data.deletion.id, /^del_[0-9A-Za-z]{22}$/);
  }

  it('accepts the delete token of the image, with or without an account', async () => {
    for (const key of [undefined, ownKey]) {
      const { id, delete_token } = await put(key);
      await assertDeleted(await call(app, 'DELETE', `/image/${id}`, delete_token), id);
      await assertRefused(call(app, 'DELETE', `/image/${id}`, delete_token), 404, 'IMAGE_NOT_FOUND');
    }
  });

  it('answers 404 the second time', async () => {
    const { id } = await put(ownKey);
    await assertDeleted(await call(app, 'DELETE', `/image/${id}`, ownKey), id);
    await assertRefused(call(app, 'DELETE', `/image/${id}`, ownKey), 404, 'IMAGE_NOT_FOUND');
  });

  it('succeeds for one of ten parallel requests', async () => {
    const { id } = await put(ownKey);
    const answers = await Promise.all(Array.from({ length: 10 }, () => call(app, 'DELETE', `/image/${id}`, ownKey)));
    assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, ...Array(9).fill(404)]);
  });

  it('removes every link and blob', async () => {
    const earlier = new Set(await app.blobFiles());
    const { id, links } = await uploaded(upload(app, await picture(400, 300).jpeg().toBuffer(), {}, bearer(ownKey)));
    const addresses = [links.direct, links.thumbnail, links.view_page].map((link) => at(app, link));
    for (const address of addresses) assert.equal((await fetch(address)).status, 200, address);
    // Only its own files: the collector may remove others at the same time.
    const own = (await app.blobFiles()).filter((file) => !earlier.has(file));
    assert.equal(own.length, 2);
    await assertDeleted(await call(app, 'DELETE', `/image/${id}`, ownKey), id);
    for (const address of addresses) assert.equal((await fetch(address)).status, 404, address);
    const left = await app.blobFiles();
    assert.ok(!own.some((file) => left.includes(file)));
  });

  it('refuses a key without the scope, and names the scope', async () => {
    const made = await json<{ data: { key: string } }>(
      await send(app, '/keys', { name: 'uploader', scopes: ['images:write', 'images:read'] }, ownKey),
    );
    const { id } = await put(made.data.key);
    const answer = await call(app, 'DELETE', `/image/${id}`, made.data.key);
    assert.match(
      answer.headers.get('www-authenticate') ?? '',
      /^Bearer .*error="insufficient_scope".*scope="images:delete"$/,
    );
    await assertRefused(answer, 403, 'INSUFFICIENT_SCOPE');
    const foreign = await put(otherKey);
    await assertRefused(call(app, 'DELETE', `/image/${foreign.id}`, made.data.key), 403, 'FORBIDDEN');
    assert.equal((await call(app, 'GET', `/image/${id}`)).status, 200);
  });
});
