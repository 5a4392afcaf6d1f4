import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at, register, uploaded, upload as uploadTo } from '../support/api.ts';
import { smallPng } from '../support/requests.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

let app: TestApp;
let png: Buffer;
before(async () => {
  app = await startApp();
  png = await smallPng(3);
});
after(() => app[Symbol.asyncDispose]());

type Files = readonly (readonly [name: string, bytes: Buffer | string])[];

async function post(files: Files, { headers = {}, fields = {}, to = app }: PostOptions = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [name, bytes] of files) {
    const part = typeof bytes === 'string' ? bytes : new Uint8Array(bytes);
    form.append('files', new Blob([part], { type: 'image/png' }), name);
  }
  const response = await fetch(`${to.nodeUrl}/upload`, { method: 'POST', body: form, headers });
  const text = await response.text();
  return { response, text, status: response.status, heading: /<h1>(.*?)<\/h1>/.exec(text)?.[1] };
}

interface PostOptions {
  headers?: Record<string, string>;
  fields?: Record<string, string>;
  to?: TestApp;
}

const valuesOf = (html: string) =>
  [...html.matchAll(/ value="(http[^"]*)"/g)].map(([, value = '']) => value.replaceAll('&amp;', '&'));

describe('/upload, the form without JavaScript', () => {
  it('is a page with a form that posts files', async () => {
    const response = await fetch(`${app.url}/upload`);
    const html = await response.text();
    assert.equal(response.status, 200);
    assert.match(html, /<form class="report" method="post" action="\/upload" enctype="multipart\/form-data">/);
    assert.match(html, /<input type="file" name="files" accept="image\/\*" multiple required>/);
    assert.match(html, /JPEG, PNG, GIF, WebP, AVIF, HEIC, TIFF, BMP, JPEG XL, up to 64 MB each, 10 images at a time\./);
  });

  it('answers a page with all links of each image, which no cache keeps', async () => {
    const { response, text, heading } = await post(
      [
        ['one.png', png],
        ['two.png', await smallPng(4)],
      ],
      { fields: { expiry: '24' } },
    );
    assert.deepEqual([response.status, heading], [200, '2 images uploaded']);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    const links = valuesOf(text);
    const direct = links.filter((link) => /\/i\/\w{12}\.png$/.test(link));
    assert.equal(direct.length, 2);
    for (const link of direct) assert.equal((await fetch(at(app, link))).status, 200);
    const [removal = ''] = links.filter((link) => link.includes('/delete/'));
    assert.match(await (await fetch(at(app, removal))).text(), /Delete this image\?/);
    const id = /\/i\/(\w{12})/.exec(direct[0] ?? '')?.[1];
    const info = (await (await fetch(`${app.url}/api/v1/image/${id}`)).json()) as { data: { expires_at: string } };
    assert.ok(Date.parse(info.data.expires_at) > Date.now() + 23 * 3_600_000);
  });

  it('says in words which files were refused, and stores the others', async () => {
    const { status, heading, text } = await post([
      ['good.png', png],
      ['notes.txt', 'hello'],
    ]);
    assert.deepEqual([status, heading], [200, '1 uploaded, 1 failed']);
    assert.match(text, /Not a supported image\. Use JPEG, PNG/);
    const refused = await post([['notes.txt', 'hello']]);
    assert.deepEqual([refused.status, refused.heading], [400, 'Upload failed']);
    const none = await post([]);
    assert.deepEqual([none.status, none.heading], [400, 'Upload images']);
    assert.match(none.text, /role="alert">Choose at least one image\./);
    const many = await post(Array.from({ length: 11 }, (_, i) => [`${i}.png`, png] as const));
    assert.equal(many.status, 400);
    assert.match(many.text, /Too many files\. Upload 10 at a time\./);
  });

  it('uploads as an anonymous caller, whatever credential the request has, and refuses forms on other websites', async () => {
    const key = await register(app);
    const { status, text } = await post([['a.png', png]], { headers: { authorization: `Bearer ${key}` } });
    assert.equal(status, 200);
    const id = /\/i\/(\w{12})/.exec(text)?.[1];
    const info = await fetch(`${app.url}/api/v1/image/${id}`, { headers: { authorization: `Bearer ${key}` } });
    assert.equal(((await info.json()) as { data: { anonymous: boolean } }).data.anonymous, true);
    for (const site of ['cross-site', 'same-site']) {
      assert.equal((await post([['a.png', png]], { headers: { 'sec-fetch-site': site } })).status, 403, site);
    }
    // The pages have the policy no-referrer, with which browsers send this Origin.
    const own = { 'sec-fetch-site': 'same-origin', origin: 'null' };
    assert.equal((await post([['a.png', png]], { headers: own })).status, 200);
  });

  it('counts as one request of the address, and has the limits of the anonymous plan', async () => {
    const plans = '{"anonymous":{"requestsPerHour":1,"maxFileBytes":2000}}';
    await using limited = await startApp({ env: { IMGD_PLANS: plans } });
    const large = await post([['large.png', Buffer.concat([png, Buffer.alloc(3_000)])]], { to: limited });
    assert.equal(large.status, 413);
    assert.match(large.text, /This file is too large\. The limit is 1\.95 kB\./);
    const refused = await post([['a.png', png]], { to: limited });
    assert.deepEqual([refused.status, refused.heading], [429, 'Too many requests']);
    assert.match(refused.text, /Try again in \d+ minutes/);
  });
});

describe('a file name in a form', () => {
  const nameOf = async (escaped: string) => {
    const head = `--x\r\nContent-Disposition: form-data; name="file"; filename="${escaped}"\r\nContent-Type: image/png\r\n\r\n`;
    const response = await fetch(`${app.url}/api/v1/upload`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: Buffer.concat([Buffer.from(head), png, Buffer.from('\r\n--x--\r\n')]),
    });
    return ((await response.json()) as { data: { filename: string } }).data.filename;
  };

  it('loses exactly what browsers escape: quotation marks and line breaks', async () => {
    assert.equal(await nameOf('quote%22s.png'), 'quote"s.png');
    assert.equal(await nameOf('line%0D%0Abreak.png'), 'linebreak.png');
    assert.equal(await nameOf('100%25 %0a %2f %41.png'), '100%25 %0a %2f %41.png');
  });

  it('is what a browser sends', async () => {
    const image = await uploaded(uploadTo(app, png, {}, {}, 'quote"s.png'));
    assert.equal(image.filename, 'quote"s.png');
  });
});
