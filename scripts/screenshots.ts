import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { startApp } from '../test/support/start-app.ts';
import { webBuild } from '../test/support/web-build.ts';
import { launchBrowser } from '../test/web/browser.ts';
import { type SamplePicture, samplePictures } from './sample-pictures.ts';

// node scripts/screenshots.ts [folder]: a picture of every page, at the width of a phone and of a desktop, light and dark.
// Without a folder only those that the documents show are made, into docs/images.

const HOST = 'images.example';
const ACCOUNT = { email: 'ada@images.example', password: 'correct horse battery', name: 'Ada Lovelace', session: true };
const ALBUMS = ['Norway', 'Norway', 'Forests', 'Desert', 'Norway', 'Provence', 'Forests', 'Coast'];

const LOOKS = [
  { colorScheme: 'light', width: 1280, height: 800 },
  { colorScheme: 'dark', width: 1280, height: 800 },
  { colorScheme: 'light', width: 390, height: 844 },
  { colorScheme: 'dark', width: 390, height: 844 },
] as const;

interface Shot {
  name: string;
  path: string;
  /** As somebody without an account. */
  anonymous?: boolean;
  /** Brings the page into the state that is shown. */
  prepare?(page: Page): Promise<unknown>;
}

const SHOTS: readonly Shot[] = [
  { name: 'upload', path: '/', anonymous: true, prepare: (page) => page.getByText('requests left').waitFor() },
  { name: 'uploaded', path: '/', anonymous: true, prepare: uploadSome },
  { name: 'sign-in', path: '/login', anonymous: true },
  { name: 'register', path: '/register', anonymous: true },
  { name: 'about', path: '/about', anonymous: true },
  { name: 'library', path: '/library' },
  { name: 'albums', path: '/albums' },
  { name: 'account', path: '/account', prepare: (page) => page.getByRole('meter').first().waitFor() },
  { name: 'keys', path: '/account?tab=keys', prepare: (page) => page.locator('.lines li').first().waitFor() },
  { name: 'security', path: '/account?tab=security', prepare: (page) => page.getByText('This browser').waitFor() },
  { name: 'admin', path: '/admin' },
];

/** What the documents show. */
const SHOWN = new Set([
  'upload-1280-light',
  'uploaded-1280-light',
  'uploaded-390-dark',
  'sign-in-390-light',
  'library-1280-light',
  'library-390-dark',
  'albums-1280-dark',
  'account-1280-light',
  'keys-390-dark',
  'view-page-1280-light',
]);

const [folder] = process.argv.slice(2);
const target = folder ?? join(import.meta.dirname, '../docs/images');
const pictures = await samplePictures();
await mkdir(target, { recursive: true });
await using app = await startApp({ webDir: await webBuild(), env: { IMGD_BASE_URL: `http://${HOST}` } });
const browser = await launchBrowser([`--host-resolver-rules=MAP ${HOST}:80 ${new URL(app.url).host}`]);
const { state, viewPages } = await fillAccount();
for (const look of LOOKS) {
  for (const shot of [...SHOTS, ...viewPages]) await shoot(browser, shot, look);
}
await browser.close();

async function shoot(from: Browser, shot: Shot, { colorScheme, width, height }: (typeof LOOKS)[number]): Promise<void> {
  const file = `${shot.name}-${width}-${colorScheme}`;
  if (folder === undefined && !SHOWN.has(file)) return;
  const context = await from.newContext({
    colorScheme,
    viewport: { width, height },
    reducedMotion: 'reduce',
    ...(shot.anonymous === true ? {} : { storageState: state }),
  });
  const page = await context.newPage();
  await page.goto(`http://${HOST}${shot.path}`);
  await page.waitForLoadState('networkidle');
  await shot.prepare?.(page);
  await page.waitForFunction(`[...document.images].every((image) => image.complete)`);
  const image = await page.screenshot({ fullPage: true });
  await sharp(image)
    .webp({ quality: 82 })
    .toFile(join(target, `${file}.webp`));
  await context.close();
}

/** An account with pictures in albums, and the page of one of them. */
async function fillAccount() {
  const context = await browser.newContext();
  await post(context, '/auth/register', { data: ACCOUNT });
  const uploaded: { links: { view_page: string } }[] = [];
  const page = await context.newPage();
  await page.goto(`http://${HOST}/`);
  for (const [index, picture] of pictures.entries()) {
    const { csrf_token: csrf } = await get(context, '/account');
    const answer = await post(context, '/upload', {
      multipart: { file: file(picture), album: ALBUMS[index] ?? '' },
      headers: { 'x-csrf-token': csrf, origin: `http://${HOST}` },
    });
    uploaded.push(answer);
  }
  await page.getByRole('link', { name: 'Library' }).waitFor();
  const kept = await context.storageState();
  await context.close();
  const [first] = uploaded;
  if (first === undefined) throw new Error('there are no pictures');
  const path = new URL(first.links.view_page).pathname;
  return { state: kept, viewPages: [{ name: 'view-page', path, anonymous: true }] };
}

async function get(context: BrowserContext, path: string) {
  const answer = await context.request.get(`${app.url}/api/v1${path}`, { headers: await cookieOf(context) });
  return (await answer.json()).data;
}

async function post(context: BrowserContext, path: string, options: Parameters<BrowserContext['request']['post']>[1]) {
  const headers = { ...(await cookieOf(context)), ...options?.headers };
  const answer = await context.request.post(`${app.url}/api/v1${path}`, { ...options, headers });
  if (!answer.ok()) throw new Error(await answer.text());
  const { data } = await answer.json();
  if (data.session !== undefined) {
    const cookie = { name: 'imgd_session', value: data.session.token, domain: HOST, path: '/', httpOnly: true };
    await context.addCookies([{ ...cookie, sameSite: 'Lax', secure: false }]);
  }
  return data;
}

/** The name that pages have is known to the browser alone; requests beside it are sent to the address. */
async function cookieOf(context: BrowserContext): Promise<Record<string, string>> {
  const [cookie] = await context.cookies(`http://${HOST}/`);
  return cookie === undefined ? {} : { cookie: `${cookie.name}=${cookie.value}` };
}

function file({ name, jpeg }: SamplePicture) {
  return { name, mimeType: 'image/jpeg', buffer: jpeg };
}

async function uploadSome(page: Page): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(pictures.slice(0, 4).map(file));
  await page.locator('.overall').getByText('4 of 4 uploaded').waitFor();
  await page.locator('.toasts p').waitFor({ state: 'detached' });
}
