import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import * as varnish from '../../scripts/services/varnish.ts';
import type { Deletion } from '../../src/api/images.ts';
import { picture } from '../fixtures/pixels.ts';
import { type Uploaded, upload, uploaded } from '../support/api.ts';
import { type CachedApp, startBehind } from '../support/edge.ts';
import { assertCopyOfEachLanguage } from '../support/edge-languages.ts';
import { accountOf, call, send } from '../support/requests.ts';
import { missing } from '../support/services.ts';
import { until } from '../support/until.ts';

const skip = missing('Varnish', { ...varnish, start: (dir) => varnish.start(dir, '') });
const HOUR_MS = 3_600_000;

describe('Varnish in front of imgd', { skip }, () => {
  let cached: CachedApp;
  let jpeg: Buffer;
  let refused = 0;
  // A TCP proxy, because the HTTP server of Node does not support the method BAN.
  const proxy = createServer((client) => {
    const varnishSide = connect(Number(new URL(cached.url).port), '127.0.0.1');
    for (const [from, to] of [
      [client, varnishSide],
      [varnishSide, client],
    ] as const) {
      from.on('error', () => to.destroy()).on('close', () => to.destroy());
    }
    varnishSide.on('data', (bytes) => client.write(bytes));
    client.on('data', (request) => {
      if (refused === 0) varnishSide.write(request);
      else {
        refused--;
        client.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      }
    });
  });
  before(async () => {
    jpeg = await picture(900, 300).jpeg().toBuffer();
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    cached = await startBehind({
      kind: 'varnish',
      start: varnish.start,
      purgeUrl: async () => `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    });
  });
  after(async () => {
    await cached?.[Symbol.asyncDispose]();
    proxy.close();
  });

  let shade = 0;
  const put = async (fields: Record<string, string> = {}) => {
    const bytes = await picture(300 + ++shade, 200)
      .jpeg()
      .toBuffer();
    return uploaded(upload({ url: cached.origin }, bytes, fields, {}, 'cat.jpg'));
  };
  const remove = async ({ id, delete_token }: Uploaded): Promise<string> => {
    const answer = await call({ url: cached.origin }, 'DELETE', `/image/${id}`, delete_token);
    assert.equal(answer.status, 200);
    return ((await answer.json()) as { data: { deletion: { id: string } } }).data.deletion.id;
  };
  const deletion = async (id: string): Promise<Deletion> =>
    ((await (await call({ url: cached.origin }, 'GET', `/deletions/${id}`)).json()) as { data: Deletion }).data;
  const originRequests = (path: string) => cached.answers.filter(({ url }) => url.startsWith(path));

  it('answers from its copy: whole, in ranges, HEAD and conditional', async () => {
    const { links } = await uploaded(upload({ url: cached.origin }, jpeg, {}, {}, 'cat.jpg'));
    const { pathname } = new URL(links.direct);
    const first = await fetch(links.direct);
    assert.ok(Buffer.from(await first.arrayBuffer()).equals(jpeg));
    const etag = first.headers.get('etag') ?? '';
    assert.equal(originRequests(pathname).length, 1);

    const whole = await fetch(`${links.direct}?utm=1`, { headers: { cookie: 'a=b' } });
    assert.deepEqual([whole.status, whole.headers.get('age')], [200, '0'], 'browsers may cache it for a whole day');
    assert.ok(Buffer.from(await whole.arrayBuffer()).equals(jpeg));
    const head = await fetch(links.direct, { method: 'HEAD' });
    assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(jpeg.length)]);
    const part = await fetch(links.direct, { headers: { range: 'bytes=10-19' } });
    assert.deepEqual([part.status, part.headers.get('content-range')], [206, `bytes 10-19/${jpeg.length}`]);
    assert.ok(Buffer.from(await part.arrayBuffer()).equals(jpeg.subarray(10, 20)));
    assert.equal((await fetch(links.direct, { headers: { range: `bytes=${jpeg.length}-` } })).status, 416);
    const same = await fetch(links.direct, { headers: { 'if-none-match': etag } });
    assert.deepEqual([same.status, (await same.arrayBuffer()).byteLength], [304, 0]);
    assert.equal((await fetch(links.direct, { headers: { 'if-none-match': '"other"' } })).status, 200);
    assert.equal(originRequests(pathname).length, 1, 'the service received one request');
  });

  it('keeps a copy of a page for each language, and a purge removes all of them', () =>
    assertCopyOfEachLanguage({ kind: 'varnish', start: varnish.start }));

  it('fetches the whole image on a first HEAD and on a first range request', async () => {
    for (const options of [{ method: 'HEAD' }, { headers: { range: 'bytes=0-9' } }] as const) {
      const { links, size } = await put();
      await (await fetch(links.direct, options)).arrayBuffer();
      const whole = await fetch(links.direct);
      assert.equal((await whole.arrayBuffer()).byteLength, size);
      assert.equal(originRequests(new URL(links.direct).pathname).length, 1);
    }
  });

  it('passes uploads, deletes and the rest of the API through', async () => {
    const image = await uploaded(upload({ url: cached.url }, await picture(77, 20).png().toBuffer()));
    assert.equal((await call({ url: cached.url }, 'GET', `/image/${image.id}`)).status, 200);
    assert.equal((await call({ url: cached.url }, 'DELETE', `/image/${image.id}`, image.delete_token)).status, 200);
    assert.equal((await call({ url: cached.url }, 'GET', `/image/${image.id}`)).status, 404);
  });

  it('answers 404 to every address of a deleted image after the purge', async (t) => {
    const image = await put();
    const { direct, thumbnail, view_page } = image.links;
    const oembed = `${cached.url}/oembed?url=${encodeURIComponent(view_page)}`;
    const all = [
      direct,
      direct.replace('.jpg', '.jpeg'),
      thumbnail,
      thumbnail.replace('.jpg', '.jpeg'),
      view_page,
      `${oembed}&format=json`,
      `${oembed}&maxwidth=100`,
    ];
    const statuses = async () => {
      const answers = await Promise.all(all.map((url) => fetch(url)));
      await Promise.all(answers.map((answer) => answer.arrayBuffer()));
      return answers.map(({ status }) => status);
    };
    assert.deepEqual(
      await statuses(),
      all.map(() => 200),
    );
    const before = cached.answers.length;
    assert.deepEqual(
      await statuses(),
      all.map(() => 200),
    );
    assert.equal(cached.answers.length, before, 'all of them are cached');

    const id = await remove(image);
    const begun = performance.now();
    await until(async () => (await fetch(direct)).status === 404);
    t.diagnostic(`from the answer to DELETE to the first 404 at the edge: ${Math.round(performance.now() - begun)} ms`);
    const purged = await until(async () => {
      const found = await deletion(id);
      return found.edge.state === 'purged' && found;
    });
    assert.deepEqual(
      await statuses(),
      all.map(() => 404),
    );
    assert.deepEqual(
      [purged.edge.attempts, purged.edge.last_error, purged.cause, purged.storage.state],
      [1, null, 'request', 'gone'],
    );
    assert.ok(purged.edge.at);
  });

  it('shows an image again at once that was restored from the trash', async () => {
    const { key } = await accountOf(cached.app, {});
    const authorization = `Bearer ${key}`;
    const bytes = await picture(321, 45).jpeg().toBuffer();
    const image = await uploaded(upload({ url: cached.origin }, bytes, {}, { authorization }));
    const status = async () => (await fetch(image.links.direct)).status;
    assert.equal(await status(), 200);
    assert.equal((await call({ url: cached.origin }, 'DELETE', `/image/${image.id}?trash=true`, key)).status, 200);
    await until(async () => (await status()) === 404);
    assert.equal((await send({ url: cached.origin }, '/trash/restore', { ids: [image.id] }, key)).status, 200);
    const begun = performance.now();
    await until(async () => (await status()) === 200);
    assert.ok(performance.now() - begun < 15_000, 'the 404 would stay for 30 seconds');
  });

  it('retries a failed purge, and the deletion shows the number of attempts', async () => {
    const image = await put();
    assert.equal((await fetch(image.links.direct)).status, 200);
    refused = 1;
    const id = await remove(image);
    const failedOnce = await until(async () => {
      const found = await deletion(id);
      return found.edge.attempts === 1 && found;
    });
    assert.deepEqual([failedOnce.edge.state, failedOnce.edge.last_error], ['pending', 'The edge answered 503.']);
    assert.equal((await fetch(image.links.direct)).status, 200, 'the edge is not purged yet');
    refused = 1;
    cached.clock.shiftMs += 7_000;
    await until(async () => (await deletion(id)).edge.attempts === 2);
    cached.clock.shiftMs += 13_000;
    const purged = await until(async () => {
      const found = await deletion(id);
      return found.edge.state === 'purged' && found;
    });
    assert.deepEqual([purged.edge.attempts, purged.edge.last_error], [3, null]);
    assert.equal((await fetch(image.links.direct)).status, 404);
  });

  it('never serves an image one second after its expiry; the test detects a longer cache time', async (t) => {
    const dir = await mkdtemp(join(tmpdir(), 'imgd-edge-'));
    const stale = await varnish.start(dir, cached.origin, (vcl) => vcl.replace('keep = 1h', 'ttl = 1h'));
    try {
      const image = await put({ expiry: '1' });
      const leftMs = 3_000;
      cached.clock.shiftMs += Date.parse(image.expires_at ?? '') - leftMs - cached.clock.now();
      const endsAt = Date.parse(image.expires_at ?? '') - cached.clock.shiftMs;
      const paths = [image.links.direct, image.links.thumbnail, image.links.view_page].map(
        (link) => new URL(link).pathname,
      );
      /** The send time of the last request with a 200 response, in milliseconds after the expiry. */
      let polls = 0;
      const lastServed = async (url: string) => {
        let last = Number.NEGATIVE_INFINITY;
        while (Date.now() < endsAt + 1_500) {
          const sentAt = Date.now();
          if (url.endsWith(paths[0] ?? '')) polls++;
          const answer = await fetch(url);
          await answer.arrayBuffer();
          if (answer.status === 200) last = sentAt - endsAt;
          else assert.equal(answer.status, 404);
          await sleep(25);
        }
        return last;
      };
      const first = await fetch(cached.url + paths[0]);
      const maxAge = Number(/max-age=(\d+)/.exec(first.headers.get('cache-control') ?? '')?.[1]);
      assert.ok(maxAge <= leftMs / 1_000, 'no longer than the lifetime of the image');
      assert.equal(first.headers.get('cdn-cache-control'), `public, max-age=${maxAge}`);
      const [staleLast, ...lasts] = await Promise.all([
        lastServed(stale.url + paths[0]),
        ...paths.map((path) => lastServed(cached.url + path)),
      ]);
      t.diagnostic(`last request with 200: ${lasts.map(Math.round).join(', ')} ms after the expiry`);
      for (const last of lasts) {
        assert.ok(last > -leftMs, 'it was served before');
        assert.ok(last < 1_000, `served ${last} ms after its expiry`);
      }
      assert.ok((staleLast ?? 0) >= 1_000, 'the control is detected');
      const requests = originRequests(paths[0] ?? '');
      // The edge does not cache an image in its last second.
      assert.ok(requests.length < polls / 2, `${requests.length} of ${polls} requests reached the service`);
    } finally {
      await stale.stop();
      await rm(dir, { recursive: true, force: true });
    }
  });

  it('revalidates an expired copy, and caches it again when nothing has changed', async () => {
    const registered = await fetch(`${cached.origin}/api/v1/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'varnish@example.com', password: 'correct horse' }),
    });
    const { data } = (await registered.json()) as { data: { api_key: { key: string } } };
    const authorization = `Bearer ${data.api_key.key}`;
    const bytes = await picture(123, 45).jpeg().toBuffer();
    const image = await uploaded(upload({ url: cached.origin }, bytes, { expiry: '1' }, { authorization }));
    cached.clock.shiftMs += HOUR_MS - 2_500;
    const path = new URL(image.links.direct).pathname;
    await (await fetch(image.links.direct)).arrayBuffer();
    const changed = await fetch(`${cached.origin}/api/v1/image/${image.id}`, {
      method: 'PATCH',
      headers: { authorization, 'content-type': 'application/json' },
      body: '{"expiry":0}',
    });
    assert.equal(changed.status, 200);
    await until(async () => {
      const answer = await fetch(image.links.direct);
      assert.equal(answer.status, 200);
      assert.ok(Buffer.from(await answer.arrayBuffer()).equals(bytes));
      return answer.headers.get('cache-control')?.includes('immutable');
    });
    assert.deepEqual(
      originRequests(path).map(({ status }) => status),
      [200, 304],
    );
    await (await fetch(image.links.direct)).arrayBuffer();
    assert.equal(originRequests(path).length, 2, 'it is cached again');

    const nearer = await fetch(`${cached.origin}/api/v1/image/${image.id}`, {
      method: 'PATCH',
      headers: { authorization, 'content-type': 'application/json' },
      body: '{"expiry":1}',
    });
    assert.equal(nearer.status, 200);
    await until(async () =>
      /max-age=3[56]\d\d$/.test((await fetch(image.links.direct)).headers.get('cache-control') ?? ''),
    );
  });

  it('refuses purges from other addresses, and tags that are not tags of images', async () => {
    for (const tags of ['', 'img-short', 'img-AAAAAAAAAAAA|.*', 'img-AAAAAAAAAAAA)||(.*']) {
      const answer = await fetch(`${cached.url}/`, { method: 'BAN', headers: { 'x-imgd-tags': tags } });
      assert.equal(answer.status, 400, tags);
    }
    const dir = await mkdtemp(join(tmpdir(), 'imgd-edge-'));
    const closed = await varnish.start(dir, cached.origin, (vcl) =>
      vcl.replaceAll('"127.0.0.1";\n  "::1";', '"192.0.2.1";'),
    );
    try {
      for (const method of ['PURGE', 'BAN']) {
        const headers = { 'x-imgd-tags': 'img-AAAAAAAAAAAA', 'x-forwarded-for': '192.0.2.1' };
        assert.equal((await fetch(`${closed.url}/i/x.jpg`, { method, headers })).status, 405);
      }
    } finally {
      await closed.stop();
      await rm(dir, { recursive: true, force: true });
    }
  });
});
