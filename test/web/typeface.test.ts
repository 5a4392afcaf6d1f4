import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { PROGRAM_FILES } from '../../src/lib/program-files.ts';
import { webBuild } from '../support/web-build.ts';
import { noChromium } from './browser.ts';
import { makeJpeg, uploadAs } from './upload.ts';
import { startWeb, type WebApp } from './web-app.ts';

const MAX_BYTES = 50 * 1024;
/** Of the width of a text: the place that a fallback leaves differs by less from the typeface. */
const MAX_DIFFERENCE = 0.03;
const SAMPLE = 'Upload an image. Get a link. Location, camera serial numbers and comments are removed.';

const asset = (name: string) => readFileSync(fileURLToPath(new URL(name, PROGRAM_FILES.assets)));

describe('the typeface', () => {
  test('is the Latin part of Figtree, unchanged, small, with its licence', () => {
    const origin = fileURLToPath(
      import.meta.resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'),
    );
    assert.ok(asset('sans.woff2').equals(readFileSync(origin)));
    assert.ok(asset('sans.woff2').length <= MAX_BYTES);
    assert.match(
      asset('sans-license.txt').toString(),
      /Figtree Project Authors[\s\S]*SIL OPEN FONT LICENSE Version 1\.1/,
    );
    assert.ok(readFileSync(`${webBuild()}/assets/sans-license.txt`).equals(asset('sans-license.txt')));
  });
});

describe('the typeface in a browser', { skip: noChromium, timeout: 60_000 }, () => {
  let web: WebApp;
  before(async () => {
    web = await startWeb();
  });
  after(() => web[Symbol.asyncDispose]());

  test('is loaded once for the application and the pages of the server', async () => {
    const image = await uploadAs(web.app.url, await makeJpeg(160, 120), 'a.jpg');
    await using opened = await web.open();
    const { page } = opened;
    const loaded: string[] = [];
    page.on('requestfinished', async (request) => {
      if (request.url().endsWith('.woff2')) loaded.push(request.url());
    });
    const isUsed = `document.fonts.ready.then(() => [...document.fonts].some((face) => face.family === 'Figtree' && face.status === 'loaded'))`;
    for (const url of [web.base, image.links.view_page.replace('127.0.0.1', 'localhost')]) {
      await page.goto(url);
      await page.getByRole('contentinfo').waitFor();
      assert.equal(await page.evaluate(isUsed), true, url);
    }
    assert.equal(new Set(loaded).size, 1, loaded.join(' '));
    assert.match(loaded[0] ?? '', /\/assets\/sans\.[0-9a-f]{16}\.woff2$/);
    assert.deepEqual(opened.problems, []);
  });

  test('replaces typefaces of nearly the same width', async () => {
    await using opened = await web.open();
    const widths = (await opened.page.evaluate(`document.fonts.ready.then(() => {
      const line = document.createElement('span');
      line.textContent = ${JSON.stringify(SAMPLE)};
      line.style.whiteSpace = 'nowrap';
      document.body.append(line);
      const width = (family, weight) => {
        line.style.fontFamily = family;
        line.style.fontWeight = weight;
        return line.getBoundingClientRect().width;
      };
      return [400, 700].map((weight) => [width('Figtree', weight), width('"Figtree DejaVu"', weight)]);
    })`)) as [number, number][];
    for (const [own, fallback] of widths) {
      assert.ok(Math.abs(own / fallback - 1) < MAX_DIFFERENCE, `${own} and ${fallback} pixels`);
    }
  });
});
