import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { registerAccount } from '../../src/actions/accounts/register-account.ts';
import { LANGUAGE_COOKIE, LANGUAGES } from '../../src/core/languages.ts';
import { storageBeside } from '../support/requests.ts';
import { noChromium } from './browser.ts';
import type { OpenedPage } from './open-page.ts';
import { makeJpeg } from './upload.ts';
import { PASSWORD, startWeb, type WebApp } from './web-app.ts';

/** The longest words, and the other direction. */
const LAID_OUT = ['de', 'ar'] as const;
const WIDTHS = [320, 390, 1_280] as const;
/** Pages of the application, and of the server. */
const PAGES = [
  '/',
  '/library',
  '/albums',
  '/trash',
  '/account',
  '/account?tab=keys',
  '/account?tab=security',
  '/admin',
  '/admin/reports',
  '/admin/accounts',
  '/admin/jobs',
] as const;
const PUBLIC_PAGES = ['/', '/login', '/register', '/forgot', '/about', '/nothing-here'] as const;

/** Texts that are wider or higher than the box that shows them, without a way to scroll there. */
const CLIPPED = `[...document.querySelectorAll('h1, h2, h3, p, a, button, label, legend, summary, th, td, dt, dd, option, .button')]
  .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
  .filter((element) => !element.closest('.visually-hidden, .skip, pre, code, [data-may-clip]'))
  .filter((element) => {
    const { overflowX, textOverflow, display } = getComputedStyle(element);
    if (display === 'inline' || textOverflow === 'ellipsis' || overflowX === 'auto' || overflowX === 'scroll') return false;
    return element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
  })
  .map((element) => element.outerHTML.slice(0, 120))`;

describe('languages', { skip: noChromium, timeout: 300_000 }, () => {
  let web: WebApp;
  before(async () => {
    web = await startWeb();
  });
  after(() => web[Symbol.asyncDispose]());

  const cookieOf = (code: string) => ({ name: LANGUAGE_COOKIE, value: code, url: web.base });

  /** An administrator with an image in an album. */
  async function openAdministrator(email: string): Promise<OpenedPage> {
    const storage = await storageBeside(web.app);
    try {
      const wanted = { email, password: PASSWORD, name: 'Ada', plan: 'free' as const };
      await registerAccount(storage, { ...wanted, isAdmin: true, isVerified: true });
    } finally {
      await storage.close();
    }
    const opened = await web.open('/login');
    const { request } = opened.context;
    await request.post(`${web.base}/api/v1/auth/login`, { data: { email, password: PASSWORD } });
    const token = (await (await request.get(`${web.base}/api/v1/account`)).json()).data.csrf_token;
    const file = { name: 'a.jpg', mimeType: 'image/jpeg', buffer: await makeJpeg(300, 200) };
    const headers = { 'x-csrf-token': token, origin: web.base };
    const answer = await request.post(`${web.base}/api/v1/upload`, { multipart: { album: 'Alps', file }, headers });
    assert.equal(answer.ok(), true, await answer.text());
    return opened;
  }

  async function assertLaidOut(page: Page, name: string): Promise<void> {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      assert.ok(overflow <= 0, `${name} scrolls horizontally at ${width}`);
      assert.deepEqual(await page.evaluate<string[]>(CLIPPED), [], `${name} at ${width}`);
    }
  }

  for (const code of LAID_OUT) {
    const language = LANGUAGES.find((one) => one.code === code);

    test(`pages of visitors fit in ${code}`, async () => {
      await using opened = await web.open();
      await opened.context.addCookies([cookieOf(code)]);
      const { page } = opened;
      for (const path of PUBLIC_PAGES) {
        await page.goto(web.base + path);
        await page.locator('h1').first().waitFor();
        const { lang, dir } = await page.evaluate<{ lang: string; dir: string }>(
          '({ lang: document.documentElement.lang, dir: document.documentElement.dir || "ltr" })',
        );
        assert.deepEqual([lang, dir], [code, language?.direction], path);
        await assertLaidOut(page, `${path} in ${code}`);
      }
    });

    test(`pages of an account fit in ${code}`, async () => {
      await using opened = await openAdministrator(`${code}@example.org`);
      const { page, context } = opened;
      await context.addCookies([cookieOf(code)]);
      for (const path of PAGES) {
        await page.goto(web.base + path);
        await page.locator('h1').first().waitFor();
        await page.locator('.spinner').waitFor({ state: 'detached' });
        await assertLaidOut(page, `${path} in ${code}`);
      }
    });
  }

  test('the browser’s languages decide until the visitor chooses one, for the application and the pages', async () => {
    await using opened = await web.open('/about', { locale: 'fr-CA' });
    const { page } = opened;
    const language = () => page.evaluate<string>('document.documentElement.lang');
    assert.equal(await language(), 'fr');
    await page.goto(web.base);
    await page.locator('.language-picker').selectOption('ja');
    await page.waitForFunction('document.documentElement.lang === "ja"');
    await page.goto(`${web.base}/about`);
    assert.equal(await language(), 'ja');
  });
});
