import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import * as nginx from '../../scripts/services/nginx.ts';
import type { Deletion } from '../../src/api/images.ts';
import { LANGUAGES } from '../../src/core/languages.ts';
import { createNginxEdge, PAGE_LANGUAGES } from '../../src/edge/create-edge.ts';
import { picture } from '../fixtures/pixels.ts';
import { type Uploaded, upload, uploaded } from '../support/api.ts';
import { type CachedApp, startBehind } from '../support/edge.ts';
import { startEdgeApi } from '../support/edge-api.ts';
import { assertCopyOfEachLanguage } from '../support/edge-languages.ts';
import { call, storageBeside } from '../support/requests.ts';
import { missing } from '../support/services.ts';
import { until } from '../support/until.ts';

const skip = missing('nginx', { ...nginx, start: (dir) => nginx.start(dir, '') });
const HOUR_MS = 3_600_000;
/** Lifetime of an image after its first request at the edge. */
const LEFT_MS = 2_400;

/**
 * Requests an image and its page from the edge until after their expiry.
 * @returns the send time of the last request with a 200 response, in milliseconds after the expiry
 */
async function lastServed({ app, origin, url }: CachedApp): Promise<number> {
  const image = await uploaded(upload({ url: origin }, await picture(99, 20).jpeg().toBuffer(), { expiry: '1' }));
  const paths = [image.links.direct, image.links.view_page].map((link) => new URL(link).pathname);
  // The edge uses the real clock, so the expiry is moved instead of the clock. nginx counts whole seconds: an expiry
  // within a second would be exceeded.
  const begin = Math.ceil(Date.now() / 1_000 + 1) * 1_000;
  const endsAt = begin + LEFT_MS;
  const storage = await storageBeside(app);
  await storage.db.updateTable('images').set({ expires_at: endsAt }).where('id', '=', image.id).execute();
  await storage.close();
  await until(() => Date.now() >= begin);
  let last = Number.NEGATIVE_INFINITY;
  while (Date.now() < endsAt + 1_500) {
    for (const path of paths) {
      const sentAt = Date.now();
      const answer = await fetch(url + path);
      await answer.arrayBuffer();
      if (answer.status === 200) last = sentAt - endsAt;
      else assert.equal(answer.status, 404);
    }
  }
  return last;
}

describe('nginx in front of imgd', { skip }, () => {
  let cached: CachedApp;
  before(async () => {
    cached = await startBehind({ kind: 'nginx', start: nginx.start });
  });
  after(() => cached?.[Symbol.asyncDispose]());

  let shade = 0;
  const bytesOf = () =>
    picture(300 + ++shade, 200)
      .jpeg()
      .toBuffer();
  const put = async (fields: Record<string, string> = {}) =>
    uploaded(upload({ url: cached.origin }, await bytesOf(), fields, {}, 'cat.jpg'));
  const remove = async ({ id, delete_token }: Uploaded): Promise<string> => {
    const answer = await call({ url: cached.origin }, 'DELETE', `/image/${id}`, delete_token);
    return ((await answer.json()) as { data: { deletion: { id: string } } }).data.deletion.id;
  };
  const deletion = async (id: string): Promise<Deletion> =>
    ((await (await call({ url: cached.origin }, 'GET', `/deletions/${id}`)).json()) as { data: Deletion }).data;
  const get = async (url: string, init?: RequestInit) => {
    const answer = await fetch(url, init);
    return { answer, body: Buffer.from(await answer.arrayBuffer()), status: answer.status, headers: answer.headers };
  };

  it('has one copy of a view page for all queries, which a purge removes', async () => {
    const image = await uploaded(upload({ url: cached.origin }, await bytesOf(), {}, {}, 'cat.jpg'));
    const page = image.links.view_page;
    for (const query of ['', '?utm=1', '?x=2']) assert.equal((await get(page + query)).status, 200);
    const id = await remove(image);
    await until(async () => (await deletion(id)).edge.state === 'purged');
    for (const query of ['', '?utm=1', '?x=2']) assert.equal((await get(page + query)).status, 404, query);
  });

  it('keeps a copy of a page for each language, and a purge removes all of them', () =>
    assertCopyOfEachLanguage({ kind: 'nginx', start: nginx.start }));

  it('answers from its copy: whole, in ranges, HEAD and conditional', async () => {
    const bytes = await bytesOf();
    const { links } = await uploaded(upload({ url: cached.origin }, bytes, {}, {}, 'cat.jpg'));
    const requests = () => cached.answers.filter(({ url }) => url.startsWith(new URL(links.direct).pathname)).length;
    const first = await get(links.direct);
    assert.ok(first.body.equals(bytes));
    assert.ok((await get(`${links.direct}?utm=1`, { headers: { cookie: 'a=b' } })).body.equals(bytes));
    const part = await get(links.direct, { headers: { range: 'bytes=10-19' } });
    assert.deepEqual([part.status, part.headers.get('content-range')], [206, `bytes 10-19/${bytes.length}`]);
    assert.ok(part.body.equals(bytes.subarray(10, 20)));
    const head = await get(links.direct, { method: 'HEAD' });
    assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(bytes.length)]);
    const etag = first.headers.get('etag') ?? '';
    assert.equal((await get(links.direct, { headers: { 'if-none-match': etag } })).status, 304);
    assert.match(first.headers.get('cache-control') ?? '', /^public, max-age=86400, .*immutable$/);
    assert.equal(requests(), 1, 'the service received one request');
  });

  it('answers 404 to every address of a deleted image after the purge', async (t) => {
    const image = await put();
    const { direct, thumbnail, view_page } = image.links;
    const oembed = `${cached.url}/oembed?url=${encodeURIComponent(view_page)}&format=json`;
    const all = [direct, direct.replace('.jpg', '.jpeg'), thumbnail, view_page, oembed];
    const statuses = async () => Promise.all(all.map(async (url) => (await get(url)).status));
    assert.deepEqual(
      await statuses(),
      all.map(() => 200),
    );
    const before = cached.answers.length;
    await statuses();
    assert.equal(cached.answers.length, before, 'all of them are cached');
    const id = await remove(image);
    const begun = performance.now();
    await until(async () => (await get(direct)).status === 404);
    t.diagnostic(`from the answer to DELETE to the first 404 at the edge: ${Math.round(performance.now() - begun)} ms`);
    const purged = await until(async () => {
      const found = await deletion(id);
      return found.edge.state === 'purged' && found;
    });
    assert.equal(purged.edge.attempts, 1);
    assert.deepEqual(
      await statuses(),
      all.map(() => 404),
    );
  });

  it('gives browsers the expiry as a date, not as an age, because nginx sends no Age header', async () => {
    const image = await put({ expiry: '1' });
    cached.clock.shiftMs += HOUR_MS - 30_000;
    const endsAt = Date.parse(image.expires_at ?? '') - cached.clock.shiftMs;
    for (const link of [image.links.direct, image.links.thumbnail]) {
      const first = await get(link);
      const again = await get(link);
      assert.equal(again.headers.get('x-cache-status'), 'HIT');
      for (const { headers } of [first, again]) {
        assert.equal(headers.get('cache-control'), 'public');
        const expires = Date.parse(headers.get('expires') ?? '') - cached.clock.shiftMs;
        assert.ok(expires <= endsAt && expires > endsAt - 3_000, `${expires - endsAt} ms after its expiry`);
      }
    }
  });

  it('never serves an image one second after its expiry; the test detects a longer cache time', async (t) => {
    const keepsLonger = 'proxy_ignore_headers X-Accel-Expires Cache-Control Expires; proxy_cache_valid 200 1h;';
    const stale = await startBehind({
      kind: 'nginx',
      start: (dir, origin) =>
        nginx.start(dir, origin, (conf) => conf.replaceAll('proxy_cache imgd;', `proxy_cache imgd; ${keepsLonger}`)),
    });
    await using exact = await startBehind({ kind: 'nginx', start: nginx.start });
    try {
      const lasts = await Promise.all([stale, exact].map((one) => lastServed(one)));
      t.diagnostic(`last request with 200: ${lasts.map(Math.round).join(' (the control) and ')} ms after the expiry`);
      const [control = 0, last = 0] = lasts;
      assert.ok(last > -LEFT_MS, 'it was served before');
      assert.ok(last < 0, `served ${last} ms after its expiry`);
      assert.ok(control >= 1_000, 'the control is detected');
    } finally {
      await stale[Symbol.asyncDispose]();
    }
  });

  it('shows images on the pages of the named sites only, from its copy too, where that is switched on', async () => {
    const image = await put();
    const { pathname } = new URL(image.links.direct);
    const dir = await mkdtemp(join(tmpdir(), 'imgd-edge-'));
    const guarded = await nginx.start(dir, cached.origin, (conf) =>
      conf.replace(/# (valid_referers [^;]*;\n *)# (if \(\$invalid_referer\))/, '$1$2'),
    );
    try {
      const ask = async (referer?: string) => {
        const answer = await fetch(guarded.url + pathname, { headers: referer === undefined ? {} : { referer } });
        await answer.arrayBuffer();
        return { status: answer.status, cacheControl: answer.headers.get('cache-control') };
      };
      for (let round = 0; round < 2; round++) {
        assert.equal((await ask()).status, 200, 'no Referer');
        for (const ours of ['https://images.example/', 'https://blog.images.example/post']) {
          assert.equal((await ask(ours)).status, 200, ours);
        }
        for (const other of ['https://other.example/', 'https://images.example.evil.example/']) {
          assert.deepEqual(await ask(other), { status: 403, cacheControl: null }, other);
        }
      }
      assert.equal((await fetch(image.links.direct, { headers: { referer: 'https://other.example/' } })).status, 200);
    } finally {
      await guarded.stop();
      await rm(dir, { recursive: true, force: true });
    }
  });

  it('refreshes copies for the nodes of imgd only', async () => {
    const image = await put();
    await get(image.links.direct);
    const refreshed = await get(image.links.direct, { headers: { 'x-imgd-refresh': '1' } });
    assert.equal(refreshed.headers.get('x-cache-status'), 'BYPASS', 'loopback is allowed');
    const statuses: (string | null)[] = [];
    for (const refresh of ['0', '0']) {
      const { status, headers } = await get(image.links.direct, { headers: { 'x-imgd-refresh': refresh } });
      assert.equal(status, 200, 'what the refresh stored is outdated at once');
      statuses.push(headers.get('x-cache-status'));
    }
    assert.deepEqual(statuses, ['EXPIRED', 'HIT']);
  });
});

it('the languages of pages are the same in the configurations of both caches, and in the purge', () => {
  for (const file of ['nginx/imgd.conf', 'varnish/imgd.vcl']) {
    const text = readFileSync(new URL(`../../deploy/${file}`, import.meta.url), 'utf8');
    const lists = [...text.matchAll(/\(((?:[a-z]{2}\|)+[a-z]{2})\)/g), ...text.matchAll(/<imgd_tag>([a-z|]+)\)/g)];
    assert.ok(lists.length > 0, file);
    for (const [, list = ''] of lists) assert.deepEqual(list.split('|'), PAGE_LANGUAGES, file);
  }
  for (const { code } of LANGUAGES) assert.ok(PAGE_LANGUAGES.includes(code), code);
});

it('the edge nginx counts a cached response, a failed service and a redirect as failures', async () => {
  const [image] = [{ tag: 'img-a', urls: ['https://cdn.example/i/a.jpg'] }];
  for (const [status, cacheStatus, summary] of [
    [200, 'HIT', 'The edge did not refresh its copy.'],
    [404, '', 'The edge did not refresh its copy.'],
    [502, 'BYPASS', 'The edge answered 502.'],
    [301, 'BYPASS', 'The edge answered 301.'],
    [404, 'BYPASS', undefined],
    [200, 'BYPASS', undefined],
  ] as const) {
    await using api = await startEdgeApi(() => ({ status, headers: { 'x-cache-status': cacheStatus } }));
    const [failure] = await createNginxEdge({ servers: [api.url], timeoutMs: 1_000 }).purge(image ? [image] : []);
    assert.equal(failure?.summary, summary, `${status} ${cacheStatus}`);
    const [request] = api.requests;
    assert.deepEqual([request?.method, request?.url], ['HEAD', '/i/a.jpg']);
  }
});
