import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/** A page in a new browser context. */
export interface OpenedPage extends AsyncDisposable {
  page: Page;
  context: BrowserContext;
  /** Console messages, script errors, policy violations and dialogs. */
  problems: string[];
}

/** Opens a page and collects its problems. Without a URL the caller navigates. */
export async function openPage(
  browser: Browser,
  url?: string,
  options: BrowserContextOptions = {},
): Promise<OpenedPage> {
  // A worker would answer before the routes of a test.
  const context = await browser.newContext({ serviceWorkers: 'block', ...options });
  const page = await context.newPage();
  const problems: string[] = [];
  // Hints for developers and for authors of tests are not problems.
  const isHint = (text: string) => text.startsWith('[DOM]') || text.startsWith('Service Worker registration blocked');
  page.on('console', (message) => !isHint(message.text()) && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  if (url !== undefined) await page.goto(url);
  return { page, context, problems, [Symbol.asyncDispose]: () => context.close() };
}
