import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser, FileChooser, Page } from 'playwright-core';
import { at } from '../support/api.ts';
import { accountOf, send, smallPng } from '../support/requests.ts';
import { startApp, type TestApp } from '../support/start-app.ts';
import { launchBrowser, noChromium } from '../web/browser.ts';

// Editors and upload widgets, from npm and unmodified, on a page of another origin: each knows nothing of imgd but an
// address with a key.

const PACKAGES = join(import.meta.dirname, 'node_modules');
const SKIP = noChromium || (existsSync(PACKAGES) ? false : 'not installed: npm ci --prefix test/clients');
const TYPES: Record<string, string> = { '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css' };
const PAGE = '<!doctype html><meta charset="utf-8"><title>Editor</title><div id="box"><div id="e"></div></div>';

/** What the scripts of a page define, and the file that they upload. */
// biome-ignore lint/suspicious/noExplicitAny: the libraries are loaded in the browser
declare const window: any;

let app: TestApp;
let key: string;
let site: Server;
let origin: string;
let browser: Browser;
let bytes: Buffer;
before(async () => {
  if (SKIP !== false) return;
  app = await startApp();
  const account = await accountOf(app, {});
  const answer = await send(app, '/keys', { name: 'page', scopes: ['images:write'] }, account.key);
  key = ((await answer.json()) as { data: { key: string } }).data.key;
  site = createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://site').pathname);
    const type = TYPES[extname(path)];
    const text = await (type === undefined ? PAGE : readFile(join(PACKAGES, path)).catch(() => undefined));
    if (text === undefined) response.writeHead(404);
    else response.setHeader('content-type', `${type ?? 'text/html'}; charset=utf-8`);
    response.end(text);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  origin = `http://localhost:${(site.address() as AddressInfo).port}`;
  browser = await launchBrowser();
  bytes = await smallPng(1);
});
after(async () => {
  await browser?.close();
  site?.close();
  await app?.[Symbol.asyncDispose]();
});

const FILE = () => ({ name: 'picture.png', mimeType: 'image/png', buffer: bytes });
/** Opens the file dialog of an editor, and chooses the picture. */
async function choose(page: Page, open: () => Promise<unknown>): Promise<void> {
  const [chooser] = (await Promise.all([page.waitForEvent('filechooser'), open()])) as [FileChooser, unknown];
  await chooser.setFiles(FILE());
}
/** Waits for an expression of the page. @returns its value */
const seen = async (page: Page, expression: string): Promise<string> =>
  String(await (await page.waitForFunction(expression, undefined, { timeout: 20_000 })).jsonValue());
const SRC = `document.querySelector('#box img[src^="http"]:not([src*=".svg"])')?.src`;

interface Client {
  scripts: readonly string[];
  styles?: readonly string[];
  /** Makes the editor with the address, uploads the picture, and returns the link that it shows. */
  run(page: Page, url: string): Promise<string>;
}

const CLIENTS: Record<string, Client> = {
  tinymce: {
    scripts: ['tinymce/tinymce.min.js'],
    async run(page, url) {
      return page.evaluate(
        async ([images_upload_url, base64]) => {
          const [editor] = await window.tinymce.init({ selector: '#e', images_upload_url, license_key: 'gpl' });
          editor.setContent(`<img src="data:image/png;base64,${base64}">`);
          const [{ uploadUri, status }] = await editor.uploadImages();
          return status ? uploadUri : '';
        },
        [url, bytes.toString('base64')],
      );
    },
  },
  ckeditor: {
    scripts: ['ckeditor5/dist/browser/ckeditor5.umd.js'],
    async run(page, url) {
      await page.evaluate(async (uploadUrl) => {
        const { ClassicEditor, Essentials, Paragraph, Image, ImageUpload, SimpleUploadAdapter } = window.CKEDITOR;
        const plugins = [Essentials, Paragraph, Image, ImageUpload, SimpleUploadAdapter];
        const options = { licenseKey: 'GPL', plugins, simpleUpload: { uploadUrl } };
        const editor = await ClassicEditor.create(window.document.querySelector('#e'), options);
        editor.execute('uploadImage', { file: window.picture });
      }, url);
      return seen(page, SRC);
    },
  },
  froala: {
    scripts: ['froala-editor/js/froala_editor.pkgd.min.js'],
    async run(page, url) {
      await page.evaluate((imageUploadURL) => {
        const editor = new window.FroalaEditor('#e', { imageUploadURL }, () => editor.image.upload([window.picture]));
      }, url);
      return seen(page, SRC);
    },
  },
  jodit: {
    scripts: ['jodit/es2021/jodit.fat.min.js'],
    async run(page, url) {
      await page.evaluate(async (address) => {
        const { editor } = await window.Jodit.make('#e', { uploader: { url: address } }).waitForReady();
        const dataTransfer = new window.DataTransfer();
        dataTransfer.items.add(window.picture);
        editor.dispatchEvent(new window.DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
      }, url);
      return seen(page, SRC);
    },
  },
  easymde: {
    scripts: ['easymde/dist/easymde.min.js'],
    async run(page, imageUploadEndpoint) {
      await page.evaluate((endpoint) => {
        window.document.querySelector('#box').innerHTML = '<textarea id="e"></textarea>';
        window.editor = new window.EasyMDE({
          element: window.document.querySelector('#e'),
          uploadImage: true,
          imageUploadEndpoint: endpoint,
          imagePathAbsolute: true,
          spellChecker: false,
          autoDownloadFontAwesome: false,
        });
        window.editor.uploadImages([window.picture]);
      }, imageUploadEndpoint);
      return seen(page, String.raw`/\((http[^)]+)\)/.exec(window.editor.value())?.[1]`);
    },
  },
  editorjs: {
    scripts: ['@editorjs/editorjs/dist/editorjs.umd.js', '@editorjs/image/dist/image.umd.js'],
    async run(page, url) {
      await page.evaluate(async (byFile) => {
        const tools = { image: { class: window.ImageTool, config: { endpoints: { byFile } } } };
        window.editor = new window.EditorJS({ holder: 'e', tools });
        await window.editor.isReady;
        window.editor.blocks.insert('image');
      }, url);
      await choose(page, () => page.locator('.image-tool .cdx-button').click());
      return seen(page, SRC);
    },
  },
  suneditor: {
    scripts: ['suneditor/dist/suneditor.min.js'],
    async run(page, url) {
      await page.evaluate((uploadUrl) => {
        const plugins = window.SUNEDITOR.plugins ?? undefined;
        window.editor = window.SUNEDITOR.create('#e', { plugins, buttonList: [['image']], image: { uploadUrl } });
      }, url);
      await page.waitForFunction('window.editor?.$?.plugins?.image');
      await page.evaluate(async () => {
        const files = new window.DataTransfer();
        files.items.add(window.picture);
        await window.editor.$.plugins.image.submitFile(files.files);
      });
      return seen(page, SRC);
    },
  },
  wangeditor: {
    scripts: ['@wangeditor/editor/dist/index.js'],
    async run(page, url) {
      await page.evaluate((server) => {
        window.document.querySelector('#e').innerHTML =
          '<div id="bar"></div><div id="text" style="height:200px"></div>';
        const editorConfig = { MENU_CONF: { uploadImage: { server } } };
        const editor = window.wangEditor.createEditor({ selector: '#text', config: editorConfig });
        window.wangEditor.createToolbar({ editor, selector: '#bar', config: { toolbarKeys: ['uploadImage'] } });
        editor.focus();
      }, url);
      await choose(page, () => page.locator('#bar button').click());
      return seen(page, SRC);
    },
  },
  vditor: {
    scripts: ['vditor/dist/index.min.js'],
    async run(page, url) {
      await page.evaluate(
        ([address, cdn]) =>
          new Promise<void>((resolve) => {
            const upload = { url: address };
            const options = { cdn, upload, cache: { enable: false }, mode: 'ir', lang: 'en_US' };
            window.editor = new window.Vditor('e', { ...options, after: resolve });
          }),
        [url, `${origin}/vditor`],
      );
      await page.locator('.vditor-toolbar input[type=file]').setInputFiles(FILE());
      return seen(page, String.raw`/\((http[^)]+)\)/.exec(window.editor.getValue())?.[1]`);
    },
  },
  uppy: {
    scripts: ['uppy/dist/uppy.min.js'],
    async run(page, endpoint) {
      return page.evaluate(async (address) => {
        const uppy = new window.Uppy.Uppy().use(window.Uppy.XHRUpload, { endpoint: address });
        uppy.addFile({ name: 'picture.png', type: 'image/png', data: window.picture });
        const { successful } = await uppy.upload();
        return successful[0]?.uploadURL ?? '';
      }, endpoint);
    },
  },
  dropzone: {
    scripts: ['dropzone/dist/dropzone-min.js'],
    async run(page, url) {
      return page.evaluate(
        (address) =>
          new Promise<string>((resolve, reject) => {
            const dropzone = new window.Dropzone('#e', { url: address });
            dropzone.on('success', (_file: unknown, answer: { url: string }) => resolve(answer.url));
            dropzone.on('error', (_file: unknown, message: unknown) => reject(new Error(JSON.stringify(message))));
            dropzone.addFile(window.picture);
          }),
        url,
      );
    },
  },
};

async function openWith({ scripts }: Client, file: Buffer, fileType = 'image/png'): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(origin);
  for (const script of scripts) await page.addScriptTag({ url: `/${script}` });
  await page.evaluate(
    ([base64 = '', type = '']) => {
      const content = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      window.picture = new window.File([content], 'picture.png', { type });
    },
    [file.toString('base64'), fileType],
  );
  return page;
}

describe('editors and widgets of another origin', { skip: SKIP }, () => {
  for (const [name, client] of Object.entries(CLIENTS)) {
    it(`${name} uploads to /for/${name} with nothing but its address`, async () => {
      const page = await openWith(client, bytes);
      try {
        const link = await client.run(page, `${app.url}/for/${name}?key=${key}`);
        const response = await fetch(at(app, link));
        assert.deepEqual([response.status, Buffer.from(await response.arrayBuffer())], [200, bytes]);
      } finally {
        await page.close();
      }
    });
  }

  it('Dropzone shows the message of a refusal', async () => {
    const page = await openWith(CLIENTS.dropzone as Client, Buffer.from('no picture at all'), 'text/plain');
    const shown = (CLIENTS.dropzone as Client).run(page, `${app.url}/for/dropzone`);
    await assert.rejects(shown, /Only image files are allowed/);
    await page.close();
  });
});
