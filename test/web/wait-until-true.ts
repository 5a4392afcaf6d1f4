import type { Page } from 'playwright-core';
import { until } from '../support/until.ts';

/**
 * Waits until an expression is true in a page. `page.waitForFunction` does not work here, because the
 * Content-Security-Policy of the pages blocks its evaluation inside the page.
 */
export async function waitUntilTrue(page: Page, expression: string): Promise<void> {
  await until(() => page.evaluate<boolean>(`Boolean(${expression})`));
}
