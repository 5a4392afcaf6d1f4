import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import type { IssuedTicket } from '../../src/api/tickets.ts';
import { at, register, type Uploaded } from '../support/api.ts';
import { call, send, smallPng } from '../support/requests.ts';
import { dataOf } from '../support/sign-in.ts';
import { startApp, type TestApp } from '../support/start-app.ts';
import { launchBrowser, noChromium } from '../web/browser.ts';

// The page of a stranger, on another origin, with upload widgets from npm. Each is given the address with an upload ticket,
// and nothing else; where a widget has no address of its own form, the ticket in its header field.

const PACKAGES = join(import.meta.dirname, 'node_modules');
const NOT_READY = existsSync(PACKAGES) ? noChromium : 'not installed: npm ci --prefix test/clients';
const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' };

/** Chosen files, as the widgets of a page get them. */
const FILE = `const chosen = async () => new File([await (await fetch('/picture.png')).arrayBuffer()], 'picture.png', {type: 'image/png'});`;

interface Widget {
  script: string;
  markup?: string;
  /** Uploads the chosen file. @returns the link; throws the message of a refusal */
  upload: (address: (path: string) => string, ticket: string) => string;
}

const WIDGETS: Record<string, Widget> = {
  FilePond: {
    script: '/filepond/dist/filepond.js',
    upload: (address) => `
      const pond = FilePond.create({ server: '${address('/for/text')}' });
      document.body.append(pond.element);
      const uploaded = new Promise((resolve, reject) => {
        pond.on('processfile', (error, file) => error ? reject(new Error(error.body)) : resolve(file.serverId.trim()));
      });
      await pond.addFile(await chosen());
      return await uploaded;`,
  },
  Dropzone: {
    script: '/dropzone/dist/dropzone-min.js',
    markup: '<div id="zone" class="dropzone"></div>',
    upload: (address) => `
      const zone = new (Dropzone.Dropzone ?? Dropzone)('#zone', { url: '${address('/for/dropzone')}' });
      const uploaded = new Promise((resolve, reject) => {
        zone.on('success', (file, answer) => resolve(answer.url));
        zone.on('error', (file, message) => reject(new Error(message.error ?? message)));
      });
      zone.addFile(await chosen());
      return await uploaded;`,
  },
  'Uppy by XHR': {
    script: '/uppy/dist/uppy.min.js',
    upload: (address) => `
      const uppy = new Uppy.Uppy().use(Uppy.XHRUpload, { endpoint: '${address('/for/uppy')}' });
      uppy.addFile({ name: 'picture.png', type: 'image/png', data: await chosen() });
      const { successful, failed } = await uppy.upload();
      if (failed.length > 0) throw new Error(failed[0].response?.body?.message ?? failed[0].error);
      return successful[0].uploadURL;`,
  },
  'Uppy by tus': {
    script: '/uppy/dist/uppy.min.js',
    upload: (address, ticket) => `
      const headers = { Authorization: 'Bearer ${ticket}' };
      let id;
      const uppy = new Uppy.Uppy().use(Uppy.Tus, {
        endpoint: '${address('/api/v1/uploads').split('?')[0]}', headers, retryDelays: [],
        onAfterResponse: (request, response) => { id = response.getHeader('Image-Id') ?? id; },
      });
      uppy.addFile({ name: 'picture.png', type: 'image/png', data: await chosen() });
      const { failed } = await uppy.upload();
      if (failed.length > 0) throw new Error(failed[0].error);
      return id;`,
  },
  TinyMCE: {
    script: '/tinymce/tinymce.min.js',
    markup: '<textarea id="text"></textarea>',
    upload: (address) => `
      const [editor] = await tinymce.init({
        selector: '#text', license_key: 'gpl', images_upload_url: '${address('/for/tinymce')}',
      });
      const bytes = new Uint8Array(await (await chosen()).arrayBuffer());
      editor.setContent('<p><img src="data:image/png;base64,' + btoa(String.fromCharCode(...bytes)) + '"></p>');
      const [{ status, uploadUri, element }] = await editor.uploadImages();
      if (!status) throw new Error(editor.notificationManager?.getNotifications?.()[0]?.getEl?.()?.textContent ?? 'refused');
      return uploadUri ?? element.src;`,
  },
};

describe('widgets on the page of a stranger, with an upload ticket', { skip: NOT_READY, timeout: 180_000 }, () => {
  let app: TestApp;
  let key: string;
  let bytes: Buffer;
  let site: Server;
  let siteUrl: string;
  let browser: Browser;

  before(async () => {
    app = await startApp();
    key = await register(app);
    bytes = await smallPng(9);
    site = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
      const file = join(PACKAGES, pathname);
      if (pathname === '/favicon.ico') return response.writeHead(204).end();
      if (pathname === '/picture.png') return response.setHeader('content-type', 'image/png').end(bytes);
      response.setHeader('content-type', TYPES[extname(pathname)] ?? 'text/html');
      if (pathname !== '/') return existsSync(file) ? response.end(readFileSync(file)) : response.writeHead(404).end();
      const { script, markup = '' } = WIDGETS[searchParams.get('widget') ?? ''] as Widget;
      return response.end(`<!doctype html><meta charset="utf-8"><body>${markup}<script src="${script}"></script>`);
    });
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
    siteUrl = `http://localhost:${(site.address() as AddressInfo).port}`;
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    site?.closeAllConnections();
    site?.close();
    await app?.[Symbol.asyncDispose]();
  });

  async function withPage(name: string, work: (page: Page) => Promise<void>): Promise<void> {
    const page = await browser.newPage();
    try {
      await page.goto(`${siteUrl}/?widget=${encodeURIComponent(name)}`);
      await work(page);
    } finally {
      await page.close();
    }
  }

  for (const [name, widget] of Object.entries(WIDGETS)) {
    it(`${name} uploads the permitted image to the account, and no other`, async () => {
      const { ticket } = await dataOf<IssuedTicket>(send(app, '/tickets', { album: name }, key));
      const address = (path: string) => `${app.url}${path}?key=${ticket}`;
      const run = (page: Page) =>
        page.evaluate(`(async () => { ${FILE} ${widget.upload(address, ticket)} })()`) as Promise<string>;
      await withPage(name, async (page) => {
        const given = await run(page);
        const id = /(?:\/i\/)?([0-9A-Za-z]{12})(?:\.png)?$/.exec(given)?.[1];
        const { data } = (await (await call(app, 'GET', `/images?album=${encodeURIComponent(name)}`, key)).json()) as {
          data: { images: Uploaded[] };
        };
        assert.deepEqual(
          data.images.map((image) => image.id),
          [id],
          given,
        );
        const stored = await fetch(at(app, data.images[0]?.links.direct ?? ''));
        assert.deepEqual(Buffer.from(await stored.arrayBuffer()), bytes);
      });
      // The ticket is used up: the widget hears of it, and nothing is stored.
      await withPage(name, async (page) => {
        const refused = page.waitForResponse((response) => response.status() === 403);
        await assert.rejects(run(page));
        assert.match(await (await refused).text(), /All uploads of this ticket are used/);
      });
      const { data } = (await (await call(app, 'GET', `/images?album=${encodeURIComponent(name)}`, key)).json()) as {
        data: { images: Uploaded[] };
      };
      assert.equal(data.images.length, 1);
    });
  }
});
