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
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const problems: string[] = [];
  // Hints for developers are not problems.
  page.on('console', (message) => !message.text().startsWith('[DOM]') && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  if (url !== undefined) await page.goto(url);
  return { page, context, problems, [Symbol.asyncDispose]: () => context.close() };
}
