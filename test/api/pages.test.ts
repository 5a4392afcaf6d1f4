import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { ERRORS } from '../../src/core/errors.ts';
import { uploaded, upload as uploadTo } from '../support/api.ts';
import { createFakeClock } from '../support/clock.ts';
import { smallPng } from '../support/requests.ts';
import { startApp, type TestApp } from '../support/start-app.ts';
import { makeJpeg, uploadAs } from '../web/upload.ts';

const HOSTILE = `"><script>alert(1)<\\script>'&amp;<img src=x onerror=alert(2)>.jpg`;
// The service removes everything up to a backslash: old Windows browsers send full paths.
const HOSTILE_BASE = `script>'&amp;<img src=x onerror=alert(2)>.jpg`;

// Images are dated in whole seconds.
const clock = createFakeClock(Math.floor(Date.now() / 1_000) * 1_000);
let app: TestApp;
let picture: Buffer;

before(async () => {
  app = await startApp({ clock });
  picture = await makeJpeg(800, 600);
});
after(() => app[Symbol.asyncDispose]());

const upload = (filename = 'cat.jpg', fields: Record<string, string> = {}) =>
  uploadAs(app.url, picture, filename, fields);

/** The content of the meta element with this property or name. */
function meta(html: string, name: string): string | undefined {
  return new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)">`).exec(html)?.[1];
}

async function expectNotFoundPage(response: Response): Promise<void> {
  assert.equal(response.status, 404);
  assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
  assert.match(await response.text(), /<h1>Image not available<\/h1>/);
}

test('GET /image/{id} is a complete page with the image info and all six links', async () => {
  const image = await upload();
  const response = await fetch(image.links.view_page);
  const html = await response.text();
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8');
  assert.match(html, /^<!doctype html>\n<html lang="en">/);
  assert.match(html, /<title>cat\.jpg · imgd<\/title>/);
  assert.match(html, /<meta name="viewport" content="width=device-width, initial-scale=1">/);
  for (const landmark of ['<header', '<main', '<footer']) assert.ok(html.includes(landmark), landmark);
  for (const link of Object.values(image.links)) {
    const escaped = link.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
    assert.ok(html.includes(`value="${escaped}"`), link);
  }
  assert.ok(html.includes('800 × 600 pixels'));
  assert.ok(html.includes(`<time datetime="${image.uploaded_at}">`));
  assert.ok(html.includes(' bytes</small>'));
});

test('pages contain no inline code and may load only images of the image host and assets of the service', async () => {
  const image = await upload();
  for (const url of [
    image.links.view_page,
    image.delete_url,
    `${app.url}/`,
    `${app.url}/errors`,
    `${app.url}/image/x`,
  ]) {
    const response = await fetch(url);
    const html = await response.text();
    const host = new URL(image.links.direct).origin;
    assert.equal(
      response.headers.get('content-security-policy'),
      `default-src 'none'; img-src 'self' ${host}; style-src ${host}/assets/; script-src ${host}/assets/; font-src ${host}/assets/; connect-src 'self'; manifest-src ${host}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    );
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
    assert.doesNotMatch(html, /<script(?! src=)|<style|\son\w+=|\sstyle=/);
    const loaded = [...html.matchAll(/(?:src|<link rel="(?:icon|stylesheet)"[^>]*? href)="([^"]+)"/g)].map(
      (m) => m[1]!,
    );
    assert.ok(loaded.length >= 3);
    for (const address of loaded) assert.ok(address.startsWith(`${host}/`), address);
  }
});

test('a hostile filename is escaped everywhere on the page', async () => {
  for (const [given, kept] of [
    [HOSTILE, HOSTILE_BASE],
    [`"><script>alert(1)</script>.jpg`, 'script>.jpg'],
    [`"><script src=x>.jpg`, `"><script src=x>.jpg`],
  ] as const) {
    const image = await upload(given);
    assert.equal(image.filename, kept);
    for (const url of [image.links.view_page, image.delete_url]) {
      const html = await (await fetch(url)).text();
      assert.ok(!html.includes(kept), 'the page must not contain the raw name');
      assert.doesNotMatch(html, /<script(?! src="http)|<img src=x|"><script src=x/);
      assert.ok(
        html.includes(
          kept
            .replaceAll('&', '&amp;')
            .replaceAll('<', '&lt;')
            .replaceAll('>', '&gt;')
            .replaceAll('"', '&quot;')
            .replaceAll("'", '&#39;'),
        ),
      );
    }
  }
});

test('link previews find Open Graph, Twitter card, canonical URL and oEmbed discovery', async () => {
  const image = await upload();
  const html = await (await fetch(image.links.view_page)).text();
  const found = (name: string) => meta(html, name);
  assert.deepEqual(
    Object.fromEntries(
      [
        'og:title',
        'og:type',
        'og:url',
        'og:site_name',
        'og:image',
        'og:image:type',
        'og:image:width',
        'og:image:height',
        'og:image:alt',
        'twitter:card',
        'robots',
      ].map((name) => [name, found(name)]),
    ),
    {
      'og:title': 'cat.jpg',
      'og:type': 'website',
      'og:url': image.links.view_page,
      'og:site_name': 'imgd',
      'og:image': image.links.direct,
      'og:image:type': 'image/jpeg',
      'og:image:width': '800',
      'og:image:height': '600',
      'og:image:alt': 'cat.jpg',
      'twitter:card': 'summary_large_image',
      robots: 'noindex',
    },
  );
  assert.equal(found('og:image:secure_url'), undefined);
  assert.ok(html.includes(`<link rel="canonical" href="${image.links.view_page}">`));
  const discovery = /<link rel="alternate" type="application\/json\+oembed"[^>]* href="([^"]+)">/.exec(html)?.[1];
  const answer = await fetch(discovery!.replaceAll('&amp;', '&'));
  assert.equal(((await answer.json()) as { url: string }).url, image.links.direct);
});

test('the picture of a link preview is a JPEG, PNG or GIF of at most 1,280 pixels and 1 MiB', async () => {
  const ofImage = async (image: { links: { view_page: string } }) => {
    const html = await (await fetch(image.links.view_page)).text();
    return ['og:image', 'og:image:type', 'og:image:width', 'og:image:height', 'og:description', 'twitter:card'].map(
      (name) => meta(html, name),
    );
  };
  const large = await uploadAs(app.url, await makeJpeg(2_000, 1_000), 'large.jpg');
  const [url = '', ...rest] = await ofImage(large);
  assert.equal(url, large.links.direct.replace(/\/i\/(\w+)\.jpg$/, '/v/$1/1280.jpg'));
  assert.deepEqual([rest[0], rest[1], rest[2], rest[4]], ['image/jpeg', '1280', '640', 'summary_large_image']);
  assert.match(rest[3] ?? '', /^JPEG image, 2000 × 1000 pixels, /);
  const variant = await fetch(url);
  assert.equal(variant.headers.get('content-type'), 'image/jpeg');
  const sides = await sharp(Buffer.from(await variant.arrayBuffer())).metadata();
  assert.deepEqual([sides.width, sides.height], [1280, 640]);

  const avif = await uploadAs(
    app.url,
    await sharp(await makeJpeg(400, 300))
      .avif()
      .toBuffer(),
    'small.avif',
  );
  const [still = '', type, width] = await ofImage(avif);
  assert.deepEqual([type, width], ['image/jpeg', '400'], 'no picture is enlarged');
  assert.equal((await fetch(still)).headers.get('content-type'), 'image/jpeg');
  const tiny = await uploadAs(app.url, await makeJpeg(100, 100), 'tiny.jpg');
  assert.equal((await ofImage(tiny)).at(-1), 'summary');
});

test('/about has a link preview', async () => {
  const html = await (await fetch(`${app.url}/about`)).text();
  const origin = new URL((await upload()).links.direct).origin;
  assert.equal(meta(html, 'og:url'), `${origin}/about`);
  assert.equal(meta(html, 'og:title'), 'Upload an image, get a link');
  assert.match(meta(html, 'og:description') ?? '', /^Upload images and share them with a link/);
  assert.equal(meta(html, 'twitter:card'), 'summary');
});

test('the footer links the pages of the operator', async () => {
  const env = {
    IMGD_TERMS_URL: 'https://example.com/terms',
    IMGD_PRIVACY_URL: 'https://example.com/privacy',
    IMGD_CONTACT: 'help@example.com',
  };
  await using other = await startApp({ env });
  const html = await (await fetch(`${other.url}/about`)).text();
  for (const url of [env.IMGD_TERMS_URL, env.IMGD_PRIVACY_URL, 'mailto:help@example.com'])
    assert.ok(html.includes(`<a href="${url}">`), url);
  assert.doesNotMatch(await (await fetch(`${app.url}/about`)).text(), /mailto:|>Terms</);
  await assert.rejects(startApp({ env: { IMGD_CONTACT: 'nothing' } }), /IMGD_CONTACT/);
});

test('the page has og:image:secure_url when images are served over https', async () => {
  await using secure = await startApp({ env: { IMGD_IMAGE_HOST: 'https://img.example.com' } });
  const image = await uploadAs(secure.url, picture, 'cat.jpg');
  const html = await (await fetch(`${secure.url}/image/${image.id}`)).text();
  assert.equal(meta(html, 'og:image:secure_url'), image.links.direct);
  assert.ok(html.includes('href="https://img.example.com/assets/site.'));
});

test('HEAD of a page equals GET without the body', async () => {
  const image = await upload();
  for (const url of [image.links.view_page, image.delete_url, `${app.url}/`, `${app.url}/errors`]) {
    const head = await fetch(url, { method: 'HEAD' });
    const get = await fetch(url);
    assert.equal(head.status, 200);
    assert.equal(head.headers.get('content-length'), String(Buffer.byteLength(await get.text())));
    assert.equal(head.headers.get('content-security-policy'), get.headers.get('content-security-policy'));
    assert.equal(await head.text(), '');
  }
  const missing = await fetch(`${app.url}/image/zzzzzzzzzzzz`, { method: 'HEAD' });
  assert.equal(missing.status, 404);
  assert.match(missing.headers.get('content-type') ?? '', /^text\/html/);
});

test('unknown, malformed and expired images have a 404 page, and no page is cacheable beyond the expiry', async () => {
  await expectNotFoundPage(await fetch(`${app.url}/image/zzzzzzzzzzzz`));
  await expectNotFoundPage(await fetch(`${app.url}/image/${encodeURIComponent('<b>')}`));
  const image = await upload('soon.jpg', { expiry: '1' });
  const early = await fetch(image.links.view_page);
  assert.equal(early.headers.get('cache-control'), 'public, max-age=0, s-maxage=60, must-revalidate');
  assert.ok((await early.text()).includes(`<time datetime="${image.expires_at}">`));
  clock.advance(3_600_000 - 10_000);
  const late = await fetch(image.links.view_page);
  assert.equal(late.headers.get('cache-control'), 'public, max-age=0, s-maxage=10, must-revalidate');
  assert.equal(late.headers.get('cdn-cache-control'), 'public, max-age=10');
  clock.advance(10_000);
  await expectNotFoundPage(await fetch(image.links.view_page));
});

test('assets have a hash in their name and are cacheable for ever', async () => {
  const html = await (await fetch(`${app.url}/`)).text();
  const [style] = /http[^"]+\/assets\/site\.[0-9a-f]{16}\.css/.exec(html) ?? [];
  const current = await fetch(style!);
  assert.equal(current.status, 200);
  assert.equal(current.headers.get('content-type'), 'text/css; charset=utf-8');
  assert.equal(current.headers.get('cache-control'), 'public, max-age=31536000, immutable');
  const other = await fetch(style!.replace(/[0-9a-f]{16}/, '0'.repeat(16)));
  assert.equal(other.status, 200);
  assert.equal(other.headers.get('cache-control'), 'public, max-age=60');
  for (const name of ['nothing.css', 'site.css', '..%2fbase.css', `constructor.${'0'.repeat(16)}.css`]) {
    assert.equal((await fetch(`${app.url}/assets/${name}`)).status, 404, name);
  }
});

test('the service serves an icon and robots.txt', async () => {
  for (const path of ['/favicon.svg', '/favicon.ico']) {
    const icon = await fetch(app.url + path);
    assert.equal(icon.headers.get('content-type'), 'image/svg+xml');
    assert.match(await icon.text(), /^<svg /);
  }
  const robots = await fetch(`${app.url}/robots.txt`);
  assert.match(robots.headers.get('content-type') ?? '', /^text\/plain/);
  assert.equal(await robots.text(), 'User-agent: *\nDisallow: /api/\n');
});

test('the front page shows an upload command and the configured limits', async () => {
  await using other = await startApp({
    env: { IMGD_PLANS: '{"free":{"requestsPerHour":4321}}', IMGD_BASE_URL: 'https://api.example.com' },
  });
  const html = await (await fetch(`${other.url}/`)).text();
  assert.ok(html.includes('curl -F file=@cat.jpg https://api.example.com/api/v1/upload'));
  assert.ok(html.includes('<th scope="row">free</th><td>4,321</td><td>64 MB</td><td>50</td>'));
  assert.ok(html.includes('<th scope="row">enterprise</th><td>unlimited</td><td>1 GB</td><td>unlimited</td>'));
  for (const path of ['/docs', '/errors']) assert.ok(html.includes(`href="https://api.example.com${path}"`), path);
});

test('/errors lists every code with an anchor, status and message', async () => {
  const html = await (await fetch(`${app.url}/errors`)).text();
  for (const [code, { status, message }] of Object.entries(ERRORS)) {
    const section = html.split('<section').find((part) => part.includes(`id="${code}"`));
    assert.ok(section?.includes(`id="status-${status}"`), code);
    assert.ok(section?.includes(message), code);
  }
  assert.equal(html.match(/<div id="[A-Z_]+">/g)?.length, Object.keys(ERRORS).length);
});

test('with an https address every answer asks for https only, unless that is switched off', async () => {
  const fieldsOf = async (env: Record<string, string>) => {
    await using app = await startApp({ env });
    const image = await uploaded(uploadTo({ url: app.url }, await smallPng(7)));
    const paths = [image.links.direct, image.links.view_page, image.links.thumbnail].map(
      (link) => new URL(link).pathname,
    );
    // Twice, so that also the in-memory fast path answers.
    const all = [
      ...paths,
      ...paths,
      `/api/v1/image/${image.id}`,
      '/api/v1/usage',
      '/api/v1/nothing',
      '/livez',
      '/docs',
      '/',
    ];
    const answers = await Array.fromAsync(all, (path) => fetch(app.url + path));
    return new Set(answers.map(({ headers }) => headers.get('strict-transport-security')));
  };
  const https = { IMGD_BASE_URL: 'https://images.example' };
  assert.deepEqual(await fieldsOf(https), new Set(['max-age=31536000']));
  assert.deepEqual(await fieldsOf({ ...https, IMGD_HSTS_SECONDS: '0' }), new Set([null]));
  assert.deepEqual(await fieldsOf({}), new Set([null]));
});
