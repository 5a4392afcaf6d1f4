import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { build } from 'vite';
import { launchBrowser, noChromium } from './browser.ts';
import { type OpenedPage, openPage } from './open-page.ts';
import { waitUntilTrue } from './wait-until-true.ts';

const WEB = fileURLToPath(new URL('../../web', import.meta.url));
const ORIGIN = 'http://toasts.test';

/** A page with the toasts of the application, a button near the lower edge, and a dialog. */
const ENTRY = `
  import { h, render } from 'preact';
  import '${WEB}/src/styles/index.ts';
  import { navigate } from '${WEB}/src/router.ts';
  import { Dialog } from '${WEB}/src/ui/dialog.tsx';
  import { toast, Toasts } from '${WEB}/src/ui/toast.tsx';

  const dialog = document.querySelector('#dialog');
  const run = [];
  window.toasts = {
    run,
    toast: (text, label) => toast(text, label && { action: { label, run: () => run.push(text) } }),
    navigate,
    open: () => render(h(Dialog, { title: 'A dialog', onClose() {} }, h('p', {}, 'Text')), dialog),
    close: () => render(null, dialog),
  };
  render(h(Toasts, {}), document.querySelector('#app'));
`;
const HTML = `<!doctype html><html lang="en"><title>Toasts</title><link rel="stylesheet" href="/app.css">
  <body><main id="main"><button id="before">Before</button></main>
  <button id="low" style="position:fixed;bottom:20px;left:0;right:0;height:40px">Low</button>
  <div id="dialog"></div><div id="app"></div><script type="module" src="/app.js"></script></body></html>`;

interface Bundle {
  js: string;
  css: string;
  /** Such as fonts, by path. */
  others: Map<string, Buffer>;
}

async function bundle(): Promise<Bundle> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    root: WEB,
    publicDir: false,
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: { write: false, modulePreload: false, rollupOptions: { input: 'virtual:page' } },
    plugins: [
      {
        name: 'page',
        resolveId: (id) => (id === 'virtual:page' ? `${WEB}/src/virtual-page.js` : undefined),
        load: (id) => (id === `${WEB}/src/virtual-page.js` ? ENTRY : undefined),
      },
    ],
  });
  const { output } = (Array.isArray(built) ? built[0] : built) as {
    output: { type: string; fileName: string; code?: string; source?: string | Uint8Array }[];
  };
  const css = output.find(({ fileName }) => fileName.endsWith('.css'))?.source ?? '';
  const others = new Map(output.map(({ fileName, source }) => [`/${fileName}`, Buffer.from(source ?? '')]));
  return { js: output.find(({ type }) => type === 'chunk')?.code ?? '', css: String(css), others };
}

describe('toasts', { skip: noChromium, timeout: 60_000 }, () => {
  let browser: Browser;
  let files: Bundle;
  before(async () => {
    [browser, files] = await Promise.all([launchBrowser(), bundle()]);
  });
  after(() => browser.close());

  async function open(options: BrowserContextOptions = {}): Promise<OpenedPage> {
    const opened = await openPage(browser, undefined, options);
    await opened.page.route(`${ORIGIN}/**`, (route) => {
      const { pathname } = new URL(route.request().url());
      if (pathname === '/app.js') return route.fulfill({ contentType: 'text/javascript', body: files.js });
      if (pathname === '/app.css') return route.fulfill({ contentType: 'text/css', body: files.css });
      if (pathname === '/library') return route.fulfill({ contentType: 'text/html', body: HTML });
      return route.fulfill({ body: files.others.get(pathname) ?? '' });
    });
    await opened.page.goto(`${ORIGIN}/library`);
    await waitUntilTrue(opened.page, 'window.toasts !== undefined');
    return opened;
  }

  test('an action is announced, reached by keyboard, runs once, and the focus returns', async () => {
    await using opened = await open();
    const { page } = opened;
    await page.locator('#before').focus();
    await page.evaluate(`toasts.toast('3 images deleted', 'Undo')`);
    await page.getByRole('status').getByText('3 images deleted').waitFor();
    await page.keyboard.press('F8');
    await waitUntilTrue(page, `document.activeElement.textContent === 'Undo'`);
    await page.keyboard.press('Enter');
    await page.getByText('3 images deleted').waitFor({ state: 'detached' });
    assert.deepEqual(await page.evaluate('toasts.run'), ['3 images deleted']);
    assert.equal(await page.evaluate('document.activeElement.id'), 'before');
    assert.deepEqual(opened.problems, []);
  });

  test('with an action it stays ten seconds, and longer while the pointer or the focus is on it', async () => {
    await using opened = await open();
    const { page } = opened;
    // Time stands still between the steps.
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1_000);
    await page.evaluate(`toasts.toast('Saved')`);
    await page.evaluate(`toasts.toast('Deleted', 'Undo')`);
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await page.clock.runFor(5_000);
    await page.getByText('Saved').waitFor({ state: 'detached' });
    await page.clock.runFor(4_000);
    assert.equal(await page.getByText('Deleted').count(), 1);
    await page.getByText('Deleted').hover();
    await page.clock.runFor(30_000);
    assert.equal(await page.getByText('Deleted').count(), 1);
    await page.getByRole('button', { name: 'Undo' }).focus();
    await page.mouse.move(0, 0);
    await page.clock.runFor(30_000);
    assert.equal(await page.getByText('Deleted').count(), 1);
    await page.locator('#before').focus();
    await page.clock.runFor(10_000);
    await page.getByText('Deleted').waitFor({ state: 'detached' });
  });

  test('it covers neither what was just used nor a dialog, and returns after a dialog that opened later', async () => {
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 1280, height: 800 },
    ]) {
      await using opened = await open({ viewport });
      const { page } = opened;
      const overlap = async (one: string, two: string) => {
        const [a, b] = [await page.locator(one).boundingBox(), await page.locator(two).boundingBox()];
        assert.ok(a !== null && b !== null, `${one} ${two}`);
        return a.y < b.y + b.height && b.y < a.y + a.height;
      };
      await page.locator('#low').click();
      await page.evaluate(`toasts.toast('Link copied', 'Undo')`);
      await page.getByText('Link copied').waitFor();
      assert.equal(await overlap('.app-toast', '#low'), false);
      await page.evaluate('toasts.open()');
      await page.getByText('Link copied').waitFor({ state: 'detached' });
      await page.evaluate(`toasts.toast('Renamed')`);
      await page.getByRole('dialog').getByText('Renamed').waitFor();
      assert.equal(await overlap('dialog .toasts', '.dialog-box'), false);
      await page.evaluate('toasts.close()');
      await page.getByText('Link copied').waitFor();
      await page.getByText('Renamed').waitFor();
      assert.equal(await overlap('#app .toasts', '#low'), false);
    }
  });

  test('it disappears on another page, but not on a subpage, nor if its action opened the page', async () => {
    await using opened = await open();
    const { page } = opened;
    await page.evaluate(`toasts.toast('Deleted', 'Undo')`);
    await page.getByText('Deleted').waitFor();
    await page.waitForTimeout(1_100);
    await page.evaluate(`toasts.navigate('/library/abc')`);
    await page.evaluate(`toasts.toast('Welcome!'); toasts.navigate('/')`);
    await page.getByText('Deleted').waitFor({ state: 'detached' });
    assert.equal(await page.getByText('Welcome!').count(), 1);
  });
});
