import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { imageFixture } from '../fixtures/images.ts';
import { pngOfSize } from '../fixtures/png-of-size.ts';
import {
  type ApiError,
  assertErrorBody,
  assertRefused,
  at,
  attachOrStart,
  MULTIPART,
  multipartBody,
  type Target,
  upload,
  uploaded,
} from '../support/api.ts';

/** The default file size limit of an anonymous caller. */
const LIMIT_BYTES = 2 ** 26;
const DETAILS = { limit_bytes: LIMIT_BYTES, plan: 'anonymous' };
const TIMEOUT_MS = 10_000;

let target: Target;
let exact: Buffer;
before(async () => {
  target = await attachOrStart();
  exact = pngOfSize(LIMIT_BYTES);
});
after(() => target[Symbol.asyncDispose]());

/** Sends a raw request, and reads the response until `isEnough`. */
async function rawAnswer(request: Buffer, isEnough: (text: string) => boolean, more?: Buffer): Promise<string> {
  const { hostname, port } = new URL(target.nodeUrl);
  const socket = connect(Number(port), hostname);
  const timer = setTimeout(() => socket.destroy(new Error('no response')), TIMEOUT_MS);
  try {
    socket.write(request);
    let text = '';
    let rest = more;
    for await (const chunk of socket) {
      text += chunk;
      if (rest !== undefined && text.includes('100 Continue\r\n\r\n')) {
        socket.write(rest);
        rest = undefined;
      }
      if (isEnough(text)) break;
    }
    return text;
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}

const head = (...lines: string[]) =>
  Buffer.from(['POST /api/v1/upload HTTP/1.1', 'Host: example.com', ...lines, '', ''].join('\r\n'));
const hasWholeJson = (text: string) => /\r\n\r\n\{.*\}$/.test(text);
const form = (content: Buffer) =>
  multipartBody([{ disposition: 'name="file"; filename="a.png"', type: 'image/png', content }]);

async function nothingIsLeft(blobsBefore: string[] | undefined): Promise<void> {
  if (target.app === undefined) return;
  assert.deepEqual(await target.app.temporaryFiles(), []);
  assert.deepEqual(await target.app.blobFiles(), blobsBefore);
}

describe('a file at the limit of the plan', () => {
  it('of exactly 64 MiB is stored unchanged', async () => {
    assert.equal(exact.length, LIMIT_BYTES);
    const image = await uploaded(upload(target, exact));
    assert.deepEqual([image.size, image.metadata_removed], [LIMIT_BYTES, []]);
    const response = await fetch(at(target, image.links.direct));
    assert.equal(response.headers.get('content-length'), String(LIMIT_BYTES));
    assert.ok(exact.equals(Buffer.from(await response.arrayBuffer())));
  });

  it('of one byte more is FILE_TOO_LARGE', async () => {
    const blobs = await target.app?.blobFiles();
    const answer = upload(target, Buffer.concat([exact, Buffer.alloc(1)]));
    const error = await assertRefused(answer, 413, 'FILE_TOO_LARGE');
    assert.deepEqual(error.details, DETAILS);
    await nothingIsLeft(blobs);
  });
});

describe('a Content-Length beyond the plan', () => {
  for (const expectation of [[], ['Expect: 100-continue']]) {
    it(`is refused before the body${expectation.length > 0 ? ', instead of 100 Continue' : ''}`, async () => {
      const request = head(`Content-Type: ${MULTIPART}`, `Content-Length: ${LIMIT_BYTES * 100}`, ...expectation);
      const text = await rawAnswer(request, hasWholeJson);
      assert.match(text, /^HTTP\/1\.1 413 /);
      assert.match(text, /^connection: close\r$/im);
      const body = JSON.parse(text.slice(text.indexOf('\r\n\r\n'))) as { success: boolean; error: ApiError };
      assertErrorBody(body, 'FILE_TOO_LARGE');
      assert.deepEqual(body.error.details, DETAILS);
    });
  }
});

describe('a chunked body beyond the plan', () => {
  it('gets a response that fetch can read', async () => {
    const blobs = await target.app?.blobFiles();
    const piece = new Uint8Array(form(Buffer.concat([exact, Buffer.alloc(2 ** 22)])));
    const answer = fetch(`${target.url}/api/v1/upload`, {
      method: 'POST',
      headers: { 'content-type': MULTIPART },
      body: new Blob([piece]).stream(),
      duplex: 'half',
    });
    assert.deepEqual((await assertRefused(answer, 413, 'FILE_TOO_LARGE')).details, DETAILS);
    await nothingIsLeft(blobs);
  });

  it('gets a response that curl can read', async (t) => {
    const run = promisify(execFile);
    if (
      await run('curl', ['--version']).then(
        () => false,
        () => true,
      )
    )
      return t.skip('curl is not installed');
    const directory = await mkdtemp(join(tmpdir(), 'imgd-test-'));
    try {
      const path = join(directory, 'large.png');
      await writeFile(path, Buffer.concat([exact, Buffer.alloc(2 ** 22)]));
      const options = ['-sS', '--max-time', '20', '-H', 'Transfer-Encoding: chunked', '-F', `file=@${path}`];
      const { stdout } = await run('curl', [...options, '-w', '\n%{http_code}', `${target.url}/api/v1/upload`]);
      const [body = '', status] = stdout.split('\n');
      assert.equal(status, '413');
      const shown = JSON.parse(body) as { success: boolean; error: ApiError };
      assertErrorBody(shown, 'FILE_TOO_LARGE');
      assert.deepEqual(shown.error.details, DETAILS);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  });
});

describe('Expect: 100-continue', () => {
  it('gets 100 Continue before the response', async () => {
    const body = form(await imageFixture('png').bytes());
    const request = head(
      `Content-Type: ${MULTIPART}`,
      `Content-Length: ${body.length}`,
      'Expect: 100-continue',
      'Connection: close',
    );
    const text = await rawAnswer(request, hasWholeJson, body);
    assert.match(text, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
    assert.match(text, /"success":true/);
  });
});
