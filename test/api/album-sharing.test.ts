import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import type { Album } from '../../src/api/albums.ts';
import { createArchiveSlots } from '../../src/http/protocol/archives.ts';
import { assertRefused, at, NEEDS_INSPECTION, register, upload, uploaded } from '../support/api.ts';
import { createFakeClock } from '../support/clock.ts';
import { bearer, call, patch, send, smallPng } from '../support/requests.ts';
import { dataOf } from '../support/sign-in.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

const PASSWORD = 'summer at the lake';
const HOUR_MS = 3_600_000;
const run = promisify(execFile);

let app: TestApp;
let png: Buffer;
const clock = createFakeClock();
before(async () => {
  app = await startApp({ clock });
  png = await smallPng(1);
});
after(() => app[Symbol.asyncDispose]());

interface Shared {
  key: string;
  id: string;
  ids: string[];
  url: string;
  album: Album;
  change(body: object): Promise<Album>;
}

async function shared(share?: object, names: readonly string[] = ['1.png']): Promise<Shared> {
  const key = await register(app);
  const { id } = await dataOf<Album>(send(app, '/albums', { name: 'Lake', description: 'two days' }, key));
  const ids: string[] = [];
  for (const name of names) {
    clock.advance(1_000);
    ids.push((await uploaded(upload(app, png, { album: 'Lake' }, bearer(key), name))).id);
  }
  const change = (body: object) => dataOf<Album>(patch(app, `/albums/${id}`, body, key));
  const album = await change({ public: true, ...(share && { share }) });
  return { key, id, ids, album, url: at(app, album.public_url ?? ''), change };
}

const get = (url: string, cookie?: string) =>
  fetch(url, { redirect: 'manual', headers: cookie === undefined ? {} : { cookie } });

function post(url: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields), headers });
}

async function unlock(url: string, password = PASSWORD): Promise<string> {
  const response = await post(url, { password });
  assert.equal(response.status, 303, await response.text());
  return response.headers.get('set-cookie')?.split(';')[0] ?? '';
}

describe('PATCH /api/v1/albums/{id} with share', () => {
  it('answers the settings of the link, and null without one', async () => {
    const { album, change, key, id } = await shared();
    const plain = { has_password: false, expires_at: null, ended: false, download: true };
    assert.deepEqual(album.share, plain);
    const expires_at = new Date(clock.now() + HOUR_MS).toISOString();
    const set = await change({ share: { password: PASSWORD, expires_at, download: false } });
    const wanted = { has_password: true, expires_at: `${expires_at.slice(0, 19)}Z`, ended: false, download: false };
    assert.deepEqual(set.share, wanted);
    assert.deepEqual((await change({ name: 'Sea' })).share, wanted, 'a change of the name keeps it');
    assert.deepEqual((await dataOf<Album>(call(app, 'GET', `/albums/${id}`, key))).share, wanted);
    assert.deepEqual((await change({ share: { password: null, expires_at: null, download: true } })).share, plain);
    await change({ share: { password: PASSWORD, expires_at, download: false } });
    assert.equal((await change({ public: false })).share, null);
    assert.deepEqual((await change({ public: true })).share, plain, 'a new link begins without the old settings');
  });

  it('refuses short passwords, an end in the past, unknown members, and settings without a link', async () => {
    const { key, id, change } = await shared();
    const past = new Date(clock.now() - 1_000).toISOString();
    for (const share of [
      { password: 'short' },
      { password: 'x'.repeat(129) },
      { expires_at: past },
      { expires_at: 'tomorrow' },
      { download: 'yes' },
      { more: 1 },
      null,
    ]) {
      await assertRefused(patch(app, `/albums/${id}`, { share }, key), 400, 'INVALID_PARAMETER');
    }
    await change({ public: false });
    const error = await assertRefused(
      patch(app, `/albums/${id}`, { share: { download: true } }, key),
      400,
      'INVALID_PARAMETER',
    );
    assert.equal(error.param, 'share');
    await assertRefused(
      patch(app, `/albums/${id}`, { public: false, share: { download: true } }, key),
      400,
      'INVALID_PARAMETER',
    );
  });
});

describe('an album with a password', () => {
  it('asks for it by a plain form, and names neither the album nor its images', async () => {
    const { url, ids } = await shared({ password: PASSWORD });
    for (const address of [url, `${url}/${ids[0]}`, `${url}/download`]) {
      const response = await get(address);
      assert.equal(response.status, 403);
      assert.equal(response.headers.get('cache-control'), 'private, no-store');
      const html = await response.text();
      assert.match(html, /<form [^>]*method="post"/);
      assert.match(html, /type="password"/);
      assert.doesNotMatch(html, /Lake|two days|1\.png|\/t\//);
    }
    for (const feed of ['feed.atom', 'feed.json']) assert.equal((await get(`${url}/${feed}`)).status, 403);
  });

  it('opens with the cookie of the right password, which belongs to its path only', async () => {
    const { url, ids } = await shared({ password: PASSWORD });
    const response = await post(url, { password: PASSWORD, next: ids[0] ?? '' });
    assert.equal(response.status, 303);
    const path = new URL(url).pathname;
    assert.equal(response.headers.get('location'), `${path}/${ids[0]}`);
    const [pair = '', ...attributes] = (response.headers.get('set-cookie') ?? '').split('; ');
    assert.ok(attributes.includes('HttpOnly') && attributes.includes('SameSite=Lax'), attributes.join());
    assert.ok(attributes.includes(`Path=${path}`), attributes.join());
    for (const address of [url, `${url}/${ids[0]}`]) {
      const page = await get(address, pair);
      assert.equal(page.status, 200);
      assert.equal(page.headers.get('cache-control'), 'private, no-store');
      assert.match(await page.text(), /Lake/);
    }
    assert.equal((await get(`${url}/download`, pair)).status, 200);
    const other = await shared({ password: PASSWORD });
    assert.equal((await get(other.url, pair)).status, 403, 'the cookie of another album');
    assert.equal((await get(url, `${pair}x`)).status, 403);
    assert.equal((await get(url, 'imgd_album=9999999999999.')).status, 403);
    const outside = await post(url, { password: PASSWORD, next: '//evil.example' });
    assert.equal(outside.headers.get('location'), path);
  });

  it('refuses a wrong one with the form and no cookie', async () => {
    const { url } = await shared({ password: PASSWORD });
    for (const password of ['wrong password', '', 'x'.repeat(10_000)]) {
      const response = await post(url, { password });
      assert.equal(response.status, 403);
      assert.equal(response.headers.get('set-cookie'), null);
      assert.equal(response.headers.get('cache-control'), 'private, no-store');
      assert.match(await response.text(), /role="alert"/);
    }
    assert.equal((await fetch(url, { method: 'POST' })).status, 403);
  });

  it('closes again when the password changes, is set again, or a day has passed', async () => {
    const { url, change } = await shared({ password: PASSWORD });
    const cookie = await unlock(url);
    await change({ share: { password: PASSWORD } });
    assert.equal((await get(url, cookie)).status, 403);
    const again = await unlock(url);
    assert.equal((await get(url, again)).status, 200);
    clock.advance(24 * HOUR_MS);
    assert.equal((await get(url, again)).status, 403);
    await change({ share: { password: null } });
    assert.equal((await get(url)).status, 200);
    assert.equal((await post(url, { password: 'whatever' })).status, 303, 'a form that was open leads to the album');
  });

  it('stores no password', async () => {
    const { album } = await shared({ password: PASSWORD });
    assert.doesNotMatch(JSON.stringify(album), /summer|argon2/);
  });
});

describe('the end of a link', () => {
  it('answers 410 with a page, and the owner can move it', async () => {
    const { url, ids, change, key, id } = await shared({
      password: PASSWORD,
      expires_at: new Date(clock.now() + HOUR_MS).toISOString(),
    });
    const cookie = await unlock(url);
    clock.advance(HOUR_MS);
    for (const address of [url, `${url}/${ids[0]}`, `${url}/download`, `${url}/feed.atom`]) {
      const response = await get(address, cookie);
      assert.equal(response.status, 410, address);
      assert.equal(response.headers.get('cache-control'), 'no-store');
    }
    assert.equal((await post(url, { password: PASSWORD })).status, 410);
    const html = await (await get(url)).text();
    assert.doesNotMatch(html, /Lake/);
    assert.equal((await dataOf<Album>(call(app, 'GET', `/albums/${id}`, key))).share?.ended, true);
    const moved = await change({ share: { expires_at: null } });
    assert.equal(moved.share?.ended, false);
    assert.equal((await get(url)).status, 403);
  });
});

describe('guesses of passwords of albums', { skip: NEEDS_INSPECTION }, () => {
  it('are bounded for each address and for each album; right ones do not count', async () => {
    await using limited = await startApp({
      env: { IMGD_WINDOWS: '{"albumPasswords":{"address":3,"album":4}}', IMGD_TRUST_PROXY: '127.0.0.1' },
    });
    const key = await register(limited);
    const { id } = await dataOf<Album>(send(limited, '/albums', { name: 'Lake' }, key));
    const shares = { public: true, share: { password: PASSWORD } };
    const { public_url } = await dataOf<Album>(patch(limited, `/albums/${id}`, shares, key));
    const url = at(limited, public_url ?? '');
    const from = async (address: string, password: string) =>
      (await post(url, { password }, { 'x-forwarded-for': address })).status;
    for (let i = 0; i < 6; i++) assert.equal(await from('192.0.2.1', PASSWORD), 303);
    for (let i = 0; i < 3; i++) assert.equal(await from('192.0.2.1', `wrong ${i}`), 403);
    assert.equal(await from('192.0.2.1', PASSWORD), 429);
    assert.equal(await from('192.0.2.2', PASSWORD), 303);
    assert.equal(await from('192.0.2.2', 'wrong again'), 403);
    assert.equal(await from('192.0.2.3', PASSWORD), 429, 'the album has its share of wrong passwords');
    assert.equal(await from('192.0.2.2', PASSWORD), 429);
  });
});

describe('GET /a/{token}/download', () => {
  const LIST = 'import json,sys,zipfile;z=zipfile.ZipFile(sys.argv[1]);print(json.dumps([z.testzip(),z.namelist()]))';

  it('is an archive of all originals with unique names', async () => {
    const { url, album } = await shared(undefined, ['a.png', 'a.png', '日本.png', 'b.exe']);
    assert.equal(album.share?.download, true);
    const response = await get(`${url}/download`);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'application/zip');
    assert.equal(response.headers.get('content-disposition'), 'attachment; filename="Lake.zip"');
    assert.equal(response.headers.get('cache-control'), 'private, no-store');
    assert.equal(response.headers.get('x-robots-tag'), 'noindex');
    const bytes = Buffer.from(await response.arrayBuffer());
    assert.equal(Number(response.headers.get('content-length')), bytes.length);
    const directory = await mkdtemp(join(tmpdir(), 'imgd-album-'));
    await writeFile(join(directory, 'a.zip'), bytes);
    const { stdout } = await run('python3', ['-c', LIST, join(directory, 'a.zip')]);
    await rm(directory, { recursive: true });
    assert.deepEqual(JSON.parse(stdout), [null, ['a.png', 'a (2).png', '日本.png', 'b.exe.png']]);
    const head = await fetch(`${url}/download`, { method: 'HEAD' });
    assert.deepEqual([head.status, head.headers.get('content-type')], [200, 'application/zip']);
    assert.equal((await get(`${url}/download?part=2`)).status, 200, 'an empty archive');
    for (const part of ['0', '-1', 'x', '', '99999']) {
      assert.equal((await get(`${url}/download?part=${part}`)).status, 400, part);
    }
  });

  const onDisk = process.env.TEST_ENGINE === 'distributed' && 'engine: removes files of a directory';
  it('ends the connection before the end when a picture is missing', { skip: NEEDS_INSPECTION || onDisk }, async () => {
    const env = { IMGD_METRICS_TOKEN: 'metrics-token-of-the-test', IMGD_MEMORY_CACHE_BYTES: '0' };
    await using own = await startApp({ env });
    const key = await register(own);
    for (const shade of [2, 3]) await uploaded(upload(own, await smallPng(shade), { album: 'Lake' }, bearer(key)));
    const { albums } = await dataOf<{ albums: Album[] }>(call(own, 'GET', '/albums', key));
    const { public_url } = await dataOf<Album>(patch(own, `/albums/${albums[0]?.id}`, { public: true }, key));
    const url = `${at(own, public_url ?? '')}/download`;
    const whole = Buffer.from(await (await fetch(url)).arrayBuffer());
    assert.ok(whole.includes('PK\u0005\u0006'));
    for (const blob of await own.blobFiles()) await rm(blob);
    await assert.rejects(async () => (await fetch(url)).arrayBuffer());
    const metrics = await fetch(`${own.url}/metrics`, { headers: bearer(env.IMGD_METRICS_TOKEN) });
    assert.match(await metrics.text(), /method="GET",route="\/a\/:token\/download",status="200"} 2/);
  });

  it('is sent twice at the same time to one address, and not a third time', { skip: NEEDS_INSPECTION }, async () => {
    const { url } = await shared(undefined, ['1.png', '2.png']);
    const archiveSlots = createArchiveSlots(3, 2);
    const free = [archiveSlots.acquire('a'), archiveSlots.acquire('a')];
    assert.throws(() => archiveSlots.acquire('a'), { code: 'TOO_MANY_ATTEMPTS', retryAfterSeconds: 30 });
    archiveSlots.acquire('b');
    assert.throws(() => archiveSlots.acquire('c'), { code: 'SERVICE_UNAVAILABLE' });
    free[0]?.();
    free[0]?.();
    archiveSlots.acquire('c');
    assert.throws(() => archiveSlots.acquire('d'), { code: 'SERVICE_UNAVAILABLE' }, 'a slot is freed once');
    for (let i = 0; i < 5; i++) {
      const response = await fetch(`${url}/download`);
      assert.equal(response.status, 200, 'slots come back');
      await response.arrayBuffer();
    }
  });

  it('is refused where the owner does not allow it', async () => {
    const { url, change } = await shared({ download: false });
    const response = await get(`${url}/download`);
    assert.equal(response.status, 403);
    const { error } = (await response.json()) as { error: { code: string } };
    assert.equal(error.code, 'DOWNLOAD_NOT_ALLOWED');
    await change({ share: { download: true } });
    assert.equal((await get(`${url}/download`)).status, 200);
  });
});

describe('feeds of a public album', () => {
  it('are Atom and JSON with absolute links, newest first, and are asked for conditionally', async () => {
    const { url, ids, album, key } = await shared(undefined, ['1 & <2>.png', '3.png']);
    const publicUrl = album.public_url ?? '';
    const atom = await get(`${url}/feed.atom`);
    assert.equal(atom.status, 200);
    assert.equal(atom.headers.get('content-type'), 'application/atom+xml; charset=utf-8');
    const xml = await atom.text();
    const PARSE =
      'import sys,json,xml.etree.ElementTree as t;n="{http://www.w3.org/2005/Atom}";r=t.fromstring(sys.argv[1]);' +
      'print(json.dumps([r.find(n+"title").text,r.find(n+"id").text,[[e.find(n+"title").text,e.find(n+"link").get("href"),e.find(n+"updated").text] for e in r.findall(n+"entry")]]))';
    const [title, id, entries] = JSON.parse((await run('python3', ['-c', PARSE, xml])).stdout) as [
      string,
      string,
      string[][],
    ];
    assert.deepEqual([title, id], ['Lake', publicUrl]);
    assert.deepEqual(
      entries.map(([name, link]) => [name, link]),
      [
        ['3.png', `${publicUrl}/${ids[1]}`],
        ['1 & <2>.png', `${publicUrl}/${ids[0]}`],
      ],
    );
    const response = await get(`${url}/feed.json`);
    assert.equal(response.headers.get('content-type'), 'application/feed+json; charset=utf-8');
    const feed = (await response.json()) as { version: string; feed_url: string; items: Record<string, unknown>[] };
    assert.equal(feed.version, 'https://jsonfeed.org/version/1.1');
    assert.equal(feed.feed_url, `${publicUrl}/feed.json`);
    assert.equal(feed.items[0]?.url, `${publicUrl}/${ids[1]}`);
    for (const [file, first] of [
      ['feed.atom', atom],
      ['feed.json', response],
    ] as const) {
      assert.equal(first.headers.get('cache-control'), 'no-cache');
      const etag = first.headers.get('etag') ?? '';
      const ask = () => fetch(`${url}/${file}`, { headers: { 'if-none-match': etag } });
      assert.equal((await ask()).status, 304);
    }
    const etag = atom.headers.get('etag') ?? '';
    clock.advance(1_000);
    await uploaded(upload(app, png, { album: 'Lake' }, bearer(key), 'new.png'));
    const changed = await fetch(`${url}/feed.atom`, { headers: { 'if-none-match': etag } });
    assert.equal(changed.status, 200);
    assert.match(await changed.text(), /new\.png/);
  });

  it('end with the link', async () => {
    const { url, change } = await shared();
    assert.equal((await get(`${url}/feed.atom`)).status, 200);
    await change({ public: false });
    assert.equal((await get(`${url}/feed.atom`)).status, 404);
  });
});
