import assert from 'node:assert/strict';
import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** A phone and a desktop, light and dark. The second scheme of each repeats only the rules about colours. */
const VIEWS = [
  { width: 390, colorScheme: 'light', only: undefined },
  { width: 390, colorScheme: 'dark', only: ['color-contrast'] },
  { width: 1280, colorScheme: 'dark', only: undefined },
  { width: 1280, colorScheme: 'light', only: ['color-contrast'] },
] as const;
/** Minimum width without horizontal scrolling (WCAG 2.2, 1.4.10). */
const MIN_WIDTH = 320;

/**
 * Asserts that axe finds no violation on the current page in any view, and that the page does not scroll horizontally.
 * @param name the page in error messages
 * @param parts selectors of what axe looks at, on a long page; the whole page without it
 */
export async function checkAccessibility(page: Page, name: string, parts?: readonly string[]): Promise<void> {
  const before = page.viewportSize();
  const context = parts === undefined ? 'document' : JSON.stringify({ include: parts.map((one) => [one]) });
  // Evaluating axe instead of loading it needs no exception in the Content-Security-Policy.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source);
  await page.setViewportSize({ width: MIN_WIDTH, height: 800 });
  await assertFits(page, name, MIN_WIDTH);
  for (const { width, colorScheme, only } of VIEWS) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
    // Without the elements that pass, whose descriptions take most of the time on a long page.
    const options = { resultTypes: ['violations'], ...(only && { runOnly: only }) };
    const found = await page.evaluate<string[]>(
      `axe.run(${context}, ${JSON.stringify(options)}).then(({ violations }) =>
        violations.map(({ id, nodes }) => id + ' ' + nodes.map((node) => node.html).join()))`,
    );
    assert.deepEqual(found, [], `${name} (${colorScheme}, ${width})`);
    await assertFits(page, name, width);
  }
  await page.emulateMedia({ colorScheme: null });
  if (before !== null) await page.setViewportSize(before);
}

async function assertFits(page: Page, name: string, width: number): Promise<void> {
  const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  assert.ok(overflow <= 0, `${name} scrolls horizontally at ${width}`);
}
