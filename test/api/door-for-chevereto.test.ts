import assert from 'node:assert/strict';
import { request as rawRequest } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { at, MULTIPART, multipartBody, NEEDS_INSPECTION } from '../support/api.ts';
import { type Body, jsonOf as bodyOf, formOf as form, type Sent } from '../support/doors.ts';
import { accountOf, call, send, smallPng } from '../support/requests.ts';
import { startApp, type TestApp } from '../support/start-app.ts';
import { until } from '../support/until.ts';

let app: TestApp;
let key: string;
let shade = 100;
before(async () => {
  const plans = { anonymous: { requestsPerHour: 10_000, maxFileBytes: 20_000 }, free: { maxFileBytes: 400_000 } };
  app = await startApp({ env: { IMGD_DOORS: 'all', IMGD_PLANS: JSON.stringify(plans) } });
  ({ key } = await accountOf(app, {}));
});
after(() => app[Symbol.asyncDispose]());

const ask = (method: string, path: string, body?: Sent, headers: Record<string, string> = {}) =>
  fetch(app.url + path, { method, headers, redirect: 'manual', ...(body !== undefined && { body }) });
const post = (path: string, body?: Sent, headers = {}) => ask('POST', path, body, headers);
const png = () => smallPng(++shade);
async function assertStored(link: string, bytes: Buffer): Promise<void> {
  const response = await fetch(at(app, link));
  assert.deepEqual([response.status, Buffer.from(await response.arrayBuffer())], [200, bytes]);
}
const ownNames = async (apiKey: string) =>
  ((await bodyOf(call(app, 'GET', '/images?limit=50', apiKey))) as Body).data.images.map((one: Body) => one.title);

/** A picture of about 60 KB, above the limit of anonymous files. */
function largePng(): Promise<Buffer> {
  return import('sharp').then(({ default: sharp }) => {
    const noise = { type: 'gaussian' as const, mean: 128, sigma: ++shade };
    return sharp({ create: { width: 150, height: 150, channels: 3, background: 'white', noise } })
      .png()
      .toBuffer();
  });
}

describe('the door for Chevereto', () => {
  it('takes the source as file, base64, data: URL, and URL-encoded', async () => {
    const bytes = await png();
    const base64 = bytes.toString('base64');
    const sources: Sent[] = [
      form([['source', bytes]]),
      form([['source', base64]]),
      form([['source', `data:image/png;base64,${base64}`]]),
      new URLSearchParams({ source: base64 }),
      `title=a&source=${base64}`,
    ];
    for (const body of sources) {
      const headers = typeof body === 'string' ? { 'content-type': 'application/x-www-form-urlencoded' } : {};
      const response = await post('/api/1/upload', body, headers);
      const { status_code, status_txt, success, image } = await bodyOf(response);
      assert.deepEqual([response.status, status_code, status_txt, success.code], [200, 200, 'OK', 200]);
      await assertStored(image.url, bytes);
      assert.equal((await fetch(at(app, image.thumb.url))).status, 200);
      assert.equal((await fetch(at(app, image.url_viewer))).status, 200);
      assert.equal((await fetch(at(app, image.delete_url))).status, 200);
      assert.deepEqual([image.width, image.height, image.extension, image.mime], [8, 6, 'png', 'image/png']);
    }
  });

  it('takes base64 beyond the limit of text fields', async () => {
    const bytes = await largePng();
    assert.ok(bytes.length * 1.3 > 64 * 1_024);
    const base64 = bytes.toString('base64');
    for (const body of [form([['source', base64]]), new URLSearchParams({ source: base64 })]) {
      const { image } = await bodyOf(post('/api/1/upload', body, { 'x-api-key': key }));
      assert.equal(image.size, bytes.length);
    }
  });

  it('answers as text and as a redirect', async () => {
    const text = await post('/api/1/upload?format=txt', form([['source', await png()]]));
    assert.equal(text.headers.get('content-type'), 'text/plain; charset=utf-8');
    assert.match(await text.text(), /^http\S+\.png$/);
    const redirect = await post(
      '/api/1/upload',
      form([
        ['format', 'redirect'],
        ['source', await png()],
      ]),
    );
    assert.equal(redirect.status, 302);
    assert.match(redirect.headers.get('location') ?? '', /\/image\/\w{12}$/);
  });

  it('takes the key from the header, the query and the form, before and behind the file', async () => {
    const { data } = await bodyOf(send(app, '/keys', { name: 'a', scopes: ['images:write'] }, key));
    const titled = async (title: string): Promise<[string, Buffer | string][]> => [
      ['title', title],
      ['source', await png()],
    ];
    const answers = [
      await post('/api/1/upload', form(await titled('header')), { 'x-api-key': key }),
      await post(`/api/1/upload?key=${data.key}`, form(await titled('query'))),
      await post('/api/1/upload', form([['key', key], ...(await titled('before'))])),
      await post('/api/1/upload', form([...(await titled('behind')), ['key', key]])),
      await post(
        '/api/1/upload',
        new URLSearchParams({ title: 'pairs', source: (await png()).toString('base64'), key }),
      ),
    ];
    assert.deepEqual(
      answers.map(({ status, headers }) => [status, headers.get('x-ratelimit-limit')]),
      answers.map(() => [200, '1000']),
    );
    assert.deepEqual(await ownNames(key), ['pairs', 'behind', 'before', 'query', 'header', ...Array(2).fill(null)]);
  });

  it('judges a file in front of its key by the anonymous plan, and one behind it by that of the account', async () => {
    const large = await largePng();
    const behind = await post(
      '/api/1/upload',
      form([
        ['key', key],
        ['source', large],
      ]),
    );
    assert.equal(behind.status, 200);
    const before = await post(
      '/api/1/upload',
      form([
        ['source', large],
        ['key', key],
      ]),
    );
    const { error, status_code } = await bodyOf(before);
    assert.deepEqual([before.status, status_code], [413, 413]);
    assert.match(error.message, /anonymous plan allows 20000 bytes/);
  });

  it('refuses a wrong key wherever it is', async () => {
    for (const parts of [
      [
        ['key', 'x'],
        ['source', await png()],
      ],
      [
        ['source', await png()],
        ['key', 'imgd_x'],
      ],
    ]) {
      const response = await post('/api/1/upload', form(parts as [string, Buffer | string][]));
      assert.equal(response.status, 401);
      assert.equal((await bodyOf(response)).error.context, 'INVALID_API_KEY');
    }
  });

  it('expires an image after a duration or seconds', async () => {
    for (const [expiration, ms] of [
      ['PT2H', 7_200_000],
      ['P1DT30M', 88_200_000],
      ['600', 600_000],
    ] as const) {
      const { image } = await bodyOf(
        post(
          '/api/1/upload',
          form([
            ['expiration', expiration],
            ['source', await png()],
          ]),
        ),
      );
      const ends = Date.parse(`${image.expiration_date_gmt}Z`) - Date.parse(`${image.date_gmt}Z`);
      assert.equal(ends, ms, expiration);
    }
    const wrong = await post(
      '/api/1/upload',
      form([
        ['expiration', 'P3'],
        ['source', await png()],
      ]),
    );
    assert.deepEqual([wrong.status, (await bodyOf(wrong)).error.context], [400, 'INVALID_EXPIRY']);
  });

  it('answers GET with a key only', async () => {
    const source = encodeURIComponent((await png()).toString('base64'));
    assert.equal((await ask('GET', `/api/1/upload?source=${source}`)).status, 401);
    const { image } = await bodyOf(ask('GET', `/api/1/upload?source=${source}`, undefined, { 'x-api-key': key }));
    assert.equal(image.width, 8);
  });

  it('refuses bad input in its own form', async () => {
    const bytes = await png();
    const refusals: [number, RegExp, Promise<Response>][] = [
      [400, /No file was uploaded/, post('/api/1/upload')],
      [400, /No file was uploaded.*"other"/, post('/api/1/upload', form([['other', bytes]]))],
      [400, /No file was uploaded/, post('/api/1/upload', new URLSearchParams({ title: 'a' }))],
      [400, /source is neither a file nor base64/, post('/api/1/upload', form([['source', 'no base64 at all!']]))],
      [
        400,
        /neither a file nor base64/,
        post('/api/1/upload', new URLSearchParams({ source: `${bytes.toString('base64')}!` })),
      ],
      [
        400,
        /Only image files/,
        post('/api/1/upload', form([['source', Buffer.from('MZ'.repeat(99)).toString('base64')]])),
      ],
      [400, /./, post('/api/1/upload', form([['source', 'https://example.com/a.png']]))],
      [400, /corrupt/, post('/api/1/upload', form([['source', bytes.subarray(0, 90).toString('base64')]]))],
      [
        413,
        /File size exceeds/,
        post('/api/1/upload', form([['source', Buffer.concat([bytes, Buffer.alloc(30_000)]).toString('base64')]])),
      ],
      [
        413,
        /File size exceeds/,
        post('/api/1/upload', form([['source', Buffer.concat([bytes, Buffer.alloc(30_000)])]])),
      ],
      [400, /./, post('/api/1/upload', '{"source":1}', { 'content-type': 'application/json' })],
      [
        400,
        /Malformed multipart/,
        post('/api/1/upload', '--b\r\nContent-Disposition: form-data; name="source"\r\n\r\nAAAA', {
          'content-type': 'multipart/form-data; boundary=b',
        }),
      ],
      [404, /No such endpoint/, ask('GET', '/api/1/nothing')],
      [405, /Method not allowed/, ask('DELETE', '/api/1/upload')],
    ];
    for (const [status, message, answer] of refusals) {
      const response = await answer;
      const body = await bodyOf(response);
      assert.deepEqual([response.status, body.status_code], [status, status], JSON.stringify(body));
      assert.match(body.error.message, message);
      assert.ok(!JSON.stringify(body).includes(' at '), 'no stack');
      assert.ok(response.headers.has('x-request-id'));
    }
  });

  it('leaves nothing behind when the client disconnects in the middle', { skip: NEEDS_INSPECTION }, async () => {
    const body = multipartBody([{ disposition: 'name="source"', content: (await png()).toString('base64') }]);
    const half = rawRequest(`${app.nodeUrl}/api/1/upload`, {
      method: 'POST',
      headers: { 'content-type': MULTIPART, 'content-length': body.length },
    });
    half.on('error', () => {});
    half.write(body.subarray(0, body.length - 80));
    await until(async () => (await app.temporaryFiles()).length > 0);
    half.destroy();
    await until(async () => (await app.temporaryFiles()).length === 0);
  });
});
