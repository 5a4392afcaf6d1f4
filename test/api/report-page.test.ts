import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at, upload, uploaded } from '../support/api.ts';
import { accountOf, call, smallPng } from '../support/requests.ts';
import { dataOf } from '../support/sign-in.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

let app: TestApp;
let admin: string;
let page: string;
let id: string;
before(async () => {
  app = await startApp({ env: { IMGD_TRUST_PROXY: '127.0.0.1' } });
  admin = (await accountOf(app, { isAdmin: true })).key;
  const image = await uploaded(upload(app, await smallPng(1), {}, {}, '<b>cat</b>.png'));
  id = image.id;
  page = at(app, `${image.links.view_page}/report`);
});
after(() => app[Symbol.asyncDispose]());

const post = (fields: Record<string, string>, address = '192.0.2.1') =>
  fetch(page, { method: 'POST', body: new URLSearchParams(fields), headers: { 'x-forwarded-for': address } });
const reports = async () =>
  (
    await dataOf<{ reports: { image_id: string; reason: string; comment: string | null; email: string | null }[] }>(
      call(app, 'GET', '/admin/reports', admin),
    )
  ).reports.map(({ image_id, reason, comment, email }) => ({ image_id, reason, comment, email }));

async function expectPage(answer: Response, status: number, heading: string): Promise<string> {
  const text = await answer.text();
  assert.equal(answer.status, status, text);
  assert.match(answer.headers.get('content-type') ?? '', /^text\/html/);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  assert.ok(text.includes(`<h1>${heading}</h1>`), text);
  return text;
}

describe('the report page of an image', () => {
  it('is linked from the view page, and is a form without script', async () => {
    const view = await (await fetch(page.replace('/report', ''))).text();
    assert.ok(view.includes(`/image/${id}/report"`));
    const text = await expectPage(await fetch(page), 200, 'Report this image');
    assert.ok(text.includes('<form class="report" method="post">'));
    for (const reason of ['illegal', 'abuse', 'copyright', 'privacy', 'spam', 'other']) {
      assert.ok(text.includes(`name="reason" value="${reason}" required>`), reason);
    }
    assert.deepEqual(await reports(), [], 'GET reports nothing');
  });

  it('sends a report', async () => {
    await expectPage(await post({ reason: 'copyright', comment: ' mine\r\nalone ', email: '' }), 200, 'Report sent');
    assert.deepEqual(await reports(), [{ image_id: id, reason: 'copyright', comment: 'mine\nalone', email: null }]);
  });

  it('shows the form again with the entered values when they are invalid', async () => {
    const before = await reports();
    const comment = '</textarea><script>alert(1)</script>';
    const text = await expectPage(await post({ comment, email: 'a@example.com' }), 400, 'Report this image');
    assert.ok(text.includes('Choose what is wrong with it.'));
    assert.ok(text.includes('value="a@example.com"'));
    assert.ok(text.includes('&lt;/textarea&gt;'));
    assert.ok(!text.includes('<script>alert'));
    const wrong = await expectPage(await post({ reason: 'spam', email: 'invalid' }), 400, 'Report this image');
    assert.ok(wrong.includes('value="spam" required checked>'));
    await expectPage(await post({ reason: 'spam', comment: 'x'.repeat(2_001) }), 400, 'Report this image');
    assert.deepEqual(await reports(), before);
    const long = await post({ reason: 'spam', comment: '😀'.repeat(1_000) });
    await expectPage(long, 200, 'Report sent');
  });

  it('shares its limit with the API', async () => {
    for (let times = 0; times < 10; times++) assert.equal((await post({ reason: 'spam' }, '192.0.2.9')).status, 200);
    assert.equal((await post({ reason: 'spam' }, '192.0.2.9')).status, 429);
    const api = await fetch(`${app.url}/api/v1/image/${id}/report`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.9' },
      body: JSON.stringify({ reason: 'spam' }),
    });
    assert.equal(api.status, 429);
  });

  it('is a 404 page for unknown images', async () => {
    const unknown = page.replace(id, 'aaaaaaaaaaaa');
    for (const method of ['GET', 'POST']) {
      const answer = await fetch(unknown, { method, ...(method === 'POST' ? { body: new URLSearchParams() } : {}) });
      await expectPage(answer, 404, 'Image not available');
    }
  });
});
