import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { addRedirects } from '../../src/catalog/images/redirects.ts';
import { type OldAddress, oldAddresses } from '../../src/core/old-addresses.ts';
import { at, NEEDS_INSPECTION, register, type Uploaded, upload, uploaded } from '../support/api.ts';
import { bearer, call, smallPng, storageBeside } from '../support/requests.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

/** Gives an image addresses of another host, as an import does. */
async function give(app: TestApp, id: string, ...given: { path: string; target: OldAddress['target'] }[]) {
  const storage = await storageBeside(app);
  await storage.db.transaction().execute((tx) => addRedirects(tx, id, '', oldAddresses(given)));
  await storage.close();
}

const ask = (app: TestApp, path: string, method = 'GET') => fetch(app.url + path, { method, redirect: 'manual' });

describe('addresses of another host', { skip: NEEDS_INSPECTION }, () => {
  let app: TestApp;
  let image: Uploaded;
  let key: string;
  before(async () => {
    app = await startApp({ env: { IMGD_REDIRECTS: '1' } });
    key = await register(app);
    image = await uploaded(upload(app, await smallPng(1), {}, bearer(key)));
    await give(
      app,
      image.id,
      { path: '/images/2021/03/02/a ü%20.png', target: 'direct' },
      { path: '/images/2021/03/02/a ü%20.th.png', target: 'thumbnail' },
      { path: '/image/Xy7', target: 'view_page' },
      { path: '/i/00000000-0000-4000-8000-000000000001.png', target: 'direct' },
      { path: '/docs', target: 'direct' },
    );
  });
  after(() => app[Symbol.asyncDispose]());

  for (const [path, link] of [
    ['/images/2021/03/02/a%20%C3%BC%2520.png', 'direct'],
    ['/images/2021/03/02/a%20u%CC%88%2520.png/?size=large', 'direct'],
    ['/images/2021/03/02/a%20%C3%BC%2520.th.png', 'thumbnail'],
    ['/image/Xy7', 'view_page'],
    ['/image/the-title.of-it.Xy7', 'view_page'],
    ['/i/00000000-0000-4000-8000-000000000001.png', 'direct'],
  ] as const) {
    it(`lead to the ${link}: ${path}`, async () => {
      for (const method of ['GET', 'HEAD']) {
        const answer = await ask(app, path, method);
        assert.equal(answer.status, 301);
        assert.equal(answer.headers.get('location'), image.links[link === 'view_page' ? 'view_page' : link]);
        assert.equal(answer.headers.get('cache-control'), 'public, max-age=3600');
        assert.equal(answer.headers.get('access-control-allow-origin'), '*');
        assert.equal(await answer.text(), '');
      }
      assert.equal((await fetch(at(app, image.links.direct))).status, 200);
    });
  }

  it('are answered only where nothing else answers, for GET and HEAD', async () => {
    assert.notEqual((await ask(app, '/docs')).status, 301);
    assert.equal((await ask(app, '/image/Xy7', 'POST')).status, 405);
    // A proxy refuses the last one itself.
    for (const path of ['/%ff', '/a%', '/%00']) assert.match(String((await ask(app, path)).status), /^40[04]$/, path);
    assert.equal((await ask(app, '/images/2021/03/02/a%20%C3%BC%2520.png', 'DELETE')).status, 404);
    for (const path of ['/images/none.png', `/${'x'.repeat(3_000)}`, '//evil.example/a', '/api/v1/none']) {
      assert.equal((await ask(app, path)).status, 404, path);
    }
  });

  it('are 404 while the image is in the trash, and after its deletion', async () => {
    const gone = await uploaded(upload(app, await smallPng(2), {}, bearer(key)));
    await give(app, gone.id, { path: '/gone.png', target: 'direct' });
    assert.equal((await ask(app, '/gone.png')).status, 301);
    assert.equal((await call(app, 'DELETE', `/image/${gone.id}?trash=true`, key)).status, 200);
    assert.equal((await ask(app, '/gone.png')).status, 404);
    assert.equal((await call(app, 'DELETE', `/image/${gone.id}`, key)).status, 200);
    assert.equal((await ask(app, '/gone.png')).status, 404);
  });

  it('are not answered without IMGD_REDIRECTS, and only for the hosts of IMGD_REDIRECT_HOSTS', async () => {
    await using off = await startApp();
    const { id } = await uploaded(upload(off, await smallPng(3)));
    await give(off, id, { path: '/a.png', target: 'direct' });
    assert.equal((await ask(off, '/a.png')).status, 404);
    await using other = await startApp({ env: { IMGD_REDIRECTS: 'on', IMGD_REDIRECT_HOSTS: 'old.example' } });
    const theirs = await uploaded(upload(other, await smallPng(4)));
    await give(other, theirs.id, { path: '/a.png', target: 'direct' });
    assert.equal((await ask(other, '/a.png')).status, 404);
  });
});
