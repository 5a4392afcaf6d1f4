import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { IssuedTicket } from '../../src/api/tickets.ts';
import { assertRefused, register, type Uploaded, uploaded, uploadParts } from '../support/api.ts';
import { bearer, call, send, smallPng } from '../support/requests.ts';
import { dataOf } from '../support/sign-in.ts';
import { startApp, type TestApp } from '../support/start-app.ts';
import { until } from '../support/until.ts';

let png: Buffer;
/** A server of images on loopback. */
let origin: Server;
let originUrl: string;
let listener: RequestListener;
const seen: IncomingMessage[] = [];

before(async () => {
  png = await smallPng(7);
  origin = createServer((request, response) => {
    seen.push(request);
    listener(request, response);
  });
  origin.listen(0, '127.0.0.1');
  await once(origin, 'listening');
  originUrl = `http://127.0.0.1:${(origin.address() as AddressInfo).port}`;
});
after(async () => {
  origin.closeAllConnections();
  origin.close();
});

function uploadFrom(
  target: { url: string },
  url: string,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Response> {
  const body = new FormData();
  for (const [name, value] of Object.entries({ url, ...fields })) body.append(name, value);
  return fetch(`${target.url}/api/v1/upload`, { method: 'POST', headers, body });
}

describe('an upload from an address', () => {
  let app: TestApp;
  before(async () => {
    app = await startApp({ env: { IMGD_URL_UPLOADS: 'on', IMGD_URL_UPLOADS_ALLOW_PRIVATE: '1', IMGD_DOORS: 'all' } });
  });
  after(() => app[Symbol.asyncDispose]());

  const answer = (body: string | Buffer, status = 200, headers: Record<string, string> = {}) => {
    listener = (_request, response) => response.writeHead(status, headers).end(body);
  };
  const from = (path: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    uploadFrom(app, path.startsWith('http') ? path : originUrl + path, fields, headers);

  it('stores the image with the name in its path, and the fields of the form', async () => {
    answer(png, 200, { 'content-type': 'text/html' });
    const key = await register(app);
    const image = await uploaded(from('/a/k%C3%A4tzchen.png?b=c.gif#d', { album: 'Found', expiry: '1' }, bearer(key)));
    assert.deepEqual([image.filename, image.album, image.width], ['kätzchen.png', 'Found', 8]);
    const { images } = await dataOf<{ images: Uploaded[] }>(call(app, 'GET', '/images', key));
    assert.deepEqual(
      images.map(({ id }) => id),
      [image.id],
    );
  });

  const NAMES: [name: string, path: string, disposition: string | undefined, expected: string][] = [
    ['Content-Disposition', '/a.png', 'inline; filename="b.png"', 'b.png'],
    ['its extended form', '/a.png', "attachment; filename*=UTF-8''%E2%82%AC.png", '€.png'],
    ['the path where the header is malformed', '/a.png', 'inline; filename="', 'a.png'],
    ['the path as it is where its encoding is malformed', '/%E4.png', undefined, '%E4.png'],
    ['the format where there is none', '/', undefined, 'image.png'],
    ['a path that climbs', '/x', 'inline; filename="../../etc/passwd"', 'passwd'],
  ];
  for (const [name, path, disposition, expected] of NAMES) {
    it(`takes the name of the file from ${name}`, async () => {
      answer(png, 200, disposition === undefined ? {} : { 'content-disposition': disposition });
      assert.equal((await uploaded(from(path))).filename, expected);
    });
  }

  it('sends no credential and no address of the caller', async () => {
    answer(png);
    await uploaded(
      from('/a.png', {}, { ...bearer(await register(app)), cookie: 'a=b', referer: 'http://page.example/' }),
    );
    const { headers, method } = seen.at(-1) as IncomingMessage;
    assert.equal(method, 'GET');
    assert.deepEqual(Object.keys(headers).sort(), ['accept', 'accept-encoding', 'connection', 'host', 'user-agent']);
    assert.match(headers['user-agent'] ?? '', /^imgd \(\+http/);
  });

  it('counts as an upload, and takes one from a ticket', async () => {
    answer(png);
    const key = await register(app);
    const { ticket } = await dataOf<IssuedTicket>(send(app, '/tickets', {}, key));
    await uploaded(from('/a.png', {}, bearer(ticket)));
    await assertRefused(from('/a.png', {}, bearer(ticket)), 403, 'TICKET_USED_UP');
  });

  it('follows three redirects and no more', async () => {
    const redirects = (wanted: number) => {
      let left = wanted;
      listener = (_request, response) => {
        if (left-- === 0) response.end(png);
        else response.writeHead([301, 302, 303, 307, 308][left] ?? 302, { location: `/next/${left}.png` }).end();
      };
    };
    redirects(3);
    assert.equal((await uploaded(from('/a.png'))).filename, '0.png');
    redirects(4);
    const before = seen.length;
    const error = await assertRefused(from('/a.png'), 400, 'URL_FETCH_FAILED');
    assert.deepEqual(error.details, { max_redirects: 3 });
    assert.equal(seen.length - before, 4);
  });

  it('refuses redirects to what is no address for it', async () => {
    for (const location of [
      'file:///etc/passwd',
      'ftp://a.example/',
      'http://a:b@127.0.0.1/',
      'http://127.0.0.1:22/',
      'http://[',
    ]) {
      answer('', 302, { location });
      await assertRefused(from('/a.png'), 400, 'URL_REFUSED');
    }
  });

  it('answers the status of the other server, and never its body', async () => {
    for (const status of [204, 206, 304, 401, 404, 500]) {
      answer(status === 204 || status === 304 ? '' : 'an inner secret', status);
      const error = await assertRefused(from('/a.png'), 400, 'URL_FETCH_FAILED');
      assert.deepEqual([error.details, error.param], [{ status }, 'url']);
      assert.ok(!JSON.stringify(error).includes('secret'));
    }
  });

  it('refuses a content that is no image, as from a form', async () => {
    answer('an inner secret');
    const error = await assertRefused(from('/a.png'), 400, 'INVALID_FILE_TYPE');
    assert.ok(!JSON.stringify(error).includes('secret'));
    answer('');
    await assertRefused(from('/a.png'), 400, 'EMPTY_FILE');
  });

  it('decompresses nothing', async () => {
    answer(gzipSync(png), 200, { 'content-encoding': 'gzip' });
    await assertRefused(from('/a.png'), 400, 'URL_FETCH_FAILED');
  });

  it('fails with a body that ends early, and where nothing listens', async () => {
    listener = (_request, response) => {
      response.writeHead(200, { 'content-length': png.length });
      response.write(png.subarray(0, 40), () => response.destroy());
    };
    await assertRefused(from('/a.png'), 400, 'URL_FETCH_FAILED');
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    other.close();
    await once(other, 'close');
    await assertRefused(from(`http://127.0.0.1:${port}/a.png`), 400, 'URL_FETCH_FAILED');
    assert.deepEqual(await app.temporaryFiles(), []);
  });

  const REFUSED = [
    'a.png',
    '/a.png',
    'ftp://127.0.0.1/a.png',
    'data:image/png;base64,AA==',
    'http://u:p@127.0.0.1/',
    'http://127.0.0.1:25/',
  ];
  for (const address of REFUSED) {
    it(`refuses ${address}`, async () => {
      const error = await assertRefused(uploadFrom(app, address), 400, 'URL_REFUSED');
      assert.equal(error.param, 'url');
    });
  }

  it('works for clients of other hosts, which send it in place of the file', async () => {
    answer(png);
    const source = `${originUrl}/found.png`;
    const form = new FormData();
    form.append('source', source);
    const headers = { 'x-api-key': await register(app) };
    const requests = [
      fetch(`${app.url}/api/1/upload`, { method: 'POST', headers, body: form }),
      fetch(`${app.url}/api/1/upload`, { method: 'POST', headers, body: new URLSearchParams({ source }) }),
      fetch(`${app.url}/api/1/upload?${new URLSearchParams({ source })}`, { headers }),
    ];
    for (const response of await Promise.all(requests)) {
      const body = (await response.json()) as { image: { original_filename: string } };
      assert.equal(body.image?.original_filename, 'found.png', JSON.stringify(body));
    }
  });

  it('does not count where the form has a file, and is needed where it is empty', async () => {
    const before = seen.length;
    const file = { disposition: 'name="file"; filename="mine.png"', content: png };
    const address = { disposition: 'name="url"', content: `${originUrl}/a.png` };
    assert.equal((await uploaded(uploadParts(app, [address, file]))).filename, 'mine.png');
    assert.equal((await uploaded(uploadParts(app, [file, address]))).filename, 'mine.png');
    assert.equal(seen.length, before);
    await assertRefused(from('', { url: '' }), 400, 'MISSING_FILE');
  });

  it('is not fetched again for a repeated request', async () => {
    answer(png);
    const headers = { 'idempotency-key': randomUUID(), ...bearer(await register(app)) };
    const image = await uploaded(from('/a.png', {}, headers));
    const before = seen.length;
    answer(await smallPng(8));
    assert.equal((await uploaded(from('/a.png', {}, headers))).id, image.id);
    assert.equal(seen.length, before);
    await assertRefused(from('/b.png', {}, headers), 422, 'IDEMPOTENCY_KEY_REUSED');
  });

  it('ends when the caller leaves, and no caller has more than four at once', async () => {
    const held: IncomingMessage[] = [];
    listener = (request, response) => {
      held.push(request);
      response.writeHead(200).write(png.subarray(0, 20));
    };
    const key = await register(app);
    const abort = new AbortController();
    const body = () => {
      const form = new FormData();
      form.append('url', `${originUrl}/slow.png`);
      return form;
    };
    const start = () =>
      fetch(`${app.nodeUrl}/api/v1/upload`, {
        method: 'POST',
        headers: bearer(key),
        body: body(),
        signal: abort.signal,
      }).catch(() => 'left');
    const running = [start(), start(), start(), start()];
    await until(() => held.length === 4);
    const error = await assertRefused(
      fetch(`${app.nodeUrl}/api/v1/upload`, { method: 'POST', headers: bearer(key), body: body() }),
      429,
      'TOO_MANY_ATTEMPTS',
    );
    assert.deepEqual(error.details, { fetches_at_once: 4 });
    abort.abort();
    assert.deepEqual(await Promise.all(running), Array(4).fill('left'));
    await until(() => held.every(({ socket }) => socket.destroyed));
    answer(png);
    await until(async () => (await from('/a.png', {}, bearer(key))).status === 200);
    await until(async () => (await app.temporaryFiles()).length === 0);
  });
});

describe('an upload from an address, with a plan of few bytes', () => {
  let app: TestApp;
  before(async () => {
    app = await startApp({
      env: {
        IMGD_URL_UPLOADS: 'on',
        IMGD_URL_UPLOADS_ALLOW_PRIVATE: '1',
        IMGD_PLANS: JSON.stringify({ anonymous: { maxFileBytes: 100_000, requestsPerHour: 1_000 } }),
      },
    });
  });
  after(() => app[Symbol.asyncDispose]());

  it('stops an endless file at the bytes of the plan', async () => {
    let written = 0;
    listener = (_request, response) => {
      response.writeHead(200);
      response.write(png.subarray(0, 100));
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384))) written += 16_384;
      };
      response.on('drain', more).on('error', () => {});
      more();
    };
    const error = await assertRefused(uploadFrom(app, `${originUrl}/endless.png`), 413, 'FILE_TOO_LARGE');
    assert.deepEqual(error.details, { limit_bytes: 100_000, plan: 'anonymous' });
    assert.ok(written < 50_000_000, `${written}`);
    assert.deepEqual(await app.temporaryFiles(), []);
  });
});

describe('an upload from an address without IMGD_URL_UPLOADS_ALLOW_PRIVATE', () => {
  let app: TestApp;
  before(async () => {
    app = await startApp({ env: { IMGD_URL_UPLOADS: 'on' } });
  });
  after(() => app[Symbol.asyncDispose]());

  it('refuses addresses inside the network of the server like names that do not exist, and connects to none', async () => {
    const before = seen.length;
    const { port } = new URL(originUrl);
    const hosts = ['127.0.0.1', 'localhost', '[::1]', '0x7f.1', '169.254.169.254', '10.0.0.1', '[::ffff:127.0.0.1]'];
    const messages = new Set<string>();
    for (const host of [...hosts, 'nothing.invalid']) {
      const error = await assertRefused(uploadFrom(app, `http://${host}:${port}/a.png`), 400, 'URL_REFUSED');
      assert.deepEqual([error.param, error.details], ['url', undefined]);
      messages.add(error.message);
    }
    assert.equal(messages.size, 1);
    assert.equal(seen.length, before);
  });
});

describe('an upload from an address without IMGD_URL_UPLOADS', () => {
  let app: TestApp;
  before(async () => {
    app = await startApp();
  });
  after(() => app[Symbol.asyncDispose]());

  it('is refused', async () => {
    const before = seen.length;
    await assertRefused(uploadFrom(app, `${originUrl}/a.png`), 403, 'URL_UPLOADS_DISABLED');
    assert.equal(seen.length, before);
  });
});
