import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import sharp from 'sharp';
import { startApp } from '../test/support/start-app.ts';
import { webBuild } from '../test/support/web-build.ts';
import { launchBrowser } from '../test/web/browser.ts';
import { fill } from './screenshots/fill.ts';
import { samplePictures } from './screenshots/sample-pictures.ts';
import { type Shot, shotsOf } from './screenshots/shots.ts';

// node scripts/screenshots.ts [folder [name…]]: screenshots of every page, at phone and desktop width, light
// and dark; with names, only of these pages. The default folder is docs/images.

const HOST = 'images.example';
const LOOKS = [
  { colorScheme: 'light', width: 1280, height: 800 },
  { colorScheme: 'dark', width: 1280, height: 800 },
  { colorScheme: 'light', width: 390, height: 844 },
  { colorScheme: 'dark', width: 390, height: 844 },
] as const;

const [folder, ...names] = process.argv.slice(2);
const target = folder ?? join(import.meta.dirname, '../docs/images');
const pictures = await samplePictures();
await mkdir(target, { recursive: true });
await using app = await startApp({
  webDir: webBuild(),
  env: { IMGD_BASE_URL: `http://${HOST}`, IMGD_PLANS: '{}' },
});
const browser = await launchBrowser([`--host-resolver-rules=MAP ${HOST}:80 ${new URL(app.url).host}`]);
const filled = await fill(app, pictures);
for (const shot of shotsOf(filled, pictures)) {
  if (names.length === 0 || names.includes(shot.name)) await shoot(shot);
}
await browser.close();

async function shoot(shot: Shot): Promise<void> {
  await using context = await browser.newContext({ viewport: LOOKS[0], reducedMotion: 'reduce', ...signedIn(shot) });
  const page = await context.newPage();
  await page.goto(`http://${HOST}${shot.path}`);
  await shot.prepare?.(page);
  for (const look of LOOKS) {
    await page.setViewportSize(look);
    await page.emulateMedia({ colorScheme: look.colorScheme });
    await settled(page);
    // Few colours: a palette takes a third of the size.
    await sharp(await page.screenshot({ fullPage: shot.name !== 'image' }))
      .png({ palette: true, quality: 90, effort: 10 })
      .toFile(join(target, `${shot.name}-${look.width}-${look.colorScheme}.png`));
  }
}

function signedIn({ as }: Shot): Pick<BrowserContextOptions, 'storageState'> {
  if (as === undefined) return {};
  const about = { domain: HOST, path: '/', expires: -1, httpOnly: true, secure: false, sameSite: 'Lax' } as const;
  return { storageState: { cookies: [{ name: 'imgd_session', value: filled[as], ...about }], origins: [] } };
}

/** Waits until all requests and images have finished. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(`[...document.images].every((image) => image.complete)`);
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
}
