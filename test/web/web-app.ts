import type { Browser, BrowserContextOptions } from 'playwright-core';
import { startApp, type TestApp, type TestAppOptions } from '../support/start-app.ts';
import { webBuild } from '../support/web-build.ts';
import { launchBrowser } from './browser.ts';
import { type OpenedPage, openPage } from './open-page.ts';

/** A service with the browser application, and a browser. */
export interface WebApp extends AsyncDisposable {
  app: TestApp;
  browser: Browser;
  /** URL with the host of the links, so that session cookies also apply to view pages. */
  base: string;
  /** Opens a page of the application. */
  open(path?: string, options?: BrowserContextOptions): Promise<OpenedPage>;
  /** Opens a page signed in to a new account. */
  openAs(email: string, path?: string, options?: BrowserContextOptions): Promise<OpenedPage>;
}

export const PASSWORD = 'correct horse battery';

/** Starts a service and a browser, which a test file shares. */
export async function startWeb(options: TestAppOptions = {}): Promise<WebApp> {
  const app = await startApp({ ...options, webDir: webBuild() });
  const browser = await launchBrowser();
  const base = app.url.replace('127.0.0.1', 'localhost');
  const open = (path = '/', more: BrowserContextOptions = {}) => openPage(browser, base + path, more);
  return {
    app,
    browser,
    base,
    open,
    async openAs(email, path = '/', more = {}) {
      const opened = await openPage(browser, undefined, more);
      const data = { email, password: PASSWORD, session: true };
      const answer = await opened.context.request.post(`${base}/api/v1/auth/register`, { data });
      if (!answer.ok()) throw new Error(`not registered: ${await answer.text()}`);
      await opened.page.goto(base + path);
      return opened;
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      await app[Symbol.asyncDispose]();
    },
  };
}

/** The problems without the browser's messages about refused requests. */
export function withoutRefusals(problems: readonly string[]): string[] {
  return problems.filter((text) => !text.startsWith('Failed to load resource'));
}
