import type { Page } from 'playwright-core';
import { until } from '../support/until.ts';

/**
 * Waits until an expression is true in a page. Unlike `page.waitForFunction`, which evaluates in the page when it looks
 * for the second time, so that the policy of the pages stops it.
 */
export async function waitUntilTrue(page: Page, expression: string): Promise<void> {
  await until(() => page.evaluate<boolean>(`Boolean(${expression})`));
}
