import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { imageFixture } from '../fixtures/images.ts';
import { picture } from '../fixtures/pixels.ts';
import { assertRefused, at, attachOrStart, type Target, type Uploaded, upload, uploaded } from '../support/api.ts';
import { createFakeClock } from '../support/clock.ts';
import { startApp } from '../support/start-app.ts';

let target: Target;
let bytes: Buffer;
let image: Uploaded;
let url: string;
let etag: string;
before(async () => {
  target = await attachOrStart();
  bytes = await picture(900, 300).jpeg().toBuffer();
  image = await uploaded(upload(target, bytes, {}, {}, 'na\u00efve cat.jpg'));
  url = at(target, image.links.direct);
  etag = `"sha256-${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"`;
});
after(() => target[Symbol.asyncDispose]());

const get = (headers: Record<string, string> = {}, method = 'GET') => fetch(url, { method, headers });
const body = async (response: Response) => Buffer.from(await response.arrayBuffer());

const tiff = () =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: '#2a5' } })
    .tiff()
    .toBuffer();

describe('GET /i/{id}.{ext}', () => {
  it('sends the bytes with all caching and security headers; HEAD the same without the bytes', async () => {
    const expected = {
      'content-type': 'image/jpeg',
      'content-length': String(bytes.length),
      'accept-ranges': 'bytes',
      etag,
      'last-modified': new Date(image.uploaded_at).toUTCString(),
      'repr-digest': `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`,
      'cache-control': 'public, max-age=86400, stale-while-revalidate=604800, immutable',
      'cdn-cache-control': 'public, max-age=31536000',
      'cache-tag': `img-${image.id}`,
      'surrogate-key': `img-${image.id}`,
      'content-disposition': 'inline; filename="na\u00efve cat.jpg"',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      'timing-allow-origin': '*',
    };
    for (const method of ['GET', 'HEAD']) {
      const response = await get({}, method);
      assert.equal(response.status, 200);
      for (const [name, value] of Object.entries(expected)) assert.equal(response.headers.get(name), value, name);
      assert.ok((await body(response)).equals(method === 'GET' ? bytes : Buffer.alloc(0)));
    }
  });

  it('encodes filenames beyond Latin-1 as in RFC 6266', async () => {
    const other = await uploaded(upload(target, await imageFixture('gif').bytes(), {}, {}, '\u65e5\u672c.gif'));
    const { headers } = await fetch(at(target, other.links.direct));
    assert.equal(
      headers.get('content-disposition'),
      'inline; filename="??.gif"; filename*=UTF-8\'\'%E6%97%A5%E6%9C%AC.gif',
    );
  });

  it('names the file with the extension of the bytes that are served', async () => {
    for (const [fixture, given, direct, thumbnail] of [
      ['gif', 'photo.exe', 'photo.exe.gif', 'photo.exe.gif'],
      ['gif', 'invoice.html', 'invoice.html.gif', 'invoice.html.gif'],
      ['gif', 'PHOTO.GIF', 'PHOTO.GIF', 'PHOTO.GIF'],
      [undefined, 'scan.tiff', 'scan.jpg', 'scan.jpg'],
      ['png', 'a.apng', 'a.apng', 'a.apng'],
      ['png', '.jpg', 'image.png', 'image.png'],
    ] as const) {
      const bytes = fixture === undefined ? await tiff() : await imageFixture(fixture).bytes();
      const other = await uploaded(upload(target, bytes, {}, {}, given));
      assert.equal(other.filename, given, 'the metadata keep the name as sent');
      for (const [link, name] of [
        [other.links.direct, direct],
        [other.links.thumbnail, thumbnail],
      ] as const) {
        for (let time = 0; time < 2; time++) {
          const { headers } = await fetch(at(target, link));
          assert.equal(
            headers.get('content-disposition'),
            `inline; filename="${name}"`,
            'from the store and from memory',
          );
        }
      }
      const variant = await fetch(at(target, other.links.direct.replace(/\/i\/(\w+)\.\w+$/, '/v/$1/160.webp')));
      assert.match(variant.headers.get('content-disposition') ?? '', /\.webp"$/);
    }
  });

  it('answers 304 without a body to a matching conditional request', async () => {
    const modified = new Date(image.uploaded_at).toUTCString();
    for (const headers of [
      { 'if-none-match': etag },
      { 'if-none-match': `"other", W/${etag}` },
      { 'if-none-match': '*' },
      { 'if-modified-since': modified },
    ]) {
      const response = await get(headers as Record<string, string>);
      assert.equal(response.status, 304, JSON.stringify(headers));
      assert.deepEqual([response.headers.get('etag'), (await body(response)).length], [etag, 0]);
      assert.match(response.headers.get('cache-control') ?? '', /max-age=86400/);
    }
    const older = new Date(Date.parse(image.uploaded_at) - 1_000).toUTCString();
    for (const headers of [
      { 'if-none-match': '"other"' },
      { 'if-modified-since': older },
      { 'if-none-match': '"other"', 'if-modified-since': modified },
    ]) {
      const response = await get(headers as Record<string, string>);
      assert.deepEqual([response.status, (await body(response)).length], [200, bytes.length]);
    }
  });

  it('sends the requested range', async () => {
    const size = bytes.length;
    for (const [range, start, end] of [
      ['bytes=0-0', 0, 0],
      ['bytes=10-19', 10, 19],
      ['bytes=100-', 100, size - 1],
      ['bytes=-7', size - 7, size - 1],
      [`bytes=5-${size * 2}`, 5, size - 1],
      [`bytes=-${size * 2}`, 0, size - 1],
    ] as const) {
      const response = await get({ range, 'if-range': etag });
      assert.equal(response.status, 206, range);
      assert.equal(response.headers.get('content-range'), `bytes ${start}-${end}/${size}`);
      assert.equal(response.headers.get('content-length'), String(end - start + 1));
      assert.ok((await body(response)).equals(bytes.subarray(start, end + 1)), range);
    }
  });

  it('refuses a range beyond the end with 416 and the size', async () => {
    for (const range of [`bytes=${bytes.length}-`, 'bytes=-0']) {
      const response = await get({ range });
      assert.equal(response.headers.get('content-range'), `bytes */${bytes.length}`);
      const error = await assertRefused(response, 416, 'RANGE_NOT_SATISFIABLE');
      assert.deepEqual(error.details, { size: bytes.length });
      assert.equal(response.headers.get('cache-control'), 'no-store');
      assert.equal(response.headers.get('cdn-cache-control'), null, 'no CDN caches a refusal');
    }
  });

  it('sends the whole file for several ranges, for an invalid range, and for a range of another version', async () => {
    const strangers: Record<string, string>[] = [
      { range: 'bytes=0-1,4-5' },
      { range: 'bytes=9-3' },
      { range: 'lines=1-2' },
      { range: 'bytes=0-1', 'if-range': '"other"' },
      { range: 'bytes=0-1', 'if-range': `W/${etag}` },
    ];
    for (const headers of strangers) {
      const response = await get(headers);
      assert.equal(response.status, 200, JSON.stringify(headers));
      assert.ok((await body(response)).equals(bytes));
    }
  });

  it('treats .jpeg like .jpg', async () => {
    const response = await fetch(url.replace(/jpg$/, 'jpeg'));
    assert.deepEqual([response.status, response.headers.get('etag')], [200, etag]);
    assert.ok((await body(response)).equals(bytes));
  });

  it('answers 404, cacheable for 30 seconds, to any other path', async () => {
    const { id } = image;
    for (const path of [
      `i/${id}.png`,
      `i/${id}.JPG`,
      `i/${id}`,
      `i/${id}.jpg.jpg`,
      'i/AAAAAAAAAAAA.jpg',
      `t/${id}.gif`,
    ]) {
      const response = await fetch(`${target.url}/${path}`);
      assert.equal(response.headers.get('cache-control'), 'public, max-age=30', path);
      assert.deepEqual(
        [response.headers.get('etag'), response.headers.get('x-content-type-options')],
        [null, 'nosniff'],
      );
      await assertRefused(response, 404, 'IMAGE_NOT_FOUND');
    }
  });
});

describe('GET /t/{id}.{ext}', () => {
  for (const [width, height, small] of [
    [900, 300, [320, 107]],
    [300, 900, [107, 320]],
    [320, 320, [320, 320]],
    [40, 30, [40, 30]],
    [2_000, 1, [320, 1]],
  ] as const) {
    it(`scales ${width} x ${height} to ${small.join(' x ')}`, async () => {
      const { links } = await uploaded(upload(target, await picture(width, height).png().toBuffer()));
      const response = await fetch(at(target, links.thumbnail));
      assert.equal(response.headers.get('content-type'), 'image/png');
      const sides = await sharp(await body(response)).metadata();
      assert.deepEqual([sides.width, sides.height], small);
    });
  }
});

describe('an image that expires', () => {
  it('is not cacheable beyond its expiry, answers 404 from that instant on, and the job removes it completely', async () => {
    const clock = createFakeClock(Math.floor(Date.now() / 1_000) * 1_000);
    await using app = await startApp({ clock });
    const { id, links } = await uploaded(upload(app, await imageFixture('png').bytes(), { expiry: '1' }));
    const cached = async () => {
      const { headers } = await fetch(at(app, links.direct));
      return [headers.get('cache-control'), headers.get('cdn-cache-control')];
    };
    assert.deepEqual(await cached(), ['public, max-age=3600', 'public, max-age=3600']);
    clock.advance(3_600_000 - 1_500);
    assert.deepEqual(await cached(), ['public, max-age=1', 'public, max-age=1']);
    const paths = [links.direct, links.thumbnail, links.view_page, `${app.url}/api/v1/image/${id}`];
    const statuses = () => Promise.all(paths.map(async (path) => (await fetch(at(app, path))).status));
    clock.advance(1_499);
    assert.deepEqual(await statuses(), [200, 200, 200, 200]);
    clock.advance(1);
    assert.deepEqual(await statuses(), [404, 404, 404, 404]);
    // The runner of the service may have looked for expired images just before; then the next run finds them.
    let waitedMs = 0;
    for (; (await app.blobFiles()).length > 0; waitedMs += 20_000) {
      await app.service.jobs.runDue();
      clock.advance(20_000);
    }
    clock.advance(-3_600_000 - waitedMs);
    assert.deepEqual(await statuses(), [404, 404, 404, 404], 'the row is deleted, not only hidden by its expiry');
  });

  it('that expires in two days is cacheable for a day in browsers and until its expiry in a CDN', async () => {
    const { links } = await uploaded(upload(target, bytes, { expiry: '48' }));
    const { headers } = await fetch(at(target, links.direct), { method: 'HEAD' });
    assert.equal(headers.get('cache-control'), 'public, max-age=86400');
    const edgeSeconds = Number(/^public, max-age=(\d+)$/.exec(headers.get('cdn-cache-control') ?? '')?.[1]);
    assert.ok(edgeSeconds <= 48 * 3_600 && edgeSeconds > 48 * 3_600 - 60, String(edgeSeconds));
  });
});
