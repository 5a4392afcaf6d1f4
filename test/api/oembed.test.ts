import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { UploadResult } from '../../src/api/images.ts';
import { createFakeClock } from '../support/clock.ts';
import { startApp, type TestApp } from '../support/start-app.ts';
import { makeJpeg, uploadAs } from '../web/upload.ts';

// Images are dated in whole seconds.
const clock = createFakeClock(Math.floor(Date.now() / 1_000) * 1_000);
let app: TestApp;
let image: UploadResult;

before(async () => {
  app = await startApp({ clock });
  image = await uploadAs(app.url, await makeJpeg(800, 600), 'cat "1".jpg');
});
after(() => app[Symbol.asyncDispose]());

async function oembed(query: Record<string, string>): Promise<{ response: Response; body: Record<string, unknown> }> {
  const response = await fetch(`${app.url}/oembed?${new URLSearchParams(query)}`);
  return { response, body: (await response.json()) as Record<string, unknown> };
}

const thumbnailOf = (to: UploadResult) => ({
  thumbnail_url: to.links.thumbnail,
  thumbnail_width: 320,
  thumbnail_height: 240,
});

test('GET /oembed returns a photo with all members for every link of an image', async () => {
  const { direct, thumbnail, view_page: viewPage } = image.links;
  for (const url of [viewPage, direct, thumbnail, `${viewPage}?utm_source=x#top`]) {
    const { response, body } = await oembed({ url, format: 'json', unknown: 'ignored' });
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
    assert.equal(response.headers.get('access-control-allow-origin'), '*');
    assert.deepEqual(body, {
      version: '1.0',
      type: 'photo',
      url: direct,
      width: 800,
      height: 600,
      title: 'cat "1".jpg',
      provider_name: 'imgd',
      provider_url: `${new URL(direct).origin}/`,
      ...thumbnailOf(image),
      cache_age: 86_400,
    });
  }
});

test('the photo fits into maxwidth and maxheight: the original, the thumbnail, or the thumbnail scaled down', async () => {
  const cases = [
    { box: { maxwidth: '800', maxheight: '600' }, url: image.links.direct, sides: [800, 600], thumbnail: true },
    { box: { maxwidth: '799' }, url: image.links.thumbnail, sides: [320, 240], thumbnail: true },
    { box: { maxheight: '599' }, url: image.links.thumbnail, sides: [320, 240], thumbnail: true },
    { box: { maxwidth: '320', maxheight: '240' }, url: image.links.thumbnail, sides: [320, 240], thumbnail: true },
    { box: { maxwidth: '100' }, url: image.links.thumbnail, sides: [100, 75], thumbnail: false },
    { box: { maxwidth: '1', maxheight: '1' }, url: image.links.thumbnail, sides: [1, 1], thumbnail: false },
  ];
  for (const { box, url, sides, thumbnail } of cases) {
    const { body } = await oembed({ url: image.links.view_page, ...box });
    assert.deepEqual([body.url, body.width, body.height], [url, ...sides], JSON.stringify(box));
    const members = Object.keys(body).filter((name) => name.startsWith('thumbnail_'));
    assert.equal(members.length, thumbnail ? 3 : 0, JSON.stringify(box));
  }
});

test('URLs that are not an image of the service get 404', async () => {
  const unknown = image.links.view_page.replace(image.id, 'zzzzzzzzzzzz');
  const elsewhere = `https://example.com/image/${image.id}`;
  const origin = new URL(image.links.direct).origin;
  for (const url of [
    unknown,
    elsewhere,
    `${origin}/`,
    `${origin}/image/${image.id}/delete/x`,
    'cat',
    `${origin}/i/${image.id}`,
  ]) {
    const { response, body } = await oembed({ url });
    assert.equal(response.status, 404, url);
    assert.equal((body.error as { code: string }).code, 'IMAGE_NOT_FOUND');
    assert.equal(response.headers.get('access-control-allow-origin'), '*');
  }
});

test('other formats get 501, missing and malformed parameters 400 with their name', async () => {
  const url = image.links.view_page;
  const { response, body } = await oembed({ url, format: 'xml' });
  assert.deepEqual([response.status, (body.error as { code: string }).code], [501, 'FORMAT_NOT_SUPPORTED']);
  for (const [query, param] of [
    [{}, 'url'],
    [{ url: '' }, 'url'],
    [{ url, maxwidth: '0' }, 'maxwidth'],
    [{ url, maxheight: '12.5' }, 'maxheight'],
  ] as const) {
    const refused = await oembed(query);
    const error = refused.body.error as { code: string; param: string };
    assert.deepEqual([refused.response.status, error.code, error.param], [400, 'INVALID_PARAMETER', param]);
  }
});

test('a response is not cacheable beyond the expiry of the image', async () => {
  const soon = await uploadAs(app.url, await makeJpeg(50, 40), 'soon.jpg', { expiry: '1' });
  clock.advance(3_590_000);
  const { response, body } = await oembed({ url: soon.links.view_page });
  assert.equal(response.headers.get('cache-control'), 'public, max-age=10');
  assert.equal(body.cache_age, 10);
  clock.advance(10_000);
  assert.equal((await oembed({ url: soon.links.view_page })).response.status, 404);
});
