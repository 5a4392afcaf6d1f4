import assert from 'node:assert/strict';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { upload, uploaded } from '../support/api.ts';
import { smallPng } from '../support/requests.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

/** A request whose body is left in its coding. */
function get(app: TestApp, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(new URL(path, app.url), { headers }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) });
    });
    request.on('error', reject).end();
  });
}

const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync };

describe('compressed responses', () => {
  let app: TestApp;
  let id: string;
  before(async () => {
    app = await startApp();
    id = (await uploaded(upload(app, await smallPng()))).id;
  });
  after(() => app[Symbol.asyncDispose]());

  for (const [what, path] of [
    ['JSON', () => '/api/v1/openapi.json'],
    ['a view page, twice', () => `/image/${id}`],
    ['a page', () => '/errors'],
    ['the API reference', () => '/docs'],
  ] as const) {
    it(`are smaller and have the same content: ${what}`, async () => {
      const plain = await get(app, path());
      assert.equal(plain.headers['content-encoding'], undefined);
      for (const coding of ['br', 'gzip', 'br', 'gzip'] as const) {
        const { status, headers, bytes } = await get(app, path(), { 'accept-encoding': coding });
        assert.deepEqual([status, headers['content-encoding']], [200, coding]);
        assert.match(String(headers.vary), /\bAccept-Encoding\b/);
        assert.ok(bytes.length < plain.bytes.length / 2, `${bytes.length} of ${plain.bytes.length}`);
        assert.equal(String(DECODERS[coding](bytes)), String(plain.bytes));
      }
      assert.match(String(plain.headers.vary), /\bAccept-Encoding\b/, 'caches keep both forms apart');
    });
  }

  it('are styles and scripts of the pages, too', async () => {
    const page = String((await get(app, '/errors')).bytes);
    const paths = [...page.matchAll(/(?:href|src)="[^"]*(\/assets\/[^"]+\.(?:css|js))"/g)].map(([, path = '']) => path);
    assert.ok(paths.length >= 3, page);
    for (const path of paths) {
      const { headers, bytes } = await get(app, path, { 'accept-encoding': 'br' });
      assert.equal(headers['content-encoding'], 'br');
      assert.equal(String(brotliDecompressSync(bytes)), String((await get(app, path)).bytes));
    }
  });

  it('are never images', async () => {
    const big = await uploaded(upload(app, await smallPng(3)));
    for (const path of [new URL(big.links.direct).pathname, new URL(big.links.thumbnail).pathname]) {
      const { headers } = await get(app, path, { 'accept-encoding': 'br, gzip' });
      assert.deepEqual([headers['content-type'], headers['content-encoding']], ['image/png', undefined]);
    }
  });

  it('follow the weights of Accept-Encoding', async () => {
    for (const [accepted, coding] of [
      ['gzip, deflate, br', 'br'],
      ['br;q=0.1, gzip', 'gzip'],
      ['br;q=0, gzip;q=0', undefined],
      ['identity', undefined],
      ['*', 'br'],
      ['zstd', undefined],
    ] as const) {
      const { headers } = await get(app, '/api/v1/openapi.json', { 'accept-encoding': accepted });
      assert.equal(headers['content-encoding'], coding, accepted);
    }
  });

  it('leave short answers and those to other methods as they are', async () => {
    const { headers } = await get(app, '/api/v1/plans?x', { 'accept-encoding': 'br' });
    assert.ok(headers['content-encoding'] === undefined || Number(headers['content-length']) > 0);
    const posted = await fetch(`${app.url}/api/v1/upload`, { method: 'POST', headers: { 'accept-encoding': 'br' } });
    assert.equal(posted.headers.get('content-encoding'), null);
  });

  it('have an ETag that counts for every form', async () => {
    const path = `/api/v1/image/${id}`;
    const { headers } = await get(app, path, { 'accept-encoding': 'br' });
    assert.match(String(headers.etag), /^W\//);
    assert.equal((await get(app, path, { 'if-none-match': String(headers.etag) })).status, 304);
  });
});
