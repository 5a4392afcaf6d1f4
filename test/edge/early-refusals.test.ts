import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import * as nginx from '../../scripts/services/nginx.ts';
import * as varnish from '../../scripts/services/varnish.ts';
import { picture } from '../fixtures/pixels.ts';
import { type ApiError, upload, uploaded } from '../support/api.ts';
import { type CachedApp, startBehind } from '../support/edge.ts';
import { missing } from '../support/services.ts';

const CHUNK = Buffer.alloc(64 * 1024, 7);
/** More than the buffers of all connections on the way hold. */
const BODY_BYTES = 80 * 2 ** 20;

interface Refusal {
  status: number;
  code: string;
  retryAfter: string | undefined;
}

/** Sends a body as long as somebody reads it. @returns the answer, which comes before its end */
function sendUntilRefused(url: string, headers: Record<string, string | number>, method = 'POST'): Promise<Refusal> {
  return new Promise((resolve, reject) => {
    let left = BODY_BYTES;
    let isAnswered = false;
    const sent = request(url, { method, headers: { 'content-length': BODY_BYTES, ...headers } });
    const write = (): void => {
      while (left > 0 && !isAnswered) {
        left -= CHUNK.length;
        if (!sent.write(CHUNK)) return void sent.once('drain', write);
      }
    };
    sent.on('error', (error) => isAnswered || reject(error));
    sent.on('response', (answer) => {
      isAnswered = true;
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        sent.destroy();
        const text = Buffer.concat(chunks).toString();
        const error = text.startsWith('{') ? (JSON.parse(text) as { error: ApiError }).error : undefined;
        const { statusCode = 0, headers: received } = answer;
        resolve({ status: statusCode, code: error?.code ?? text, retryAfter: received['retry-after'] });
      });
      answer.on('error', reject);
    });
    write();
  });
}

const CACHES = { nginx, varnish } as const;

for (const kind of ['nginx', 'varnish'] as const) {
  const cache = CACHES[kind];
  const skip = missing(kind, { ...cache, start: (dir) => cache.start(dir, '') });

  describe(`large uploads through ${kind}`, { skip }, () => {
    let cached: CachedApp;
    before(async () => {
      cached = await startBehind({ kind, start: cache.start });
    });
    after(() => cached?.[Symbol.asyncDispose]());

    const form = { 'content-type': 'multipart/form-data; boundary=x' };

    it('get the refusals that imgd sends before it has the body', async () => {
      const to = (path: string) => `${cached.url}${path}`;
      const tooLarge = await sendUntilRefused(to('/api/v1/upload'), form);
      assert.deepEqual([tooLarge.status, tooLarge.code], [413, 'FILE_TOO_LARGE']);
      const unknown = await sendUntilRefused(to('/api/v1/upload'), { ...form, authorization: 'Bearer none' });
      assert.deepEqual([unknown.status, unknown.code], [401, 'INVALID_API_KEY']);
      const part = { 'content-type': 'application/offset+octet-stream', 'tus-resumable': '1.0.0', 'upload-offset': 0 };
      const absent = await sendUntilRefused(to('/api/v1/uploads/none'), part, 'PATCH');
      assert.deepEqual([absent.status, absent.code], [404, 'UPLOAD_NOT_FOUND']);
    });

    it('succeed, and leave the cache as it is for the next requests', async () => {
      const image = await uploaded(upload({ url: cached.url }, await picture(200, 100).png().toBuffer()));
      for (const expected of [1, 1]) {
        assert.equal((await fetch(image.links.direct)).status, 200);
        const { pathname } = new URL(image.links.direct);
        assert.equal(cached.answers.filter(({ url }) => url === pathname).length, expected);
      }
    });
  });
}
