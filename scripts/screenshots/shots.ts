import type { Page } from 'playwright-core';
import type { Filled } from './fill.ts';
import type { SamplePicture } from './sample-pictures.ts';

/** A page to capture. */
export interface Shot {
  name: string;
  path: string;
  /** The signed-in visitor; anonymous if absent. */
  as?: 'owner' | 'admin';
  /** Brings the page into the captured state. */
  prepare?(page: Page): Promise<unknown>;
}

const ready = (selector: string) => (page: Page) => page.locator(selector).first().waitFor();

/** Every page, in its important states. */
export function shotsOf(filled: Filled, pictures: readonly SamplePicture[]): Shot[] {
  const files = pictures.slice(0, 4).map(({ name, jpeg }) => ({ name, mimeType: 'image/jpeg', buffer: jpeg }));
  return [
    { name: 'upload', path: '/', prepare: (page) => page.getByText('data are removed').waitFor() },
    {
      name: 'uploaded',
      path: '/',
      async prepare(page) {
        await page.locator('input[type=file]').setInputFiles(files);
        await page.locator('.overall').getByText('4 of 4 uploaded').waitFor();
      },
    },
    {
      name: 'uploaded-one',
      path: '/',
      async prepare(page) {
        await page.locator('input[type=file]').setInputFiles(files.slice(0, 1));
        await page.locator('.overall').getByText('Uploaded').waitFor();
      },
    },
    { name: 'sign-in', path: '/login' },
    { name: 'register', path: '/register' },
    { name: 'forgot', path: '/forgot' },
    { name: 'about', path: '/about' },
    { name: 'view-page', path: filled.viewPath },
    { name: 'report', path: `${filled.viewPath}/report` },
    { name: 'not-found', path: '/image/000000000000' },
    { name: 'public-album', path: new URL(filled.publicAlbumUrl).pathname },
    { name: 'library', path: '/library', as: 'owner', prepare: ready('.tile img') },
    {
      name: 'selection',
      path: '/library',
      as: 'owner',
      async prepare(page) {
        await ready('.tile img')(page);
        await page.locator('.tile').nth(1).focus();
        await page.keyboard.press('Space');
        for (let more = 0; more < 3; more++) await page.keyboard.press('Shift+ArrowRight');
        await page.getByText('4 selected').waitFor();
      },
    },
    {
      name: 'image',
      path: '/library',
      as: 'owner',
      async prepare(page) {
        await page.locator('.tile').nth(2).click();
        await page.getByRole('dialog').waitFor();
      },
    },
    { name: 'albums', path: '/albums', as: 'owner', prepare: ready('.album-card') },
    { name: 'album', path: filled.albumPath, as: 'owner', prepare: ready('.tile img') },
    { name: 'account', path: '/account', as: 'owner', prepare: ready('[role=meter]') },
    { name: 'keys', path: '/account?tab=keys', as: 'owner', prepare: ready('.lines li') },
    { name: 'security', path: '/account?tab=security', as: 'owner', prepare: ready('.lines li') },
    { name: 'admin', path: '/admin', as: 'admin', prepare: (page) => page.locator('.day-chart').nth(3).waitFor() },
    ...['reports', 'quarantine', 'accounts', 'jobs', 'audit'].map((section) => ({
      name: `admin-${section}`,
      path: `/admin/${section}`,
      as: 'admin' as const,
      prepare: ready('.admin-lines li'),
    })),
  ];
}
