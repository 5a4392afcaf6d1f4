import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { call } from '../support/requests.ts';
import { dataOf, newPerson, PASSWORD, type Person } from '../support/sign-in.ts';
import { startApp, type TestApp } from '../support/start-app.ts';
import { launchBrowser, noChromium } from './browser.ts';
import { openPage } from './open-page.ts';

/** The response to a request of a page. */
interface Answer {
  status: number;
  code: string | undefined;
}

describe('a session cookie in Chromium', { skip: noChromium, timeout: 120_000 }, () => {
  let app: TestApp;
  let browser: Browser;
  let person: Person;
  /** Serves pages of another origin but the same site (another port), so that the browser sends the cookie. */
  let elsewhere: Server;
  let elsewhereUrl: string;

  before(async () => {
    app = await startApp();
    browser = await launchBrowser();
    person = await newPerson(app);
    elsewhere = createServer((request, response) => {
      const [action, enctype] = new URL(request.url ?? '', 'http://x').searchParams.getAll('form');
      const fields = '<input name="name" value="a"><textarea name="file">a</textarea>';
      response.setHeader('content-type', 'text/html');
      response.end(`<form method="post" action="${action}" enctype="${enctype}">${fields}</form>`);
    });
    elsewhere.listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
    elsewhereUrl = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  });
  after(async () => {
    await browser.close();
    elsewhere.closeAllConnections();
    elsewhere.close();
    await app[Symbol.asyncDispose]();
  });

  /** Sends a request by script from a page. */
  function ask(page: Page, path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return page.evaluate(
      async ([url, json, more]) => {
        const all = { 'content-type': 'application/json', ...(more as Record<string, string>) };
        const response = await fetch(url as string, { method: 'POST', headers: all, body: JSON.stringify(json) });
        const answer = (await response.json()) as { error?: { code: string } };
        return { status: response.status, code: answer.error?.code };
      },
      [`${app.url}/api/v1${path}`, body, headers],
    );
  }

  async function signedIn() {
    const opened = await openPage(browser, `${app.url}/docs`);
    const { status } = await ask(opened.page, '/auth/login', { email: person.email, password: PASSWORD });
    assert.equal(status, 200);
    return opened;
  }

  test('is HttpOnly, and pages of the site can act with the CSRF token', async () => {
    await using opened = await signedIn();
    const { page, context } = opened;
    const cookies = async () => {
      return (await context.cookies(app.url)).map(({ name, httpOnly, sameSite }) => `${name} ${httpOnly} ${sameSite}`);
    };
    assert.deepEqual((await cookies()).sort(), ['imgd_device true Lax', 'imgd_session true Lax']);
    const csrf = await page.evaluate(async (url) => {
      const { data } = (await (await fetch(url)).json()) as { data: { csrf_token: string } };
      return data.csrf_token;
    }, `${app.url}/api/v1/account`);
    assert.deepEqual(await ask(page, '/keys', { name: 'a' }), { status: 403, code: 'FORBIDDEN' });
    assert.equal((await ask(page, '/keys', { name: 'a' }, { 'x-csrf-token': csrf })).status, 200);
    assert.equal((await ask(page, '/auth/logout', {}, { 'x-csrf-token': csrf })).status, 200);
    // The cookie of a known device opens nothing; it stays.
    assert.deepEqual(await cookies(), ['imgd_device true Lax'], 'the cookie of the session is deleted');
  });

  test('has no effect in forms of another origin', async () => {
    await using opened = await signedIn();
    const forms = [
      ['/upload', 'multipart/form-data'],
      ['/upload/bulk', 'multipart/form-data'],
      ['/keys', 'application/x-www-form-urlencoded'],
      ['/auth/logout', 'text/plain'],
      ['/account/password', 'text/plain'],
    ] as const;
    for (const [path, enctype] of forms) {
      const query = new URLSearchParams([
        ['form', `${app.url}/api/v1${path}`],
        ['form', enctype],
      ]);
      await opened.page.goto(`${elsewhereUrl}/?${query}`);
      const target = `${app.url}/api/v1${path}`;
      const formResponse = opened.page.waitForResponse(target);
      await opened.page.evaluate('document.forms[0].submit()');
      const response = await formResponse;
      await opened.page.waitForURL(target);
      const sent = await response.request().allHeaders();
      assert.match(sent.cookie ?? '', /imgd_session=/, 'the browser sends the cookie');
      assert.equal(response.status(), 403, path);
    }
  });

  test('has no effect in scripts of another origin that send a file', async () => {
    await using opened = await signedIn();
    await opened.page.goto(elsewhereUrl);
    const uploadResponse = opened.page.waitForResponse(`${app.url}/api/v1/upload`);
    await opened.page.evaluate(async (url) => {
      const body = new FormData();
      body.append('file', new Blob(['x']), 'a.png');
      await fetch(url, { method: 'POST', mode: 'no-cors', credentials: 'include', body });
    }, `${app.url}/api/v1/upload`);
    const response = await uploadResponse;
    // Without the cookie the request would be an anonymous upload of a text: 400.
    assert.equal(response.status(), 403);
    const { storage } = await dataOf<{ storage: { images: number } }>(call(app, 'GET', '/usage', person.key));
    assert.equal(storage.images, 0);
  });
});
