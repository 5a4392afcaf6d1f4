import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at, NEEDS_INSPECTION } from '../support/api.ts';
import { accountOf, bearer, send, smallPng } from '../support/requests.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

let app: TestApp;
let key: string;
let writeOnly: string;
let shade = 0;
before(async () => {
  app = await startApp({ env: { IMGD_DOORS: 'all' } });
  ({ key } = await accountOf(app, {}));
  const answer = await send(app, '/keys', { name: 'page', scopes: ['images:write'] }, key);
  writeOnly = ((await answer.json()) as { data: { key: string } }).data.key;
});
after(() => app[Symbol.asyncDispose]());

// biome-ignore lint/suspicious/noExplicitAny: each protocol has answers of its own
type Body = any;

function form(parts: Record<string, Buffer | string>, filename = 'a.png'): FormData {
  const body = new FormData();
  for (const [name, content] of Object.entries(parts)) {
    if (typeof content === 'string') body.append(name, content);
    else body.append(name, new Blob([new Uint8Array(content)]), filename);
  }
  return body;
}

const post = (path: string, body: FormData | URLSearchParams | string | Uint8Array<ArrayBuffer>, headers = {}) =>
  fetch(app.url + path, { method: 'POST', headers, body });
const png = () => smallPng(++shade);
async function stored(link: string): Promise<Buffer> {
  const response = await fetch(at(app, link));
  assert.equal(response.status, 200, link);
  return Buffer.from(await response.arrayBuffer());
}

/** Part of each editor, the link in its answer, and the message of its refusal. */
const EDITORS: Record<string, [part: string, link: (body: Body) => string, message: (body: Body) => string]> = {
  editorjs: [
    'image',
    ({ success, file }) => success === 1 && file.url,
    ({ success, message }) => success === 0 && message,
  ],
  ckeditor: ['upload', ({ url }) => url, ({ error }) => error.message],
  tinymce: ['file', ({ location }) => location, ({ error }) => error.message],
  froala: ['file', ({ link }) => link, ({ error }) => error],
  easymde: ['image', ({ data }) => data.filePath, ({ error }) => error],
  vditor: ['file[]', ({ code, data }) => code === 0 && data.succMap['a.png'], ({ code, msg }) => code === 1 && msg],
  wangeditor: [
    'wangeditor-uploaded-image',
    ({ errno, data }) => errno === 0 && data.url,
    ({ errno, message }) => errno === 1 && message,
  ],
  suneditor: ['file-0', ({ result }) => result[0].url, ({ errorMessage }) => errorMessage],
  jodit: [
    'files[0]',
    ({ success, data }) => success && data.baseurl + data.files[0],
    ({ success, data }) => !success && data.messages[0],
  ],
  uppy: ['file', ({ url }) => url, ({ error }) => error],
  dropzone: ['file', ({ url }) => url, ({ error }) => error],
};

describe('doors for editors', () => {
  for (const [name, [part, linkOf, messageOf]] of Object.entries(EDITORS)) {
    it(`POST /for/${name} stores the part ${part}, or file, and answers as ${name} expects`, async () => {
      for (const field of [part, 'file']) {
        const bytes = await png();
        const response = await post(`/for/${name}`, form({ [field]: bytes }), { origin: 'https://example.com' });
        assert.equal(response.status, 200);
        assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8');
        assert.equal(response.headers.get('access-control-allow-origin'), '*');
        assert.equal(response.headers.get('cache-control'), 'no-store');
        assert.equal(response.headers.get('referrer-policy'), 'no-referrer');
        assert.match(response.headers.get('ratelimit') ?? '', /hourly/);
        assert.deepEqual(await stored(linkOf(await response.json())), bytes);
        const deletion = await fetch(at(app, response.headers.get('x-url-delete') ?? ''));
        assert.equal(deletion.status, 200);
      }
    });

    it(`POST /for/${name} refuses in the form of ${name}`, async () => {
      const response = await post(`/for/${name}`, form({ [part]: Buffer.from('#!/bin/sh\n'.repeat(50)) }));
      assert.equal(response.status, 400);
      const message = messageOf(await response.json());
      if (name === 'easymde') assert.equal(message, 'typeNotAllowed');
      else assert.match(message, /^(a\.png: )?Only image files are allowed\./);
      const missing = await post(`/for/${name}`, form({ other: await png() }));
      assert.equal(missing.status, 400);
      if (name !== 'easymde') assert.match(messageOf(await missing.json()), /It has files with the names "other"/);
      const wrongMethod = await fetch(`${app.url}/for/${name}`, { headers: { accept: 'application/json' } });
      assert.equal(wrongMethod.status, 405);
      assert.equal(wrongMethod.headers.get('allow'), 'POST, OPTIONS');
      assert.match(messageOf(await wrongMethod.json()), /Method not allowed/);
    });
  }

  it('take several files where the editor sends several, up to the limit of the plan', async () => {
    const files = (name: (index: number) => string, count: number, bytes: Buffer) => {
      const body = new FormData();
      for (let i = 0; i < count; i++) body.append(name(i), new Blob([new Uint8Array(bytes)]), `${i}.png`);
      return body;
    };
    const bytes = await png();
    const jodit: Body = await (
      await post(
        '/for/jodit',
        files((i) => `files[${i}]`, 3, bytes),
      )
    ).json();
    assert.deepEqual([jodit.data.files.length, jodit.data.isImages], [3, [true, true, true]]);
    const vditor: Body = await (
      await post(
        '/for/vditor',
        files(() => 'file[]', 3, bytes),
      )
    ).json();
    assert.deepEqual(Object.keys(vditor.data.succMap), ['0.png', '1.png', '2.png']);
    const suneditor: Body = await (
      await post(
        '/for/suneditor',
        files((i) => `file-${i}`, 3, bytes),
      )
    ).json();
    assert.deepEqual(
      suneditor.result.map((one: Body) => [one.name, one.size]),
      ['0.png', '1.png', '2.png'].map((name) => [name, bytes.length]),
    );
    const many = await post(
      '/for/suneditor',
      files((i) => `file-${i}`, 11, bytes),
    );
    assert.deepEqual(
      [many.status, await many.json()],
      [400, { errorMessage: 'Too many files in one request. At most 10 here.' }],
    );
  });

  it('tell of the files that were refused while others were stored', async () => {
    const body = form({ 'file[]': await png() }, 'good.png');
    body.append('file[]', new Blob(['no picture at all']), 'bad.png');
    const vditor: Body = await (await post('/for/vditor', body)).json();
    assert.deepEqual(
      [vditor.code, Object.keys(vditor.data.succMap), vditor.data.errFiles],
      [0, ['good.png'], ['bad.png']],
    );
    assert.match(vditor.msg, /^bad\.png: Only image files/);
  });

  it('answer preflights of other origins with the headers that editors send', async () => {
    const response = await fetch(`${app.url}/for/editorjs`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://example.com',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-requested-with, x-own',
      },
    });
    assert.equal(response.status, 204);
    assert.match(response.headers.get('access-control-allow-headers') ?? '', /X-Requested-With.*x-own/);
  });

  it('answer unknown names with 404', async () => {
    const response = await post('/for/nothing', form({ file: await png() }));
    assert.equal(response.status, 404);
  });
});

describe('keys of doors', () => {
  it('?key= takes a key with the scope images:write and no other', async () => {
    const response = await post(`/for/tinymce?key=${writeOnly}&album=pages`, form({ file: await png() }));
    assert.equal(response.status, 200);
    const listed = await fetch(`${app.url}/api/v1/images?limit=1`, { headers: bearer(key) });
    const { data }: Body = await listed.json();
    assert.equal(data.images[0].album.name, 'pages');
    const refused = await post(`/for/tinymce?key=${key}`, form({ file: await png() }));
    assert.equal(refused.status, 403);
    const { error }: Body = await refused.json();
    assert.match(error.message, /must have the scope images:write and no other/);
    assert.equal((await post('/for/tinymce?key=imgd_wrong', form({ file: await png() }))).status, 401);
  });

  it('a key in the header counts as in the API, and before that of the address', async () => {
    for (const headers of [bearer(key), { 'x-api-key': key }]) {
      const response = await post('/for/tinymce?key=imgd_wrong', form({ file: await png() }), headers);
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('x-ratelimit-limit'), '1000');
    }
    const wrong = await post('/for/tinymce', form({ file: await png() }), bearer('imgd_wrong'));
    assert.equal(wrong.status, 401);
    assert.match(wrong.headers.get('www-authenticate') ?? '', /invalid_token/);
  });

  it('?key= is no credential of the API', async () => {
    const response = await post(`/api/v1/upload?key=${writeOnly}`, form({ file: await png() }));
    const { data }: Body = await response.json();
    assert.equal(data.anonymous, true);
  });

  it('the session cookie of a browser identifies nobody', async () => {
    const response = await post('/for/tinymce', form({ file: await png() }), { cookie: 'imgd_session=imgds_x' });
    assert.equal(response.status, 200);
  });
});

describe('doors for text', () => {
  it('POST /for/text answers the direct link and a newline', async () => {
    for (const part of ['file', 'files[]', 'image']) {
      const bytes = await png();
      const response = await post('/for/text', form({ [part]: bytes }));
      assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8');
      const text = await response.text();
      assert.match(text, /^http\S+\/i\/\w{12}\.png\n$/);
      assert.deepEqual(await stored(text.trim()), bytes);
    }
  });

  it('POST /for/text takes the file as body, whatever its type', async () => {
    for (const type of ['application/octet-stream', 'image/png', 'application/x-www-form-urlencoded']) {
      const bytes = await png();
      const text = await (await post('/for/text', new Uint8Array(bytes), { 'content-type': type })).text();
      assert.deepEqual(await stored(text.trim()), bytes);
    }
  });

  it('PUT /for/text/{name} stores the body, and answers 201 with Location', async () => {
    const bytes = await png();
    const response = await fetch(`${app.url}/for/text/shot%20of%20it.png?expiry=1`, {
      method: 'PUT',
      headers: bearer(key),
      body: new Uint8Array(bytes),
    });
    assert.equal(response.status, 201);
    const text = await response.text();
    assert.equal(text, `${response.headers.get('location')}\n`);
    assert.deepEqual(await stored(text.trim()), bytes);
    const listed: Body = await (await fetch(`${app.url}/api/v1/images?limit=1`, { headers: bearer(key) })).json();
    assert.equal(listed.data.images[0].filename, 'shot of it.png');
    assert.notEqual(listed.data.images[0].expires_at, null);
  });

  it('refuse in one line of text, with the headers of the API', async () => {
    const refusals: [number, RegExp, Promise<Response>][] = [
      [400, /^Only image files are allowed\. .*\n$/, post('/for/text', new Uint8Array(Buffer.from('no picture')))],
      [400, /^No file was uploaded\. .*\n$/, post('/for/text', form({ album: 'a' }))],
      [400, /^No file was uploaded\. .*\n$/, fetch(`${app.url}/for/text/a.png`, { method: 'PUT' })],
      [400, /^Invalid expiry value\. .*\n$/, post('/for/text?expiry=x', form({ file: await png() }))],
      [405, /^Method not allowed\.\n$/, fetch(`${app.url}/for/text`, { method: 'DELETE' })],
      [401, /^Invalid or missing API key\.\n$/, post('/for/text', form({ file: await png() }), bearer('imgd_no'))],
      [415, /^Compressed request bodies/, post('/for/text', 'x', { 'content-encoding': 'gzip' })],
    ];
    for (const [status, text, answer] of refusals) {
      const response = await answer;
      assert.deepEqual([response.status, response.headers.get('content-type')], [status, 'text/plain; charset=utf-8']);
      assert.match(await response.text(), text);
    }
  });
});

describe('IMGD_DOORS', { skip: NEEDS_INSPECTION }, () => {
  it('opens the doors for editors and text by default, and none with `none`', async () => {
    for (const [env, expected] of [
      [{}, [200, 200, 404]],
      [{ IMGD_DOORS: 'none' }, [404, 404, 404]],
      [{ IMGD_DOORS: 'chevereto,text' }, [404, 200, 200]],
    ] as const) {
      await using other = await startApp({ env });
      const paths = ['/for/tinymce', '/for/text', '/api/1/upload'];
      const answers = paths.map(async (path) => {
        const body = form({ file: await png() });
        return (await fetch(other.url + path, { method: 'POST', body })).status;
      });
      assert.deepEqual(await Promise.all(answers), expected);
    }
  });
});
