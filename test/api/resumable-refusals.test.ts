import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pngOfSize } from '../fixtures/png-of-size.ts';
import { assertRefused, register } from '../support/api.ts';
import { createFakeClock } from '../support/clock.ts';
import { bearer, call, smallPng } from '../support/requests.ts';
import { startApp, type TestApp } from '../support/start-app.ts';
import { until } from '../support/until.ts';

const TUS = { 'tus-resumable': '1.0.0' };
const BYTES = { ...TUS, 'content-type': 'application/offset+octet-stream' };
const MAX_BYTES = 5_000_000;

let app: TestApp;
before(async () => {
  app = await startApp({
    env: { IMGD_PLANS: JSON.stringify({ anonymous: { requestsPerHour: 10_000, maxFileBytes: MAX_BYTES } }) },
  });
});
after(() => app[Symbol.asyncDispose]());

function create(length: string | undefined, headers: Record<string, string> = {}, target = app): Promise<Response> {
  const given = length === undefined ? {} : { 'upload-length': length };
  return fetch(`${target.url}/api/v1/uploads`, { method: 'POST', headers: { ...TUS, ...given, ...headers } });
}

/** @returns the path of a new upload, below the address of the API */
async function created(length: number, headers: Record<string, string> = {}, target = app): Promise<string> {
  const answer = await create(String(length), headers, target);
  assert.equal(answer.status, 201, await answer.text());
  const location = answer.headers.get('location') ?? '';
  assert.match(location, /^\/api\/v1\/uploads\/imgdu_\w{38}$/);
  return location.replace('/api/v1', '');
}

function send(
  path: string,
  offset: number | string,
  body: Buffer,
  headers: Record<string, string> = {},
  target = app,
): Promise<Response> {
  return fetch(`${target.url}/api/v1${path}`, {
    method: 'PATCH',
    headers: { ...BYTES, 'upload-offset': String(offset), ...headers },
    body: new Uint8Array(body),
  });
}

const head = (path: string, headers: Record<string, string> = {}) =>
  call(app, 'HEAD', path, undefined, { ...TUS, ...headers });
const base64 = (text: string) => Buffer.from(text).toString('base64');
const sha1 = (bytes: Buffer) => `sha1 ${createHash('sha1').update(bytes).digest('base64')}`;

async function statusOf(path: string, key?: string) {
  const answer = await call(app, 'GET', path, key);
  return ((await answer.json()) as { data: { status: string; offset: number; error: { code: string } | null } }).data;
}

describe('the creation of a resumable upload', () => {
  it('is refused for lengths that are none, that the plan does not allow, or that are missing', async () => {
    for (const length of [
      undefined,
      '',
      '-1',
      '1.5',
      '0x10',
      '1e3',
      '+5',
      '05',
      'many',
      '99999999999999999999',
      '5, 5',
    ]) {
      await assertRefused(await create(length), 400, 'INVALID_PARAMETER');
    }
    await assertRefused(await create('0'), 400, 'EMPTY_FILE');
    await assertRefused(await create(String(MAX_BYTES + 1)), 413, 'FILE_TOO_LARGE');
    await assertRefused(await create('9007199254740991'), 413, 'FILE_TOO_LARGE');
    await assertRefused(await create(undefined, { 'upload-defer-length': '1' }), 400, 'INVALID_PARAMETER');
    await assertRefused(await create('5', { 'upload-concat': 'partial' }), 400, 'INVALID_PARAMETER');
  });

  it('is refused for metadata that is none, and for options that an upload would refuse', async () => {
    for (const metadata of ['filename !!!', 'filename YQ', 'filename YQ== x', ',', 'a YQ==,a YQ==', '__proto__ YQ==']) {
      await assertRefused(await create('5', { 'upload-metadata': metadata }), 400, 'INVALID_PARAMETER');
    }
    const expiry = { 'upload-metadata': `expiry ${base64('soon')}` };
    await assertRefused(await create('5', expiry), 400, 'INVALID_EXPIRY');
    const album = { 'upload-metadata': `album ${base64('x'.repeat(300))}` };
    await assertRefused(await create('5', album), 400, 'INVALID_ALBUM');
  });

  it('is refused for other versions of the protocol, which the answer names', async () => {
    for (const version of ['0.2.2', '1.0.1', '']) {
      const answer = await create('5', { 'tus-resumable': version });
      assert.equal(answer.headers.get('tus-version'), '1.0.0');
      await assertRefused(answer, 412, 'TUS_VERSION_NOT_SUPPORTED');
    }
    const { 'tus-resumable': _, ...none } = TUS;
    const answer = await fetch(`${app.url}/api/v1/uploads`, { method: 'POST', headers: none });
    await assertRefused(answer, 412, 'TUS_VERSION_NOT_SUPPORTED');
  });

  it('is refused with a body of another type, and for a wrong key', async () => {
    const answer = await fetch(`${app.url}/api/v1/uploads`, {
      method: 'POST',
      headers: { ...TUS, 'upload-length': '5', 'content-type': 'application/json' },
      body: '{"a":1}',
    });
    await assertRefused(answer, 415, 'UNSUPPORTED_MEDIA_TYPE');
    await assertRefused(await create('5', bearer('imgd_wrong')), 401, 'INVALID_API_KEY');
  });

  it('counts as a request; the other requests of the upload do not', async () => {
    await using small = await startApp({ env: { IMGD_PLANS: '{"anonymous":{"requestsPerHour":2}}' } });
    const file = await smallPng();
    const path = await created(file.length, {}, small);
    for (const [at, byte] of file.subarray(0, 5).entries()) {
      assert.equal((await send(path, at, Buffer.from([byte]), {}, small)).status, 204);
    }
    assert.equal((await send(path, 5, file.subarray(5), {}, small)).status, 204);
    await created(5, {}, small);
    await assertRefused(await create('5', {}, small), 429, 'RATE_LIMIT_EXCEEDED');
  });

  it('is bounded by the number and the bytes of unfinished uploads of a caller', async () => {
    const env = { IMGD_RESUMABLE_UPLOADS: '3', IMGD_RESUMABLE_BYTES: '2000000' };
    await using small = await startApp({ env });
    const first = await created(1_500_000, {}, small);
    const refused = await create('1500000', {}, small);
    assert.equal((await assertRefused(refused, 429, 'TOO_MANY_UPLOADS')).details?.limit_bytes, 2_000_000);
    await created(10, {}, small);
    await created(10, {}, small);
    await assertRefused(await create('10', {}, small), 429, 'TOO_MANY_UPLOADS');
    assert.equal((await call(small, 'DELETE', first, undefined, TUS)).status, 204);
    await created(10, {}, small);
    const key = await register(small);
    await created(1_500_000, bearer(key), small);
  });

  it('reserves space: what open uploads have announced is not given twice', async () => {
    const { bavail, bsize } = await (await import('node:fs/promises')).statfs(app.dataDir);
    const free = bavail * bsize;
    const plans = { anonymous: { requestsPerHour: null, maxFileBytes: 2 * free } };
    const env = {
      IMGD_MIN_FREE_BYTES: String(Math.floor(free / 2)),
      IMGD_RESUMABLE_BYTES: String(10 * free),
      IMGD_PLANS: JSON.stringify(plans),
    };
    await using full = await startApp({ env });
    const share = String(Math.floor(free * 0.3));
    const path = await created(Number(share), {}, full);
    await assertRefused(await create(share, {}, full), 503, 'STORAGE_UNAVAILABLE');
    assert.equal((await call(full, 'DELETE', path, undefined, TUS)).status, 204);
    await created(Number(share), {}, full);
  });
});

describe('the bytes of a resumable upload', () => {
  it('are refused at a wrong offset, with a wrong type, and beyond the length', async () => {
    const path = await created(100);
    assert.equal((await send(path, 0, Buffer.alloc(10))).headers.get('upload-offset'), '10');
    for (const offset of [0, 9, 11, 100]) {
      const error = await assertRefused(await send(path, offset, Buffer.alloc(5)), 409, 'UPLOAD_OFFSET_MISMATCH');
      assert.equal(error.details?.offset, 10);
    }
    for (const offset of ['-1', '1e1', '', 'x', '10, 10', '99999999999999999999']) {
      await assertRefused(await send(path, offset, Buffer.alloc(5)), 400, 'INVALID_PARAMETER');
    }
    const typed = await send(path, 10, Buffer.alloc(5), { 'content-type': 'application/octet-stream' });
    await assertRefused(typed, 415, 'UNSUPPORTED_MEDIA_TYPE');
    const packed = await send(path, 10, Buffer.alloc(5), { 'content-encoding': 'gzip' });
    await assertRefused(packed, 415, 'UNSUPPORTED_CONTENT_ENCODING');
    await assertRefused(await send(path, 10, Buffer.alloc(91)), 413, 'REQUEST_TOO_LARGE');
    await assertRefused(await chunked(path, 10, Buffer.alloc(2_000)), 413, 'REQUEST_TOO_LARGE');
    assert.equal((await statusOf(path)).offset, 10);
  });

  it('are stored only with the right checksum, where the request has one', async () => {
    const file = await smallPng(7);
    const path = await created(file.length);
    const first = file.subarray(0, 50);
    for (const wrong of [
      'sha1',
      'sha1 ',
      'crc32 AAAA',
      'sha1 AAAA',
      `sha1 ${base64('x'.repeat(20))} y`,
      `sha256 ${base64('x'.repeat(20))}`,
    ]) {
      await assertRefused(await send(path, 0, first, { 'upload-checksum': wrong }), 400, 'INVALID_PARAMETER');
    }
    const mismatch = await send(path, 0, first, { 'upload-checksum': sha1(Buffer.from('other')) });
    await assertRefused(mismatch, 460, 'CHECKSUM_MISMATCH');
    assert.equal((await statusOf(path)).offset, 0);
    assert.equal((await send(path, 0, first, { 'upload-checksum': sha1(first) })).status, 204);
    const rest = file.subarray(50);
    const sha256 = `sha256 ${createHash('sha256').update(rest).digest('base64')}`;
    const last = await send(path, 50, rest, { 'upload-checksum': sha256 });
    assert.equal(last.status, 204);
    assert.match(last.headers.get('image-id') ?? '', /^\w{12}$/);
  });

  it('count as a request when they have to be sent again', async () => {
    await using small = await startApp({ env: { IMGD_PLANS: '{"anonymous":{"requestsPerHour":3}}' } });
    const path = await created(100, {}, small);
    const wrong = { 'upload-checksum': sha1(Buffer.from('other')) };
    for (const [status, code] of [
      [460, 'CHECKSUM_MISMATCH'],
      [460, 'CHECKSUM_MISMATCH'],
      [429, 'RATE_LIMIT_EXCEEDED'],
    ] as const) {
      await assertRefused(await send(path, 0, Buffer.alloc(50), wrong, small), status, code);
    }
    assert.equal((await send(path, 0, Buffer.alloc(50), {}, small)).status, 204);
  });

  it('may come by POST from clients that have no other method', async () => {
    const file = await smallPng(11);
    const path = await created(file.length);
    const post = (name: string) =>
      fetch(`${app.url}/api/v1${path}`, {
        method: 'POST',
        headers: { ...BYTES, 'upload-offset': '0', 'x-http-method-override': name },
        body: new Uint8Array(file),
      });
    await assertRefused(await post('PUT'), 400, 'INVALID_PARAMETER');
    const answer = await post('PATCH');
    assert.equal(answer.status, 204);
    assert.match(answer.headers.get('image-id') ?? '', /^\w{12}$/);
  });

  it('that make no image end the upload with the error of every other upload', async () => {
    const text = Buffer.from('this is no picture, whatever its name is');
    const path = await created(text.length, { 'upload-metadata': `filename ${base64('a.png')}` });
    await assertRefused(await send(path, 0, text), 400, 'INVALID_FILE_TYPE');
    const status = await statusOf(path);
    assert.deepEqual([status.status, status.error?.code], ['failed', 'INVALID_FILE_TYPE']);
    assert.equal((await head(path)).status, 400);
    await assertRefused(await send(path, text.length, Buffer.alloc(0)), 400, 'INVALID_FILE_TYPE');
    assert.equal((await call(app, 'DELETE', path, undefined, TUS)).status, 204);
    assert.equal((await head(path)).status, 404);
  });

  it('that were cut are kept', async () => {
    const file = pngOfSize(4_000_000);
    const path = await created(file.length);
    const cut = open(path, 0, file.length);
    await new Promise<void>((resolve) => cut.write(file.subarray(0, 1_000_000), () => resolve()));
    await sleep(300);
    cut.destroy();
    const { offset } = await until(async () => {
      const status = await statusOf(path);
      return status.offset > 0 && status;
    });
    assert.ok(offset <= 1_000_000, String(offset));
    const last = await send(path, offset, file.subarray(offset));
    assert.equal(last.status, 204);
    assert.notEqual(last.headers.get('image-id'), null);
  });

  it('of a request that hangs do not keep a newer request from continuing', async () => {
    const file = pngOfSize(4_000_000);
    const path = await created(file.length);
    const hanging = open(path, 0, file.length);
    hanging.write(file.subarray(0, 1_000_000));
    await sleep(300);
    const offset = Number((await head(path)).headers.get('upload-offset'));
    assert.ok(offset <= 1_000_000, String(offset));
    const last = await send(path, offset, file.subarray(offset));
    assert.equal(last.status, 204);
    assert.notEqual(last.headers.get('image-id'), null);
    hanging.destroy();
  });
});

/** A request whose body the test writes. */
function open(path: string, offset: number, length?: number) {
  const { hostname, port } = new URL(app.url);
  const headers = {
    ...BYTES,
    'upload-offset': String(offset),
    ...(length !== undefined && { 'content-length': length }),
  };
  const request = httpRequest({ hostname, port, method: 'PATCH', path: `/api/v1${path}`, headers });
  request.on('error', () => {});
  return request;
}

/** Sends a body without its length. */
function chunked(path: string, offset: number, body: Buffer): Promise<Response> {
  return fetch(`${app.url}/api/v1${path}`, {
    method: 'PATCH',
    headers: { ...BYTES, 'upload-offset': String(offset) },
    body: new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(body));
        controller.close();
      },
    }),
    duplex: 'half',
  } as RequestInit);
}

describe('a resumable upload', () => {
  it('belongs to the account that began it; an anonymous one to those who know its id', async () => {
    const [owner, other] = [await register(app), await register(app)];
    const path = await created(100, bearer(owner));
    for (const headers of [{}, bearer(other)]) {
      await assertRefused(await call(app, 'GET', path, undefined, headers), 404, 'UPLOAD_NOT_FOUND');
      assert.equal((await head(path, headers)).status, 404);
      await assertRefused(await send(path, 0, Buffer.alloc(5), headers), 404, 'UPLOAD_NOT_FOUND');
      const removal = await call(app, 'DELETE', path, undefined, { ...TUS, ...headers });
      await assertRefused(removal, 404, 'UPLOAD_NOT_FOUND');
    }
    assert.equal((await head(path, bearer(owner))).status, 200);
    const anonymous = await created(100);
    assert.equal((await head(anonymous)).headers.get('upload-length'), '100');
    assert.equal((await head(anonymous)).headers.get('cache-control'), 'no-store');
    assert.equal((await head(anonymous, bearer(owner))).status, 404);
  });

  it('that does not exist is 404 for every id', async () => {
    for (const id of ['x', 'imgdu_', `imgdu_${'0'.repeat(38)}`, 'api', 'a%2Fb', 'é', "'--"]) {
      for (const method of ['GET', 'HEAD', 'DELETE']) {
        const answer = await call(app, method, `/uploads/${id}`, undefined, TUS);
        assert.equal(answer.status, 404, `${method} ${id}: ${answer.status}`);
      }
      assert.equal((await send(`/uploads/${id}`, 0, Buffer.alloc(3))).status, 404, id);
    }
  });

  it('answers preflights and lets pages of other origins read its fields', async () => {
    const preflight = await fetch(`${app.url}/api/v1/uploads`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://other.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'tus-resumable,upload-length,upload-metadata,authorization',
      },
    });
    assert.ok(preflight.ok);
    assert.equal(preflight.headers.get('access-control-allow-origin'), '*');
    assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /Tus-Resumable/i);
    assert.match(preflight.headers.get('access-control-allow-methods') ?? '', /PATCH/);
    assert.equal(preflight.headers.get('tus-version'), '1.0.0');
    assert.equal(preflight.headers.get('tus-max-size'), String(MAX_BYTES));
    assert.match(preflight.headers.get('tus-extension') ?? '', /creation-with-upload.*checksum/);
    const answer = await create('5', { origin: 'https://other.example' });
    for (const name of ['Location', 'Upload-Offset', 'Image-Id', 'Image-Url', 'Image-Delete-Token', 'Link']) {
      assert.match(answer.headers.get('access-control-expose-headers') ?? '', new RegExp(`\\b${name}\\b`));
    }
    assert.equal(answer.headers.get('tus-max-size'), String(MAX_BYTES));
    assert.match(answer.headers.get('upload-expires') ?? '', / GMT$/);
  });

  it('expires, and its bytes are removed', async () => {
    const clock = createFakeClock();
    await using timed = await startApp({ clock });
    const path = await created(1_000, {}, timed);
    assert.equal((await send(path, 0, Buffer.alloc(500, 1), {}, timed)).status, 204);
    assert.equal((await timed.blobFiles()).length, 1);
    clock.advance(24 * 3_600_000);
    await assertRefused(await call(timed, 'GET', path), 404, 'UPLOAD_NOT_FOUND');
    await until(async () => {
      clock.advance(60_000);
      await timed.service.jobs.runDue();
      return (await timed.blobFiles()).length === 0;
    });
  });

  it('keeps no bytes after its end but those of the image', async () => {
    const file = await smallPng(9);
    const before = (await app.blobFiles()).length;
    const path = await created(file.length);
    await send(path, 0, file.subarray(0, 40));
    assert.equal((await send(path, 40, file.subarray(40))).status, 204);
    await until(async () => {
      await app.service.jobs.runDue();
      return (await app.blobFiles()).length <= before + 2;
    });
    assert.deepEqual(await app.temporaryFiles(), []);
  });
});
