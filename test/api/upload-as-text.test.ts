import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertRefused, at, upload, uploaded } from '../support/api.ts';
import { smallPng } from '../support/requests.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

let app: TestApp;
before(async () => {
  app = await startApp();
});
after(() => app[Symbol.asyncDispose]());

const TEXT = 'text/plain; charset=utf-8';

describe('POST /api/v1/upload with Accept: text/plain', () => {
  it('answers the direct link and a newline', async () => {
    const bytes = await smallPng(1);
    for (const accept of ['text/plain', 'text/plain, */*;q=0.1', 'application/json;q=0.5, text/plain']) {
      const response = await upload(app, bytes, {}, { accept });
      assert.deepEqual([response.status, response.headers.get('content-type')], [200, TEXT], accept);
      const text = await response.text();
      assert.match(text, /^http\S+\/i\/\w{12}\.png\n$/);
      const image = await fetch(at(app, text.trim()));
      assert.deepEqual(Buffer.from(await image.arrayBuffer()), bytes);
    }
  });

  it('answers JSON where the client prefers neither', async () => {
    for (const accept of ['application/json, text/plain, */*', '*/*', 'text/html', 'text/plain;q=0, */*']) {
      await uploaded(upload(app, await smallPng(2), {}, { accept }));
    }
  });

  it('answers a refusal as a line of text', async () => {
    const response = await upload(app, Buffer.from('no picture at all'), {}, { accept: 'text/plain' });
    assert.deepEqual([response.status, response.headers.get('content-type')], [400, TEXT]);
    assert.match(await response.text(), /^Only image files are allowed\. [^\n]*\n$/);
    const unknown = await fetch(`${app.url}/api/v1/image/x`, { headers: { accept: 'text/plain' } });
    await assertRefused(unknown, 404, 'IMAGE_NOT_FOUND');
  });

  it('repeats a text for the same Idempotency-Key', async () => {
    const headers = { accept: 'text/plain', 'idempotency-key': '"3a9dfc0e-7f43-4a4e-9a63-0f5f5f0f8a11"' };
    const bytes = await smallPng(3);
    const [first, second] = [await upload(app, bytes, {}, headers), await upload(app, bytes, {}, headers)];
    assert.equal(second.headers.get('idempotent-replayed'), 'true');
    assert.equal(await second.text(), await first.text());
  });
});

describe('a slash behind the path of an upload', () => {
  it('changes nothing', async () => {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(await smallPng(4))]), 'a.png');
    await uploaded(fetch(`${app.url}/api/v1/upload/?a=b`, { method: 'POST', body }));
    await assertRefused(fetch(`${app.url}/api/v1/upload/`), 405, 'METHOD_NOT_ALLOWED');
  });
});
