import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/** A page in a browser context of its own. */
export interface OpenedPage extends AsyncDisposable {
  page: Page;
  context: BrowserContext;
  /** What the browser complained about, what scripts threw, what policies stopped, and dialogs that popped up. */
  problems: string[];
}

/** Opens a page and collects what goes wrong on it. Without an address it is left to the caller to go somewhere. */
export async function openPage(
  browser: Browser,
  url?: string,
  options: BrowserContextOptions = {},
): Promise<OpenedPage> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const problems: string[] = [];
  // Advice that browsers show only when asked for it is no complaint.
  page.on('console', (message) => !message.text().startsWith('[DOM]') && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  if (url !== undefined) await page.goto(url);
  return { page, context, problems, [Symbol.asyncDispose]: () => context.close() };
}
