import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NEEDS_INSPECTION } from '../support/api.ts';
import { smallPng } from '../support/requests.ts';
import { startApp } from '../support/start-app.ts';

async function post(url: string, part: string): Promise<Response> {
  const body = new FormData();
  body.append(part, new Blob([new Uint8Array(await smallPng(5))]), 'a.png');
  return fetch(url, { method: 'POST', body });
}

describe('limits of doors', { skip: NEEDS_INSPECTION }, () => {
  it('the hour of the API: 429 in the form of the protocol, with Retry-After', async () => {
    const plans = JSON.stringify({ anonymous: { requestsPerHour: 1 } });
    await using app = await startApp({ env: { IMGD_DOORS: 'all', IMGD_PLANS: plans } });
    assert.equal((await post(`${app.url}/api/v1/upload`, 'file')).status, 200);
    for (const [path, part, status, text] of [
      ['/for/tinymce', 'file', 429, /"error":\{"message":"Rate limit exceeded/],
      ['/for/text', 'file', 429, /^Rate limit exceeded\. Retry in \d+ seconds\.\n$/],
      ['/api/1/upload', 'source', 429, /"status_code":429/],
      ['/3/image.xml', 'image', 429, /<data success="0" status="429">/],
      ['/api/v2/upload', 'smfile', 200, /"code":"rate_limit_exceeded"/],
      ['/lsky/api/v1/upload', 'file', 429, /"status":false/],
      ['/picgo/upload', 'list', 429, /"success":false/],
      ['/micropub/media', 'file', 429, /"error_description":"Rate limit/],
    ] as const) {
      const response = await post(app.url + path, part);
      assert.equal(response.status, status, path);
      assert.match(await response.text(), text);
      assert.match(response.headers.get('retry-after') ?? '', /^\d+$/, path);
      assert.match(response.headers.get('ratelimit') ?? '', /r=0/, path);
    }
  });
});
