import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { imageFixture } from '../fixtures/images.ts';
import { pngOfSize } from '../fixtures/png-of-size.ts';
import { assertRefused, json, MULTIPART, multipartBody, type Part, uploaded, uploadParts } from '../support/api.ts';
import { accountOf, bearer, bulk } from '../support/requests.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

const MIB = 2 ** 20;
const MAX_FILE_BYTES = 64 * MIB;
/** Ten files with their headers, and 4 MiB for the rest. */
const MAX_BULK_BYTES = 10 * (MAX_FILE_BYTES + 16 * 1024) + 4 * MIB;
const LARGE_FILES = 1_200;

let app: TestApp;
let picture: Buffer;
before(async () => {
  // Most forms are refused or hold one tiny picture: a thumbnail of each would only cost time.
  app = await startApp({ env: { IMGD_THUMBNAILS: 'lazy' } });
  picture = await imageFixture('one-pixel').bytes();
});
after(() => app[Symbol.asyncDispose]());

const file = (name: string, content: Buffer | string = picture): Part => ({
  disposition: `name="${name}"; filename="a.png"`,
  type: 'image/png',
  content,
});
const field = (name: string, content: string): Part => ({ disposition: `name="${name}"`, content });
const postBulk = (parts: Part[], headers: Record<string, string> = {}) =>
  fetch(`${app.url}/api/v1/upload/bulk`, {
    method: 'POST',
    headers: { ...headers, 'content-type': MULTIPART },
    body: new Uint8Array(multipartBody(parts)),
  });

describe('an unlimited plan', () => {
  it(`takes ${LARGE_FILES} files in one request`, { timeout: 120_000 }, async () => {
    const { key } = await accountOf(app, { plan: 'enterprise' });
    const { data: usage } = await json<{ data: { limits: { max_files_per_bulk: unknown } } }>(
      await fetch(`${app.url}/api/v1/usage`, { headers: bearer(key) }),
    );
    assert.equal(usage.limits.max_files_per_bulk, null);
    const files = Array.from({ length: LARGE_FILES }, (_, at) => [`${at}.png`, picture] as const);
    const response = await bulk(app, files, { headers: bearer(key) });
    const body = await json<{ message: string }>(response);
    assert.deepEqual([response.status, body.message], [200, `${LARGE_FILES} of ${LARGE_FILES} files uploaded`]);
  });
});

describe('a limited plan', () => {
  it('refuses one file too many with the limit, however many there are', async () => {
    for (const count of [11, 200]) {
      const answer = postBulk(Array.from({ length: count }, () => file('files')));
      const { details } = await assertRefused(answer, 400, 'TOO_MANY_FILES');
      assert.deepEqual(details, { limit: 10, received: 11 });
    }
  });

  for (const expectation of [[], ['Expect: 100-continue']]) {
    it(`refuses a bulk upload by its Content-Length${expectation.length > 0 ? ', without 100 Continue' : ''}`, async () => {
      const { text } = await raw('/api/v1/upload/bulk', [`Content-Length: ${MAX_BULK_BYTES + 1}`, ...expectation]);
      assert.match(text, /^HTTP\/1\.1 413 /);
      const { code, details } = JSON.parse(text.slice(text.indexOf('\r\n\r\n'))).error;
      assert.deepEqual([code, details], ['REQUEST_TOO_LARGE', { limit_bytes: MAX_BULK_BYTES }]);
    });
  }

  it('reads at most its limit of a bulk upload without Content-Length', { timeout: 120_000 }, async () => {
    const small = JSON.stringify({ anonymous: { maxFileBytes: MIB, maxBulkFiles: 2 } });
    await using limited = await startApp({ env: { IMGD_PLANS: small } });
    const head = multipartBody([file('files', 'no picture')]).subarray(0, -30);
    const { text, sentBytes } = await raw(
      '/api/v1/upload/bulk',
      ['Transfer-Encoding: chunked'],
      [head, ...Array.from({ length: 1_024 }, () => Buffer.alloc(64 * 1_024))],
      limited,
    );
    assert.match(text, /^HTTP\/1\.1 413 /);
    assert.match(text, /"REQUEST_TOO_LARGE"/);
    assert.ok(sentBytes < 32 * MIB, `${sentBytes} of 64 MiB were taken`);
    assert.deepEqual(await limited.temporaryFiles(), []);
  });
});

/** Sends a request on a new socket, the body in chunks until the server closes. */
async function raw(path: string, lines: string[], chunks: Buffer[] = [], { nodeUrl } = app) {
  const { hostname, port } = new URL(nodeUrl);
  const socket = connect(Number(port), hostname);
  socket.setTimeout(20_000, () => socket.destroy(new Error('no response')));
  const head = [`POST ${path} HTTP/1.1`, 'Host: example.com', `Content-Type: ${MULTIPART}`, ...lines, '', ''];
  socket.write(head.join('\r\n'));
  let text = '';
  let sentBytes = 0;
  const reading = (async () => {
    for await (const chunk of socket) {
      text += chunk;
      if (/\r\n\r\n\{.*\}$/s.test(text)) break;
    }
  })();
  const answered = reading.catch(() => {});
  for (const chunk of chunks) {
    if (text !== '' || socket.destroyed) break;
    const framed = Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')]);
    const wasTaken = new Promise<void>((resolve) => socket.write(framed, () => resolve()));
    await Promise.race([wasTaken, answered]);
    sentBytes += chunk.length;
  }
  await answered;
  socket.destroy();
  return { text, sentBytes };
}

describe('a file in a part of another name', () => {
  for (const [size, bytes] of [
    ['of 100 KB', 100_000],
    ['of 3 MiB', 3 * MIB],
    ['of the largest file', MAX_FILE_BYTES],
  ] as const) {
    it(`${size} is MISSING_FILE that names both parts`, { timeout: 60_000 }, async () => {
      const content = pngOfSize(bytes);
      const error = await assertRefused(uploadParts(app, [file('image', content)]), 400, 'MISSING_FILE');
      assert.deepEqual([error.param, error.details], ['file', { received: ['image'] }]);
      assert.match(error.message, /"file".*"image"/);
      const inBulk = await assertRefused(postBulk([file('file', content)]), 400, 'MISSING_FILE');
      assert.deepEqual([inBulk.param, inBulk.details], ['files', { received: ['file'] }]);
    });
  }

  it('is ignored beside a file of the right name', { timeout: 60_000 }, async () => {
    const other = file('preview', pngOfSize(3 * MIB));
    assert.equal((await uploaded(uploadParts(app, [other, file('file')]))).size > 0, true);
    assert.equal((await uploaded(uploadParts(app, [file('file'), other]))).size > 0, true);
  });

  it('is distinguished from a text part of the right name', async () => {
    const error = await assertRefused(uploadParts(app, [field('file', 'data:…')]), 400, 'MISSING_FILE');
    assert.match(error.message, /"file" is text/);
    const none = await assertRefused(uploadParts(app, [field('album', 'a')]), 400, 'MISSING_FILE');
    assert.deepEqual([none.param, none.details], ['file', { received: [] }]);
  });
});

describe('the text fields of a form', () => {
  it('that are unknown are ignored: 49 of them, of any length', async () => {
    const others = Array.from({ length: 48 }, (_, at) => field(`input${at}`, 'x'));
    const long = field('note', 'x'.repeat(200 * 1_024));
    const { album } = await uploaded(uploadParts(app, [...others, long, file('file'), field('album', 'Cats')]));
    assert.equal(album, 'Cats');
  });

  for (const [title, parts, details, param] of [
    ['more than 50', Array.from({ length: 51 }, (_, at) => field(`f${at}`, 'x')), { max_text_fields: 50 }, undefined],
    ['a long name', [field('n'.repeat(101), 'x')], { max_name_bytes: 100 }, undefined],
    ['a long album', [field('album', 'x'.repeat(65 * 1_024))], { max_value_bytes: 65_536 }, 'album'],
  ] as const) {
    it(`are INVALID_MULTIPART with the limit: ${title}`, async () => {
      for (const form of [
        [...parts, file('file')],
        [file('file'), ...parts],
      ]) {
        const error = await assertRefused(uploadParts(app, form), 400, 'INVALID_MULTIPART');
        assert.deepEqual([error.details, error.param], [details, param]);
        assert.match(error.message, /\d/);
      }
    });
  }

  it('with a reserved name or broken JSON are INVALID_MULTIPART that says so', async () => {
    const reserved = await assertRefused(uploadParts(app, [field('constructor', 'x')]), 400, 'INVALID_MULTIPART');
    assert.match(reserved.message, /reserved name/);
    const broken = { ...field('album', '{'), type: 'application/json' };
    const error = await assertRefused(uploadParts(app, [broken, file('file')]), 400, 'INVALID_MULTIPART');
    assert.match(error.message, /not JSON/);
  });
});

describe('a refused atomic upload', () => {
  it('names the file by its index and name', async () => {
    const parts = [
      file('files'),
      { ...file('files', 'a text'), disposition: 'name="files"; filename="C:\\\\a\\\\b.txt"' },
    ];
    const answer = postBulk([...parts, field('atomic', 'true')]);
    const error = await assertRefused(answer, 400, 'INVALID_FILE_TYPE');
    assert.deepEqual([error.details?.index, error.details?.filename], [1, 'b.txt']);
    assert.ok(Array.isArray(error.details?.accepted), 'the details of the refusal stay');
    assert.match(error.message, /"b\.txt"/);
    const single = await assertRefused(uploadParts(app, [file('file', 'a text')]), 400, 'INVALID_FILE_TYPE');
    assert.equal(single.details?.index, undefined);
  });
});
