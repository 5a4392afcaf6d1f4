import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at, register, uploaded, upload as uploadTo } from '../support/api.ts';
import { bearer, call, patch, smallPng } from '../support/requests.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

// What people who open an address in a browser get, beside what programs get.

const PERSON = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'sec-fetch-dest': 'document' };
const OLD_BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const PICTURE = { accept: 'image/avif,image/webp,*/*', 'sec-fetch-dest': 'image' };

let app: TestApp;
let key: string;
let shade = 0;
before(async () => {
  app = await startApp();
  key = await register(app);
});
after(() => app[Symbol.asyncDispose]());

const put = async () => uploaded(uploadTo(app, await smallPng(shade++), {}, bearer(key)));

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(app.nodeUrl + path, { headers, redirect: 'manual' });
  return { response, text: await response.text(), type: response.headers.get('content-type') ?? '' };
}

async function assertPage(path: string, heading: string, headers: Record<string, string> = PERSON): Promise<Response> {
  const { response, text, type } = await get(path, headers);
  assert.equal(response.status, 404, path);
  assert.equal(type, 'text/html; charset=utf-8', path);
  assert.match(text, new RegExp(`<h1>${heading}</h1>`), path);
  assert.match(text, /<a class="button" href="[^"]+">Upload an image<\/a>/, 'a way on');
  return response;
}

async function assertJson(path: string, code: string, headers: Record<string, string> = {}): Promise<Response> {
  const { response, text } = await get(path, headers);
  assert.equal(response.status, 404, path);
  assert.equal(JSON.parse(text).error.code, code, path);
  return response;
}

describe('an address that does not exist', () => {
  it('answers a page to people and JSON to programs', async () => {
    for (const path of ['/nosuchpage', '/privacy', '/image', '/a', '/assets/none.css', '/%3Cscript%3E']) {
      await assertPage(path, 'Page not found');
      await assertPage(path, 'Page not found', OLD_BROWSER);
      await assertJson(path, 'ENDPOINT_NOT_FOUND');
      await assertJson(path, 'ENDPOINT_NOT_FOUND', { accept: 'application/json, text/html' });
      await assertJson(path, 'ENDPOINT_NOT_FOUND', PICTURE);
    }
    await assertJson('/api/v1/nothing', 'ENDPOINT_NOT_FOUND', PERSON);
  });

  it('leads people from slashes at its end and capitals to the page that they mean, and to no other host', async () => {
    for (const [path, location] of [
      ['/about/', '/about'],
      ['/About', '/about'],
      ['/ERRORS//', '/errors'],
      ['/Image/AbcDefGhiJ12/?a=1', '/image/AbcDefGhiJ12?a=1'],
    ] as const) {
      const { response } = await get(path, PERSON);
      assert.deepEqual([response.status, response.headers.get('location')], [301, location], path);
      assert.equal(response.headers.get('cache-control'), 'private, no-cache');
      await assertJson(path, 'ENDPOINT_NOT_FOUND');
    }
    for (const path of ['//evil.example/', '//evil.example/about', '/%5Cevil.example/']) {
      assert.equal((await get(path, PERSON)).response.status, 404, path);
    }
  });
});

describe('the direct link of a deleted image', () => {
  it('answers a page to people, which shared caches never keep, and JSON to programs', async () => {
    const image = await put();
    await call(app, 'DELETE', `/image/${image.id}`, key);
    for (const link of [image.links.direct, image.links.thumbnail, image.links.direct.replace('/i/', '/i/x')]) {
      const { pathname } = new URL(link);
      const page = await assertPage(pathname, 'Image not available');
      assert.equal(page.headers.get('cache-control'), 'private, no-cache');
      assert.equal(page.headers.get('vary'), 'Accept-Encoding, Accept-Language, Cookie, Accept, Sec-Fetch-Dest');
      for (const headers of [{}, PICTURE]) {
        const json = await assertJson(pathname, 'IMAGE_NOT_FOUND', headers);
        assert.equal(json.headers.get('cache-control'), 'public, max-age=30');
        assert.equal(json.headers.get('vary'), 'Accept, Sec-Fetch-Dest');
      }
    }
  });

  it('answers people the picture while the image exists, with the fields that it always had', async () => {
    const image = await put();
    const { response } = await get(new URL(image.links.direct).pathname, PERSON);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('vary'), null);
    assert.match(response.headers.get('cache-control') ?? '', /^public, max-age=86400, stale-while-revalidate/);
  });
});

it('GET /i/{id} without an extension leads people to the page of the image', async () => {
  const image = await put();
  const { response } = await get(`/i/${image.id}`, PERSON);
  assert.deepEqual([response.status, response.headers.get('location')], [302, image.links.view_page]);
  assert.equal(response.headers.get('cache-control'), 'private, no-cache');
  await assertJson(`/i/${image.id}`, 'IMAGE_NOT_FOUND');
  await assertJson('/i/zzzzzzzzzzzz', 'IMAGE_NOT_FOUND');
  await assertPage('/i/zzzzzzzzzzzz', 'Image not available');
});

describe('a copy of a page in the browser', () => {
  it('is asked for again each time, and unchanged it is answered 304', async () => {
    const image = await put();
    const page = new URL(image.links.view_page).pathname;
    // With a query the route answers, without one the in-memory fast path.
    for (const path of [page, `${page}?`]) {
      const first = await get(path);
      assert.equal(
        first.response.headers.get('cache-control'),
        'public, max-age=0, s-maxage=60, must-revalidate',
        'browsers keep nothing unasked, edges a minute',
      );
      assert.equal(first.response.headers.get('cdn-cache-control'), 'public, max-age=60');
      const etag = first.response.headers.get('etag') ?? '';
      assert.match(etag, /^W\/"/);
      const again = await get(path, { 'if-none-match': etag });
      assert.deepEqual([again.response.status, again.text], [304, '']);
    }
    const etag = (await get(page)).response.headers.get('etag') ?? '';
    await patch(app, `/image/${image.id}`, { filename: 'renamed.png' }, key);
    const changed = await get(page, { 'if-none-match': etag });
    assert.equal(changed.response.status, 200);
    assert.match(changed.text, /renamed/);
  });

  it('of a site page is revalidated too', async () => {
    for (const path of ['/about', '/errors']) {
      const { response } = await get(path);
      assert.equal(response.headers.get('cache-control'), 'no-cache');
      const etag = response.headers.get('etag') ?? '';
      assert.equal((await get(path, { 'if-none-match': etag })).response.status, 304);
    }
  });

  it('of a missing page is not used again without asking', async () => {
    const { response } = await get('/image/zzzzzzzzzzzz', PERSON);
    assert.equal(response.headers.get('cache-control'), 'public, max-age=0, s-maxage=30, must-revalidate');
  });
});

it('a report that is refused by its limit says so in words, and leads back to the image', async () => {
  const image = await put();
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const url = at(app, `${image.links.view_page}/report`);
  const post = () => fetch(url, { method: 'POST', headers: form, body: 'reason=spam' });
  let answer = await post();
  for (let times = 1; times < 30 && answer.status === 200; times++) answer = await post();
  const text = await answer.text();
  assert.equal(answer.status, 429);
  assert.match(text, /<h1>Too many requests<\/h1>\n<p>Try again in (a minute|\d+ minutes)\.<\/p>/);
  assert.ok(text.includes(`<a class="button" href="${image.links.view_page}">Back to the image</a>`));
});
