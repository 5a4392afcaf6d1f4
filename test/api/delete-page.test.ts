import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startApp, type TestApp } from '../support/start-app.ts';
import { makeJpeg, uploadAs } from '../web/upload.ts';

let app: TestApp;
let picture: Buffer;

before(async () => {
  app = await startApp();
  picture = await makeJpeg(640, 480);
});
after(() => app[Symbol.asyncDispose]());

const upload = () => uploadAs(app.url, picture, 'cat.jpg');
const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** Asserts the headers of every response at a secret address. @returns the HTML */
async function expectPage(response: Response, status: number, heading: string): Promise<string> {
  const html = await response.text();
  assert.equal(response.status, status);
  assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
  assert.equal(response.headers.get('cache-control'), 'no-store');
  assert.equal(response.headers.get('referrer-policy'), 'no-referrer');
  assert.equal(response.headers.get('x-robots-tag'), 'noindex');
  assert.ok(html.includes(`<h1>${heading}</h1>`), html);
  return html;
}

test('GET /image/{id}/delete/{token} asks for confirmation and never deletes', async () => {
  const image = await upload();
  for (let i = 0; i < 3; i += 1) {
    const html = await expectPage(await fetch(image.delete_url), 200, 'Delete this image?');
    assert.ok(html.includes(`src="${image.links.thumbnail}"`));
    assert.ok(html.includes('<form class="choices" method="post">'));
    assert.ok(!html.includes(image.delete_token), 'only the address contains the secret');
  }
  await fetch(image.delete_url, { method: 'HEAD' });
  assert.equal((await fetch(image.links.direct)).status, 200);
});

test('POST of the form deletes the image; then the page is 404', async () => {
  const image = await upload();
  await expectPage(await fetch(image.delete_url, { method: 'POST', headers: form, body: '' }), 200, 'Image deleted');
  for (const link of [image.links.direct, image.links.thumbnail, image.links.view_page]) {
    assert.equal((await fetch(link)).status, 404, link);
  }
  await expectPage(await fetch(image.delete_url, { method: 'POST', headers: form }), 404, 'Image not available');
  await expectPage(await fetch(image.delete_url), 404, 'Image not available');
});

test('POST needs no body and ignores a given one', async () => {
  const [bare, filled] = [await upload(), await upload()];
  await expectPage(await fetch(bare.delete_url, { method: 'POST' }), 200, 'Image deleted');
  const body = 'id=another&token=another';
  await expectPage(await fetch(filled.delete_url, { method: 'POST', headers: form, body }), 200, 'Image deleted');
});

test('a wrong token gets 403 and deletes nothing', async () => {
  const [image, other] = [await upload(), await upload()];
  const address = `${image.links.view_page}/delete/`;
  for (const token of [other.delete_token, 'x', `${image.delete_token}x`, image.delete_token.toLowerCase()]) {
    for (const method of ['GET', 'POST']) {
      await expectPage(await fetch(address + token, { method }), 403, 'This delete link isn’t valid');
    }
  }
  assert.equal((await fetch(image.links.direct)).status, 200);
});

test('the delete page of an unknown image is 404 with any token', async () => {
  const { delete_token: token } = await upload();
  for (const method of ['GET', 'POST']) {
    await expectPage(
      await fetch(`${app.url}/image/zzzzzzzzzzzz/delete/${token}`, { method }),
      404,
      'Image not available',
    );
  }
});
