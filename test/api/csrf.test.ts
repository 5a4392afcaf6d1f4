import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { assertRefused, MULTIPART, multipartBody, upload } from '../support/api.ts';
import { call, smallPng } from '../support/requests.ts';
import { routesOf } from '../support/routes.ts';
import {
  type Browser,
  cookieOf,
  dataOf,
  login,
  newPerson,
  openBrowser,
  PASSWORD,
  request,
} from '../support/sign-in.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

const ELSEWHERE = 'https://elsewhere.example';
const PREFIX = '/api/v1';

let app: TestApp;
let browser: Browser;
let other: Browser;
let email: string;
before(async () => {
  app = await startApp();
  ({ email } = await newPerson(app));
  browser = await openBrowser(app, email);
  other = await openBrowser(app, (await newPerson(app)).email);
});
after(() => app[Symbol.asyncDispose]());

/** Headers that a browser sends with a form of another site. */
const foreignForm = () => ({ cookie: browser.cookie, origin: ELSEWHERE, 'sec-fetch-site': 'cross-site' });
const newKey = (headers: Record<string, string>) =>
  request(app, 'POST', '/keys', { body: { name: 'by cookie' }, headers });
const keyCount = async () => (await dataOf<{ keys: unknown[] }>(call(app, 'GET', '/keys', browser.token))).keys.length;

describe('a session cookie', () => {
  it('with the CSRF token gives a page of the site full access', async () => {
    assert.equal((await newKey(browser.own)).status, 200);
    assert.equal((await upload(app, await smallPng(1), {}, browser.own)).status, 200);
    const { csrf_token } = await dataOf<{ csrf_token: string }>(
      call(app, 'GET', '/account', undefined, { cookie: browser.cookie }),
    );
    assert.equal(csrf_token, browser.csrf);
    assert.ok(!('csrf_token' in (await dataOf<object>(call(app, 'GET', '/account', browser.token)))));
  });

  it('requires both the origin and the CSRF token', async () => {
    const { cookie, csrf, own } = browser;
    const origin = own.origin as string;
    const before = await keyCount();
    const refused: Record<string, string>[] = [
      { cookie },
      { cookie, origin },
      { cookie, 'sec-fetch-site': 'same-origin' },
      { cookie, 'x-csrf-token': csrf },
      { cookie, origin, 'x-csrf-token': '' },
      { cookie, origin, 'x-csrf-token': other.csrf },
      { cookie, origin, 'x-csrf-token': `${csrf}x` },
      { cookie, origin: ELSEWHERE, 'x-csrf-token': csrf },
      { cookie, origin: ELSEWHERE, 'sec-fetch-site': 'same-origin', 'x-csrf-token': csrf },
      { cookie, origin: 'null', 'x-csrf-token': csrf },
      { cookie, origin: `${origin}.elsewhere.example`, 'x-csrf-token': csrf },
      { cookie, origin: origin.replace('http:', 'https:'), 'x-csrf-token': csrf },
      { cookie, 'sec-fetch-site': 'cross-site', 'x-csrf-token': csrf },
      { cookie, 'sec-fetch-site': 'same-site', 'x-csrf-token': csrf },
    ];
    for (const headers of refused) {
      const { message } = await assertRefused(newKey(headers), 403, 'FORBIDDEN');
      assert.match(message, /cookie/, JSON.stringify(headers));
    }
    assert.equal(await keyCount(), before, 'no key was created');
    for (const site of ['same-origin', 'none']) {
      assert.equal((await newKey({ cookie, 'sec-fetch-site': site, 'x-csrf-token': csrf })).status, 200, site);
    }
  });

  it('is not valid for a page at the name that the Host field has, only at the configured address', async () => {
    const { cookie, csrf } = browser;
    const { hostname, port } = new URL(app.nodeUrl);
    const statusOf = (origin: string, host: string) =>
      new Promise((resolve, reject) => {
        const headers = { cookie, origin, host, 'x-csrf-token': csrf, 'content-type': 'application/json' };
        const sent = httpRequest({ hostname, port, path: '/api/v1/keys', method: 'POST', headers }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        });
        sent.on('error', reject).end('{"name":"by cookie"}');
      });
    assert.equal(await statusOf('http://evil.example', 'evil.example'), 403);
    assert.equal(await statusOf(new URL(app.url).origin, 'evil.example'), 200);
  });

  it('has no effect in a form of another site, at any endpoint', async () => {
    const routes = (await routesOf(app.service.app)).map((route) => route.split(' ') as [string, string]);
    // Sign-in and registration take their credentials from the body and ignore the cookie.
    const withoutCookie = ['login', 'register', 'password/forgot', 'password/reset', 'verify']
      .concat('second-factor', 'second-factor/options', 'passkey', 'passkey/options')
      .map((path) => `${PREFIX}/auth/${path}`);
    const unsafe = routes.filter(
      ([method, path]) => method !== 'GET' && path.startsWith(PREFIX) && !withoutCookie.includes(path),
    );
    assert.ok(unsafe.length >= 8, String(unsafe));
    const multipart = new Uint8Array(
      multipartBody([{ disposition: 'name="file"; filename="a.png"', content: await smallPng(2) }]),
    );
    const forms: [string, string | Uint8Array<ArrayBuffer>][] = [
      ['application/x-www-form-urlencoded', 'name=a'],
      ['text/plain', '{"name":"a"}'],
      [MULTIPART, multipart],
    ];
    for (const [method, path] of unsafe) {
      for (const [type, body] of forms) {
        const url = `${app.url}${path.replaceAll(/\{\w+\}/g, 'x')}`;
        const answer = fetch(url, { method, headers: { ...foreignForm(), 'content-type': type }, body });
        await assertRefused(answer, 403, 'FORBIDDEN');
      }
    }
    const storage = await dataOf<{ storage: { images: number } }>(call(app, 'GET', '/usage', other.token));
    assert.equal(storage.storage.images, 0);
  });

  it('is not set by a login from another site, which ends no session', async () => {
    const answer = await login(app, email, PASSWORD, foreignForm());
    assert.equal(cookieOf(answer), undefined);
    assert.equal((await call(app, 'GET', '/account', browser.token)).status, 200);
    const form = 'application/x-www-form-urlencoded';
    const headers = { ...foreignForm(), 'content-type': form };
    const body = new URLSearchParams({ email, password: PASSWORD });
    await assertRefused(
      fetch(`${app.url}/api/v1/auth/login`, { method: 'POST', headers, body }),
      400,
      'INVALID_CONTENT_TYPE',
    );
  });

  it('is ignored when the request has an Authorization header', async () => {
    const { key } = await newPerson(app);
    const answer = request(app, 'POST', '/keys', { body: { name: 'b' }, token: key, headers: foreignForm() });
    assert.equal((await answer).status, 200, 'a key needs no CSRF token');
    const wrong = { ...browser.own, authorization: 'Bearer imgd_wrong' };
    await assertRefused(newKey(wrong), 401, 'INVALID_API_KEY');
    const mine = await dataOf<{ id: string }>(call(app, 'GET', '/account', key, { cookie: browser.cookie }));
    const theirs = await dataOf<{ id: string }>(call(app, 'GET', '/account', browser.token));
    assert.notEqual(mine.id, theirs.id);
  });

  it('that is stale is refused and cleared, and its CSRF token alone never makes an anonymous upload', async () => {
    const stale = await openBrowser(app, email);
    await request(app, 'POST', '/auth/logout', { headers: stale.own });
    for (const cookie of [stale.cookie, 'imgd_session=', 'imgd_session=nonsense']) {
      const answer = await upload(app, await smallPng(3), {}, { ...stale.own, cookie });
      const cleared = cookieOf(answer);
      assert.equal(cleared?.pair, 'imgd_session=');
      assert.ok(cleared.attributes.some((one) => /^Expires=Thu, 01 Jan 1970/.test(one)));
      await assertRefused(answer, 401, 'INVALID_API_KEY');
    }
    const { cookie: _, ...withoutCookie } = stale.own;
    await assertRefused(upload(app, await smallPng(3), {}, withoutCookie), 401, 'INVALID_API_KEY');
    const { 'x-csrf-token': __, ...anonymous } = withoutCookie;
    assert.equal((await upload(app, await smallPng(3), {}, anonymous)).status, 200);
  });

  it('does not open the API to other origins', async () => {
    const answer = await call(app, 'GET', '/account', undefined, foreignForm());
    assert.equal(answer.headers.get('access-control-allow-origin'), '*');
    assert.equal(answer.headers.get('access-control-allow-credentials'), null);
    const preflight = await fetch(`${app.url}/api/v1/keys`, {
      method: 'OPTIONS',
      headers: {
        origin: ELSEWHERE,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-csrf-token',
      },
    });
    assert.equal(preflight.headers.get('access-control-allow-credentials'), null);
    assert.doesNotMatch(preflight.headers.get('access-control-allow-headers') ?? '', /csrf/i);
  });
});
