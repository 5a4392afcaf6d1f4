import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at } from '../support/api.ts';
import { type Body, jsonOf as bodyOf, formOf as form, type Sent } from '../support/doors.ts';
import { accountOf, bearer, call, send, smallPng } from '../support/requests.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

const PASSWORD = 'correct horse battery';

let app: TestApp;
let key: string;
let email: string;
let shade = 100;
before(async () => {
  const plans = { anonymous: { requestsPerHour: 10_000, maxFileBytes: 20_000 }, free: { maxFileBytes: 400_000 } };
  app = await startApp({ env: { IMGD_DOORS: 'all', IMGD_PLANS: JSON.stringify(plans) } });
  ({ key } = await accountOf(app, {}));
  email = `${shade}-${Date.now()}@example.com`;
  assert.equal((await send(app, '/auth/register', { email, password: PASSWORD })).status, 200);
});
after(() => app[Symbol.asyncDispose]());

const ask = (method: string, path: string, body?: Sent, headers: Record<string, string> = {}) =>
  fetch(app.url + path, { method, headers, redirect: 'manual', ...(body !== undefined && { body }) });
const post = (path: string, body?: Sent, headers = {}) => ask('POST', path, body, headers);
const png = () => smallPng(++shade);
async function assertStored(link: string, bytes: Buffer): Promise<void> {
  const response = await fetch(at(app, link));
  assert.deepEqual([response.status, Buffer.from(await response.arrayBuffer())], [200, bytes]);
}
describe('the door for ImgBB', () => {
  it('answers numbers as texts, and expires after seconds', async () => {
    const bytes = await png();
    const body = new URLSearchParams({ image: bytes.toString('base64'), name: 'sky' });
    const response = await post('/1/upload?expiration=3600', body);
    const { data, success, status } = await bodyOf(response);
    assert.deepEqual([response.status, success, status], [200, true, 200]);
    assert.deepEqual(
      [data.title, data.width, data.height, data.size, data.expiration],
      ['sky', '8', '6', String(bytes.length), '3600'],
    );
    await assertStored(data.image.url, bytes);
    assert.equal((await fetch(at(app, data.delete_url))).status, 200);
  });
});

describe('the door for Imgur', () => {
  it('takes files, base64 and raw bytes, and answers JSON or XML', async () => {
    const bytes = await png();
    const base64 = bytes.toString('base64');
    const client = { authorization: 'Client-ID 1234567890abcde' };
    const raw = { ...client, 'content-type': 'application/x-www-form-urlencoded' };
    const uploads = [
      post(
        '/3/image',
        form([
          ['image', bytes],
          ['title', 'A & B'],
        ]),
        client,
      ),
      post(
        '/3/upload',
        form([
          ['image', base64],
          ['type', 'base64'],
        ]),
        client,
      ),
      post('/3/image.json', new URLSearchParams({ image: base64 }), client),
      post('/3/image?title=raw', new Uint8Array(bytes), { ...client, 'content-type': 'application/octet-stream' }),
      post('/3/image', new Uint8Array(bytes), raw),
    ];
    for (const answer of uploads) {
      const { data, success, status } = await bodyOf(answer);
      assert.deepEqual([success, status, data.type, data.width], [true, 200, 'image/png', 8]);
      await assertStored(data.link, bytes);
    }
    const xml = await post(
      '/3/image.xml',
      form([
        ['image', bytes],
        ['title', 'A & <B>'],
      ]),
      client,
    );
    assert.equal(xml.headers.get('content-type'), 'text/xml; charset=utf-8');
    const text = await xml.text();
    assert.match(text, /<data success="1" status="200"><id>\w{12}<\/id><title>A &amp; &lt;B&gt;<\/title>/);
    assert.match(text, /<deletehash>[^<]+<\/deletehash>.*<link>http[^<]+\.png<\/link>/);
    const refused = await post('/3/image.xml', form([['image', 'no!']]), client);
    assert.deepEqual([refused.status, refused.headers.get('content-type')], [400, 'text/xml; charset=utf-8']);
    assert.match(await refused.text(), /<data success="0" status="400"><error>.*base64.*<\/error>/);
  });

  it('shows an image, and deletes it by its deletehash or by the key of its account', async () => {
    const { data } = await bodyOf(post('/3/image', form([['image', await png()]])));
    const shown = await bodyOf(ask('GET', `/3/image/${data.id}`));
    assert.deepEqual([shown.data.link, shown.data.deletehash], [data.link, undefined]);
    assert.equal((await ask('DELETE', `/3/image/${data.id}`)).status, 401);
    assert.equal((await ask('DELETE', `/3/image/${data.id}.imgdd_wrong`)).status, 401);
    assert.deepEqual(await bodyOf(ask('DELETE', `/3/image/${data.deletehash}`)), {
      data: true,
      success: true,
      status: 200,
    });
    const gone = await ask('GET', `/3/image/${data.id}`);
    assert.deepEqual([gone.status, (await bodyOf(gone)).success], [404, false]);
    const own = await bodyOf(post('/3/image', form([['image', await png()]]), bearer(key)));
    assert.equal((await ask('DELETE', `/3/image/${own.data.id}`, undefined, bearer(key))).status, 200);
  });
});

describe('the door for SM.MS', () => {
  it('takes a key without a scheme, and answers refusals with status 200', async () => {
    const bytes = await png();
    for (const authorization of [key, `Basic ${key}`, `Bearer ${key}`]) {
      const body = await bodyOf(post('/api/v2/upload', form([['smfile', bytes]]), { authorization }));
      assert.deepEqual([body.success, body.code, body.data.width], [true, 'success', 8]);
      await assertStored(body.data.url, bytes);
      assert.equal((await fetch(at(app, body.data.delete))).status, 200);
    }
    for (const [code, answer] of [
      ['invalid_file_type', post('/api/v2/upload', form([['smfile', Buffer.from('no picture'.repeat(30))]]))],
      ['invalid_api_key', post('/api/v2/upload', form([['smfile', bytes]]), { authorization: 'abc' })],
      ['file_too_large', post('/api/v2/upload', form([['smfile', Buffer.concat([bytes, Buffer.alloc(30_000)])]]))],
    ] as const) {
      const response = await answer;
      const body = await bodyOf(response);
      assert.deepEqual([response.status, body.success, body.code], [200, false, code]);
    }
  });
});

describe('the door for Lsky Pro', () => {
  it('makes a key by e-mail and password, which uploads and deletes', async () => {
    const json = { 'content-type': 'application/json' };
    const wrong = await post('/lsky/api/v1/tokens', JSON.stringify({ email, password: 'wrong wrong' }), json);
    assert.deepEqual([wrong.status, (await bodyOf(wrong)).status], [401, false]);
    const bodies: [Sent, Record<string, string>][] = [
      [JSON.stringify({ email, password: PASSWORD }), json],
      [new URLSearchParams({ email, password: PASSWORD }), {}],
    ];
    for (const [body, headers] of bodies) {
      const { status, data } = await bodyOf(post('/lsky/api/v1/tokens', body, headers));
      assert.equal(status, true);
      const bytes = await png();
      const uploaded = await bodyOf(
        post(
          '/lsky/api/v1/upload',
          form([
            ['file', bytes],
            ['album_id', 'Lsky'],
          ]),
          bearer(data.token),
        ),
      );
      assert.equal(uploaded.status, true);
      await assertStored(uploaded.data.links.url, bytes);
      assert.equal((await fetch(at(app, uploaded.data.links.delete_url))).status, 200);
      const removed = await ask('DELETE', `/lsky/api/v1/images/${uploaded.data.key}`, undefined, bearer(data.token));
      assert.deepEqual([removed.status, (await bodyOf(removed)).status], [200, true]);
      assert.equal((await call(app, 'GET', '/keys', data.token)).status, 403, 'for images only');
    }
    for (const body of ['{', '', '[]', 'null', '{"email":1}']) {
      const response = await post('/lsky/api/v1/tokens', body, json);
      assert.ok([400, 401].includes(response.status), `${body}: ${response.status}`);
      assert.equal((await bodyOf(response)).status, false);
    }
    const unknown = await ask('GET', '/lsky/api/v1/nothing');
    assert.deepEqual(
      [unknown.status, await bodyOf(unknown)],
      [404, { status: false, message: 'No such endpoint.', data: {} }],
    );
  });
});

describe('the doors for PicGo and Micropub', () => {
  it('PicGo: several files, all or none, in their order', async () => {
    const files = new FormData();
    for (const name of ['1.png', '2.png']) files.append('list', new Blob([new Uint8Array(await png())]), name);
    const { success, result, fullResult } = await bodyOf(post('/picgo/upload', files));
    assert.deepEqual(
      [success, result.length, fullResult.map((one: Body) => one.fileName)],
      [true, 2, ['1.png', '2.png']],
    );
    for (const { delete: address } of fullResult) assert.equal((await fetch(at(app, address))).status, 200);
    files.append('list', new Blob(['no picture at all']), '3.png');
    const refused = await post('/picgo/upload', files);
    const body = await bodyOf(refused);
    assert.deepEqual([refused.status, body.success], [400, false]);
    assert.match(body.message, /Only image files.*3\.png/);
  });

  it('Micropub: 201 with Location, and the address of the endpoint', async () => {
    const bytes = await png();
    const { 'media-endpoint': endpoint } = await bodyOf(ask('GET', '/micropub?q=config'));
    assert.match(endpoint, /\/micropub\/media$/);
    const response = await post('/micropub/media', form([['file', bytes]]), bearer(key));
    assert.equal(response.status, 201);
    await assertStored(response.headers.get('location') ?? '', bytes);
    const refused = await post('/micropub/media', form([['file', bytes]]), bearer('no'));
    assert.deepEqual([refused.status, (await bodyOf(refused)).error], [401, 'unauthorized']);
  });
});
