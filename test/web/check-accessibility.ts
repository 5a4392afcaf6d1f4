import assert from 'node:assert/strict';
import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** A phone and a desktop, light and dark. What does not hang on colours is the same in the two that come second. */
const LOOKS = [
  { width: 390, colorScheme: 'light', only: undefined },
  { width: 390, colorScheme: 'dark', only: ['color-contrast'] },
  { width: 1280, colorScheme: 'dark', only: undefined },
  { width: 1280, colorScheme: 'light', only: ['color-contrast'] },
] as const;
/** What pages must fit into without scrolling sideways (WCAG 2.2, 1.4.10). */
const NARROWEST = 320;

/**
 * Lets axe look at a page as it is, in every look, without loading it anew; it must find nothing, and nothing may make
 * the page scroll sideways.
 * @param what said when something is found
 */
export async function checkAccessibility(page: Page, what: string): Promise<void> {
  const before = page.viewportSize();
  // Evaluated, not loaded: the page's policy needs no exception for it.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source);
  await page.setViewportSize({ width: NARROWEST, height: 800 });
  await fits(page, what, NARROWEST);
  for (const { width, colorScheme, only } of LOOKS) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
    const options = only === undefined ? {} : { runOnly: only };
    const found = await page.evaluate<string[]>(
      `axe.run(${JSON.stringify(options)}).then(({ violations }) =>
        violations.map(({ id, nodes }) => id + ' ' + nodes.map((node) => node.html).join()))`,
    );
    assert.deepEqual(found, [], `${what} (${colorScheme}, ${width})`);
    await fits(page, what, width);
  }
  await page.emulateMedia({ colorScheme: null });
  if (before !== null) await page.setViewportSize(before);
}

async function fits(page: Page, what: string, width: number): Promise<void> {
  const over = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  assert.ok(over <= 0, `${what} scrolls sideways at ${width}`);
}
