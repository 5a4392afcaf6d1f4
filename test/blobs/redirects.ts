import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createClient } from '../../packages/client/src/client.ts';
import type { TestS3 } from '../support/ceph.ts';
import { createFakeClock } from '../support/clock.ts';
import { call, smallPng } from '../support/requests.ts';
import { startApp, type TestApp } from '../support/start-app.ts';
import { until } from '../support/until.ts';
import { tempDir } from '../unit/cli/support.ts';

const HOUR_MS = 3_600_000;

async function upload(app: TestApp, shade: number, options = {}) {
  const bytes = await smallPng(shade);
  const file = new File([new Uint8Array(bytes)], 'Größe, "groß".png');
  return { bytes, ...(await createClient({ baseUrl: app.url }).upload(file, options)) };
}

const get = (url: string, init: RequestInit = {}) => fetch(url, { ...init, redirect: 'manual' });

function maxAgeOf(response: Response, field = 'cache-control'): number {
  const [, seconds] = /max-age=(\d+)/.exec(response.headers.get(field) ?? '') ?? assert.fail(`no max-age in ${field}`);
  return Number(seconds);
}

function locationOf(response: Response): URL {
  return new URL(response.headers.get('location') ?? assert.fail(`no location, but ${response.status}`));
}

/** Originals that clients fetch from the store. */
export function redirects(
  opened: () => Promise<TestS3>,
  settings: () => Promise<Record<string, string>>,
  options: { skip: string | false },
): void {
  const redirecting = async (): Promise<Record<string, string>> => ({ ...(await settings()), IMGD_S3_REDIRECT: 'on' });

  describe('IMGD_S3_REDIRECT=on', options, () => {
    it('redirects requests for originals to the store, which responds with the bytes, type and name', async () => {
      const env = await redirecting();
      await using app = await startApp({ env });
      const { bytes, links } = await upload(app, 1);
      const redirect = await get(links.direct);
      assert.equal(redirect.status, 302);
      assert.equal(redirect.headers.get('x-content-type-options'), 'nosniff');
      assert.equal(redirect.headers.get('access-control-allow-origin'), '*');
      const location = locationOf(redirect);
      assert.equal(location.origin, env.IMGD_S3_ENDPOINT);
      assert.ok(!location.href.includes(env.IMGD_S3_SECRET_ACCESS_KEY ?? ''));
      for (const response of [await fetch(location), await fetch(links.direct)]) {
        assert.equal(response.status, 200);
        assert.equal(response.headers.get('content-type'), 'image/png');
        assert.match(
          response.headers.get('content-disposition') ?? '',
          /^inline; filename="Gr.*filename\*=UTF-8''Gr%C3%B6/,
        );
        assert.ok(maxAgeOf(response) > 0);
        assert.ok(Buffer.from(await response.arrayBuffer()).equals(bytes));
      }
      const range = await fetch(links.direct, { headers: { range: 'bytes=10-19' } });
      assert.equal(range.status, 206);
      assert.equal(range.headers.get('content-range'), `bytes 10-19/${bytes.length}`);
      assert.ok(Buffer.from(await range.arrayBuffer()).equals(bytes.subarray(10, 20)));
    });

    it('redirects HEAD to a link for HEAD', async () => {
      await using app = await startApp({ env: await redirecting() });
      const { bytes, links } = await upload(app, 2);
      const redirect = await get(links.direct, { method: 'HEAD' });
      assert.equal(redirect.status, 302);
      const followed = await fetch(locationOf(redirect), { method: 'HEAD' });
      assert.equal(followed.status, 200);
      assert.equal(followed.headers.get('content-length'), String(bytes.length));
      assert.equal(followed.headers.get('content-type'), 'image/png');
    });

    it('sends thumbnails itself, and answers conditional requests with 304', async () => {
      await using app = await startApp({ env: await redirecting() });
      const { links } = await upload(app, 3);
      assert.equal((await get(links.thumbnail)).status, 200);
      await using direct = await startApp();
      const known = await get((await upload(direct, 3)).links.direct);
      const etag = known.headers.get('etag') ?? assert.fail('no tag');
      assert.equal((await get(links.direct, { headers: { 'if-none-match': etag } })).status, 304);
      assert.equal((await get(links.direct, { headers: { 'if-none-match': '"another"' } })).status, 302);
    });

    it('caches a redirect no longer than its link is valid, and a link is valid no longer than the image', async () => {
      // Images expire at whole seconds.
      const clock = createFakeClock(Math.floor(Date.now() / 1_000) * 1_000);
      await using app = await startApp({ env: await redirecting(), clock });
      const forever = await get((await upload(app, 4)).links.direct);
      const { links } = await upload(app, 5, { expiry: 1 });
      const fresh = await get(links.direct);
      for (const redirect of [forever, fresh]) {
        assert.equal(locationOf(redirect).searchParams.get('X-Amz-Expires'), '600');
        assert.equal(maxAgeOf(redirect), 300);
        assert.equal(maxAgeOf(redirect, 'cdn-cache-control'), 300);
      }
      clock.advance(HOUR_MS - 40_000);
      const last = await get(links.direct);
      assert.equal(locationOf(last).searchParams.get('X-Amz-Expires'), '40');
      assert.equal(maxAgeOf(last), 20);
      assert.equal(Date.parse(last.headers.get('expires') ?? ''), Math.floor((clock.now() + 20_000) / 1_000) * 1_000);
      assert.match(locationOf(last).searchParams.get('response-cache-control') ?? '', /^public, max-age=40$/);
      clock.advance(40_000);
      assert.equal((await get(links.direct)).status, 404);
    });

    it('answers 404 after a delete, and so do the earlier links', async () => {
      await using app = await startApp({ env: await redirecting() });
      const { id, delete_token, links } = await upload(app, 6);
      const location = locationOf(await get(links.direct));
      const deleted = await call(app, 'DELETE', `/image/${id}`, delete_token);
      assert.equal(deleted.status, 200);
      assert.equal((await get(links.direct)).status, 404);
      await until(async () => (await get(location.href)).status === 404);
    });

    it('allows the pages to show images from the store', async () => {
      const env = await redirecting();
      await using app = await startApp({ env });
      const { links } = await upload(app, 7);
      const policyOf = async (url: string) => (await get(url)).headers.get('content-security-policy') ?? '';
      assert.match(await policyOf(links.view_page), new RegExp(`img-src [^;]*${env.IMGD_S3_ENDPOINT}`));
    });

    it('links to the public endpoint of the store', async () => {
      const s3 = await opened();
      const { port } = new URL(s3.location().endpoint ?? '');
      const env = { ...(await redirecting()), IMGD_S3_PUBLIC_ENDPOINT: `http://localhost:${port}` };
      await using app = await startApp({ env });
      const { bytes, links } = await upload(app, 8);
      const location = locationOf(await get(links.direct));
      assert.equal(location.hostname, 'localhost');
      assert.ok(Buffer.from(await (await fetch(location)).arrayBuffer()).equals(bytes));
    });

    it('sends blobs itself that have not been moved to the store yet', async () => {
      await using dir = await tempDir();
      const paths: string[] = [];
      {
        await using app = await startApp({ dataDir: dir.path });
        paths.push(new URL((await upload(app, 9)).links.direct).pathname);
      }
      const env = { ...(await redirecting()), IMGD_BLOBS_FALLBACK: 'disk' };
      await using app = await startApp({ dataDir: dir.path, env });
      paths.push(new URL((await upload(app, 10)).links.direct).pathname);
      const statuses = await Promise.all(paths.map(async (path) => (await get(app.url + path)).status));
      assert.deepEqual(statuses, [200, 302]);
    });
  });
}
