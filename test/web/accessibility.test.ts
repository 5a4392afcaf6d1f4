import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { noChromium } from './browser.ts';
import { makeJpeg } from './upload.ts';
import { startWeb, type WebApp, withoutRefusals } from './web-app.ts';

describe('accessibility of the browser application', { skip: noChromium, timeout: 180_000 }, () => {
  let web: WebApp;
  before(async () => {
    web = await startWeb();
  });
  after(() => web[Symbol.asyncDispose]());

  const LOOKS = [
    { colorScheme: 'light', width: 390 },
    { colorScheme: 'dark', width: 1280 },
    { colorScheme: 'dark', width: 320 },
    { colorScheme: 'light', width: 1280 },
  ] as const;

  async function examine(page: Page, what: string): Promise<void> {
    await page.addScriptTag({ content: axe.source });
    const found = (await page.evaluate(
      'axe.run().then((result) => result.violations.map((v) => v.id + " " + v.nodes.map((n) => n.html).join()))',
    )) as string[];
    assert.deepEqual(found, [], what);
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    assert.ok(Number(overflow) <= 0, `${what} scrolls sideways`);
  }

  for (const { colorScheme, width } of LOOKS) {
    const look = { colorScheme, viewport: { width, height: 800 }, reducedMotion: 'reduce' as const, bypassCSP: true };

    test(`axe finds nothing on the pages for everybody (${colorScheme}, ${width})`, async () => {
      await using opened = await web.open('/', look);
      const { page } = opened;
      await page.getByText('requests left').waitFor();
      await examine(page, '/');
      const buffer = await makeJpeg(200, 100);
      await page.locator('input[type=file]').setInputFiles([
        { name: 'a.jpg', mimeType: 'image/jpeg', buffer },
        { name: 'b.jpg', mimeType: 'image/jpeg', buffer },
        { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') },
      ]);
      await page.locator('.overall').getByText('2 of 3 uploaded').waitFor();
      await examine(page, 'uploads');
      await page.getByRole('button', { name: 'Actions for a.jpg' }).click();
      await examine(page, 'an open menu');
      for (const [path, heading] of [
        ['/login', 'Sign in'],
        ['/register', 'Create account'],
        ['/forgot', 'This server sends no mail'],
        ['/reset#x', 'Set a new password'],
      ] as const) {
        await page.goto(web.base + path);
        await page.getByRole('heading', { name: heading }).waitFor();
        await examine(page, path);
      }
      assert.deepEqual(withoutRefusals(opened.complaints), []);
    });

    test(`axe finds nothing on the account page (${colorScheme}, ${width})`, async () => {
      await using opened = await web.openAs(`${colorScheme}${width}@example.org`, '/account', look);
      const { page } = opened;
      await page.getByRole('heading', { name: 'Usage' }).waitFor();
      await examine(page, '/account');
      await page.goto(`${web.base}/account?tab=security`);
      await page.getByText('This browser').waitFor();
      await examine(page, 'security');
      await page.goto(`${web.base}/account?tab=keys`);
      await page.locator('.lines li').waitFor();
      await page.getByRole('button', { name: 'New key' }).click();
      await page.getByRole('dialog').waitFor();
      await examine(page, 'a dialog');
      assert.deepEqual(opened.complaints, []);
    });
  }

  test('whatever the Tab key reaches shows that it is reached', async () => {
    await using opened = await web.open();
    const { page } = opened;
    await page.getByText('requests left').waitFor();
    const reached = new Set<string>();
    for (let i = 0; i < 25; i += 1) {
      await page.keyboard.press('Tab');
      const [name, style, width] = (await page.evaluate(`(() => {
        const element = document.activeElement;
        const shown = element.type === 'radio' ? element.nextElementSibling : element;
        const { outlineStyle, outlineWidth } = getComputedStyle(shown);
        return [element.outerHTML.slice(0, 80), outlineStyle, outlineWidth];
      })()`)) as [string, string, string];
      if (name.startsWith('<body')) break;
      reached.add(name);
      assert.deepEqual([style, width], ['solid', '3px'], name);
    }
    assert.ok(reached.size >= 10, [...reached].join('\n'));
  });
});
