import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Album } from '../../src/api/albums.ts';
import type { ImageInfo } from '../../src/api/images.ts';
import { assertRefused, at, register, upload, uploaded } from '../support/api.ts';
import { bearer, bulk, call, patch, send, smallPng } from '../support/requests.ts';
import { dataOf } from '../support/sign-in.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

const HOSTILE = `"><script>alert(1)</script>'&amp;<img src=x onerror=alert(2)>`;

let app: TestApp;
let png: Buffer;
before(async () => {
  app = await startApp();
  png = await smallPng(1);
});
after(() => app[Symbol.asyncDispose]());

/** Creates and shares an album with images of these names. */
async function albumOf(names: readonly string[], { name = 'Cats', description = '' } = {}) {
  const key = await register(app);
  const { id } = await dataOf<Album>(send(app, '/albums', { name, description }, key));
  const ids: string[] = [];
  for (const filename of names) {
    ids.push((await uploaded(upload(app, png, { album: name }, bearer(key), filename))).id);
  }
  const { public_url } = await dataOf<Album>(patch(app, `/albums/${id}`, { public: true }, key));
  return { key, id, ids, url: at(app, public_url ?? '') };
}

const linksIn = (html: string) => [...html.matchAll(/<a [^>]*href="(http[^"]+)"/g)].map(([, href = '']) => href);
const imagesIn = (html: string) =>
  [...html.matchAll(/class="tile[^"]*" href="[^"]*\/([^"/]+)"/g)].map(([, id = '']) => id);

async function page(url: string): Promise<string> {
  const response = await fetch(url);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8');
  assert.equal(response.headers.get('cache-control'), 'no-store');
  assert.equal(response.headers.get('x-robots-tag'), 'noindex');
  assert.equal(response.headers.get('referrer-policy'), 'no-referrer');
  return response.text();
}

async function expectNotFound(url: string, title = 'Album not available'): Promise<void> {
  const response = await fetch(url);
  assert.equal(response.status, 404, url);
  assert.equal(response.headers.get('cache-control'), 'no-store');
  assert.match(await response.text(), new RegExp(`<h1>${title}</h1>`));
}

describe('GET /a/{token}', () => {
  it('shows the thumbnails of a public album, newest first, each with a link to its image', async () => {
    const { ids, url } = await albumOf(['1.png', '2.png'], { description: 'My\ncats' });
    const html = await page(url);
    assert.deepEqual(imagesIn(html), ids.toReversed());
    assert.match(html, /<h1><bdi>Cats<\/bdi><\/h1>/);
    assert.match(html, />My\ncats</);
    assert.match(html, /<span>2 images<\/span>/);
    assert.match(html, /<meta name="robots" content="noindex">/);
    for (const [, source = ''] of html.matchAll(/<img src="([^"]+\/t\/[^"]+)"/g)) {
      assert.equal((await fetch(at(app, source))).status, 200);
    }
    assert.equal([...html.matchAll(/<img src="[^"]+\/t\//g)].length, 2);
  });

  it('answers 404 before sharing, after sharing ends and after the album is deleted', async () => {
    const { key, id, ids, url } = await albumOf(['1.png']);
    const share = async (isPublic: boolean) => dataOf<Album>(patch(app, `/albums/${id}`, { public: isPublic }, key));
    assert.equal(at(app, (await share(true)).public_url ?? ''), url, 'sharing it again changes nothing');
    await page(url);
    const ended = await share(false);
    assert.deepEqual([ended.public, ended.public_url], [false, null]);
    await expectNotFound(url);
    await expectNotFound(`${url}/${ids[0]}`);
    const again = at(app, (await share(true)).public_url ?? '');
    assert.notEqual(again, url, 'the old link stays invalid');
    await expectNotFound(url);
    await page(again);
    await call(app, 'DELETE', `/albums/${id}`, key);
    await expectNotFound(again);
    // A proxy would refuse some of these itself.
    for (const token of ['x', id, '0'.repeat(24), '%00', `${'0'.repeat(23)}'`])
      await expectNotFound(`${app.nodeUrl}/a/${token}`);
  });

  it('has links to further pages, without script', async () => {
    const { key, url } = await albumOf([]);
    for (let i = 0; i < 7; i++) {
      const files = Array.from({ length: 10 }, (_, j) => [`${i}${j}.png`, png] as const);
      await dataOf(bulk(app, files, { fields: { album: 'Cats' }, headers: bearer(key) }));
    }
    const seen: string[] = [];
    let next: string | undefined = url;
    let pages = 0;
    while (next !== undefined) {
      const html: string = await page(next);
      seen.push(...imagesIn(html));
      pages++;
      const link = /rel="next" href="([^"]+)"/.exec(html)?.[1];
      next = link === undefined ? undefined : at(app, link);
      assert.equal(
        linksIn(html).some((href) => at(app, href) === url),
        pages > 1,
        'a link back from the second page on',
      );
    }
    assert.equal(pages, 2);
    assert.equal(seen.length, 70);
    assert.equal(new Set(seen).size, 70);
    assert.equal((await fetch(`${url}?cursor=x`)).status, 400);
    assert.equal((await fetch(`${url}?cursor=a&cursor=b`)).status, 400);
  });

  it('has link previews, feeds and a download, and gives each picture its place before it is loaded', async () => {
    const { url, key, id } = await albumOf(['1.png'], { description: 'My cats' });
    const html = await page(url);
    const own = /<meta property="og:url" content="([^"]+)">/.exec(html)?.[1] ?? '';
    assert.equal(at(app, own), url);
    for (const name of ['og:title', 'og:description', 'og:image', 'og:image:width', 'og:image:height']) {
      assert.match(html, new RegExp(`<meta property="${name}" content="[^"]+">`), name);
    }
    assert.match(html, /<meta name="twitter:card"/);
    for (const type of ['application/atom\\+xml', 'application/feed\\+json']) {
      const feed =
        new RegExp(`<link rel="alternate" type="${type}" title="Cats" href="([^"]+)">`).exec(html)?.[1] ?? '';
      assert.equal((await fetch(at(app, feed))).status, 200, type);
    }
    const download = /<a class="button quiet" href="([^"]+\/download)"/.exec(html)?.[1] ?? '';
    assert.equal((await fetch(at(app, download))).headers.get('content-type'), 'application/zip');
    assert.match(html, /<li class="w13"><a class="tile/);
    await patch(app, `/albums/${id}`, { share: { download: false } }, key);
    assert.doesNotMatch(await page(url), /\/download"/);
    const [image = ''] = imagesIn(html);
    assert.doesNotMatch(await page(`${url}/${image}`), /\sdownload="/);
  });

  it('shows hostile names and texts as text', async () => {
    const { ids, url } = await albumOf([`${HOSTILE.replaceAll('/', '')}.png`], { name: HOSTILE, description: HOSTILE });
    for (const address of [url, `${url}/${ids[0]}`]) {
      const html = await page(address);
      assert.doesNotMatch(html, /<script(?! src=)|<img src=x|\sstyle=/);
      assert.ok(html.includes('&lt;script&gt;alert(1)'));
    }
  });

  it('says that an album has no images', async () => {
    const { url } = await albumOf([]);
    assert.match(await page(url), /There are no images here/);
  });
});

it('pages of public albums are limited for each address', async () => {
  await using limited = await startApp({ env: { IMGD_WINDOWS: '{"albumPages":{"address":2}}' } });
  const pages = [`/a/${'x'.repeat(24)}`, `/a/${'x'.repeat(24)}/AAAAAAAAAAAA`, `/a/${'y'.repeat(24)}`];
  const answers = await Array.fromAsync(pages, (path) => fetch(limited.url + path));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [404, 404, 429],
  );
  assert.ok(Number(answers[2]?.headers.get('retry-after')) > 0);
});

describe('GET /a/{token}/{id}', () => {
  it('shows the image with links to its neighbours and to the album', async () => {
    const { ids, url } = await albumOf(['1.png', '2.png', '3.png']);
    const [oldest = '', middle = '', newest = ''] = ids;
    const steps = async (id: string) => {
      const html = await page(`${url}/${id}`);
      assert.ok(
        linksIn(html).some((href) => at(app, href) === url),
        'a link to the album',
      );
      const step = (rel: string) => new RegExp(`rel="${rel}" href="[^"]*/([^"/]+)"`).exec(html)?.[1];
      return [step('prev'), step('next')];
    };
    assert.deepEqual(await steps(newest), [undefined, middle]);
    assert.deepEqual(await steps(middle), [newest, oldest]);
    assert.deepEqual(await steps(oldest), [middle, undefined]);
  });

  it('shows only images of the album', async () => {
    const { key, ids, url } = await albumOf(['1.png']);
    const outside = await uploaded(upload(app, png, { album: 'private' }, bearer(key)));
    const anonymous = await uploaded(upload(app, png));
    for (const id of [outside.id, anonymous.id, '000000000000', 'x']) {
      await expectNotFound(`${url}/${id}`, 'Image not available');
    }
    await patch(app, `/image/${ids[0]}`, { album: null }, key);
    await expectNotFound(`${url}/${ids[0]}`, 'Image not available');
  });

  it('does not add the album to the view page of the image', async () => {
    const { ids, key, url } = await albumOf(['1.png'], { name: 'Secret name' });
    const info = await dataOf<ImageInfo>(call(app, 'GET', `/image/${ids[0]}`, key));
    const html = await (await fetch(at(app, info.links.view_page))).text();
    assert.doesNotMatch(html, /Secret name|\/a\//);
    const stranger = await dataOf<ImageInfo>(call(app, 'GET', `/image/${ids[0]}`));
    assert.equal(stranger.album, undefined);
    await assertRefused(call(app, 'GET', `/albums/${new URL(url).pathname.slice(3)}`, key), 404, 'ALBUM_NOT_FOUND');
  });
});
