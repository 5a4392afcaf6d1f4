import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { noChromium } from './browser.ts';
import { makeJpeg } from './upload.ts';
import { startWeb } from './web-app.ts';

const run = promisify(execFile);

test('a new user signs up, uploads ten pictures, creates an album, copies the BBCode, uses a key with curl and deletes two', {
  skip: noChromium,
  timeout: 120_000,
}, async () => {
  await using web = await startWeb();
  await using opened = await web.open('/register', { permissions: ['clipboard-read', 'clipboard-write'] });
  const { page } = opened;
  await page.getByLabel('Email address').fill('newcomer@example.org');
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('link', { name: 'Library' }).waitFor();

  await page.getByRole('link', { name: 'Upload' }).first().click();
  await page.getByText('data are removed').waitFor();
  const bytes = JSON.stringify([...(await makeJpeg(240, 180))]);
  await page.evaluate(`(() => {
      const dataTransfer = new DataTransfer();
      for (let i = 0; i < 10; i += 1) {
        dataTransfer.items.add(new File([new Uint8Array(${bytes})], 'holiday ' + i + '.jpg', { type: 'image/jpeg' }));
      }
      const given = { bubbles: true, cancelable: true, dataTransfer };
      document.querySelector('footer').dispatchEvent(new DragEvent('drop', given));
    })()`);
  await page.locator('.overall').getByText('10 of 10 uploaded').waitFor();

  await page.getByRole('link', { name: 'Library' }).click();
  const cells = page.getByRole('listbox').getByRole('option');
  await cells.nth(9).waitFor();
  await cells.first().focus();
  await page.keyboard.press('Control+a');
  await page.getByText('10 selected').waitFor();
  await page.getByRole('button', { name: 'Move to album' }).click();
  await page.getByRole('dialog').getByLabel('Find or create an album').fill('Holiday');
  await page.getByRole('dialog').getByRole('button', { name: 'Create “Holiday”' }).click();
  await page.getByText('10 images moved').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await page.getByRole('link', { name: 'Albums' }).click();
  await page.locator('main').getByRole('link', { name: 'Holiday' }).click();
  await cells.nth(9).waitFor();
  await cells.first().focus();
  await page.keyboard.press('Control+a');
  await page.getByText('10 selected').waitFor();
  await page.getByRole('button', { name: 'Link format' }).click();
  await page.getByRole('menuitem', { name: 'BBCode' }).click();
  await page.getByText('BBCode copied for 10 images').waitFor();
  const copied = String(await page.evaluate('navigator.clipboard.readText()')).split('\n');
  assert.equal(copied.length, 10);
  for (const line of copied) assert.match(line, /\[img\].+\[\/img\]/i);

  await page.goto(`${web.base}/account?tab=keys`);
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('curl');
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  const key = await page.getByRole('dialog').getByLabel('API key', { exact: true }).inputValue();
  const dir = await mkdtemp(join(tmpdir(), 'imgd-newcomer-'));
  try {
    await writeFile(join(dir, 'one.jpg'), await makeJpeg(64, 48));
    const given = ['-fsS', '-H', `Authorization: Bearer ${key}`, '-F', 'file=@one.jpg', `${web.base}/api/v1/upload`];
    const { stdout } = await run('curl', given, { cwd: dir });
    assert.equal(JSON.parse(stdout).data.filename, 'one.jpg');
  } finally {
    await rm(dir, { recursive: true, force: true });
  }

  await page.goto(`${web.base}/library`);
  await cells.nth(10).waitFor();
  await cells.nth(1).focus();
  await page.keyboard.press('Space');
  await page.getByText('1 selected').waitFor();
  await page.keyboard.press('Shift+ArrowRight');
  await page.getByText('2 selected').waitFor();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('2 images moved to trash').waitFor();
  await cells.nth(9).waitFor({ state: 'detached' });
  assert.equal(await cells.count(), 9);
  assert.deepEqual(opened.problems, []);
});
