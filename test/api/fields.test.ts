import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import {
  assertRefused,
  at,
  attachOrStart,
  json,
  register,
  type Target,
  type Uploaded,
  upload,
  uploaded,
  uploadParts,
} from '../support/api.ts';
import { bearer, bulk, call, patch, send, smallPng } from '../support/requests.ts';

interface Texts {
  title: string | null;
  alt: string | null;
  description: string | null;
  tags?: string[];
  expires_at: string | null;
}

let app: Target;
before(async () => {
  app = await attachOrStart();
});
after(() => app[Symbol.asyncDispose]());

const WRITTEN = {
  title: 'A cat',
  alt: 'A black cat on a wall',
  description: 'Taken in May.\nThe wall is gone.',
  tags: 'Cat, garden wall,CAT',
};
const SHOWN = { ...WRITTEN, tags: ['cat', 'garden wall'] };

let shade = 0;
/** Uploads an image of its own content. */
async function add(fields: Record<string, string>, key?: string): Promise<Uploaded & Texts> {
  return (await uploaded(upload(app, await smallPng(++shade), fields, bearer(key)))) as Uploaded & Texts;
}

async function info(id: string, key?: string): Promise<Texts> {
  return (await json<{ data: Texts }>(await call(app, 'GET', `/image/${id}`, key))).data;
}

const textsOf = ({ title, alt, description, tags }: Texts) => ({ title, alt, description, tags });

describe('title, alt, description and tags', () => {
  it('are given with an upload, and shown in its answer, in the info and in lists', async () => {
    const key = await register(app);
    const image = await add(WRITTEN, key);
    assert.deepEqual(textsOf(image), SHOWN);
    assert.deepEqual(textsOf(await info(image.id, key)), SHOWN);
    const { data } = await json<{ data: { images: Texts[] } }>(await call(app, 'GET', '/images', key));
    assert.deepEqual(data.images.map(textsOf), [SHOWN]);
  });

  it('are null and empty where nothing is given, and where only spaces are', async () => {
    const none = { title: null, alt: null, description: null, tags: [] };
    const key = await register(app);
    assert.deepEqual(textsOf(await add({}, key)), none);
    const image = await add({ title: ' ', alt: '\t', description: '\n', tags: ' , ' }, key);
    assert.deepEqual(textsOf(image), none);
    assert.deepEqual(textsOf(await info(image.id, key)), none);
  });

  it('show everybody the texts, and only the owner the tags', async () => {
    const { id } = await add(WRITTEN, await register(app));
    const { tags, ...texts } = SHOWN;
    assert.deepEqual(textsOf(await info(id)), { ...texts, tags: undefined });
    assert.ok(tags.length > 0);
  });

  it('apply to all files of a bulk upload', async () => {
    const key = await register(app);
    const files = [
      ['a.png', await smallPng(901)],
      ['b.png', await smallPng(902)],
    ] as const;
    const response = await bulk(app, files, { fields: WRITTEN, headers: bearer(key) });
    const { data } = await json<{ data: { results: { data: Texts }[] } }>(response);
    assert.deepEqual(
      data.results.map(({ data }) => textsOf(data)),
      [SHOWN, SHOWN],
    );
  });

  it('are cleaned as file names are: no control or direction characters; a description keeps its lines', async () => {
    const title = ' two\r\nlines \u202egpj.exe\u0007 ';
    const image = await add({ title, alt: title, description: title, tags: 'a\nb,\u202eX\u0000' }, await register(app));
    const line = 'two lines gpj.exe';
    const expected = { title: line, alt: line, description: 'two\nlines gpj.exe', tags: ['a b', 'x'] };
    assert.deepEqual(textsOf(image), expected);
  });

  it('are refused beyond their lengths, with the limit', async () => {
    for (const [name, max_length] of [
      ['title', 200],
      ['alt', 1_000],
      ['description', 5_000],
    ] as const) {
      const image = await add({ [name]: '🐈'.repeat(max_length) });
      assert.equal([...(image[name] ?? '')].length, max_length);
      const long = { [name]: '🐈'.repeat(max_length + 1) };
      const error = await assertRefused(upload(app, await smallPng(1), long), 400, 'INVALID_PARAMETER');
      assert.deepEqual([error.param, error.details], [name, { max_length }]);
    }
    const tags = (count: number, length: number) =>
      Array.from({ length: count }, (_, i) => `${i}`.padEnd(length, 'x')).join();
    assert.equal((await add({ tags: tags(50, 50) })).tags?.length, 50);
    for (const bad of [tags(51, 50), tags(1, 51)]) {
      const error = await assertRefused(upload(app, await smallPng(1), { tags: bad }), 400, 'INVALID_PARAMETER');
      assert.deepEqual([error.param, error.details], ['tags', { max_tags: 50, max_length: 50 }]);
    }
  });

  it('change by PATCH: what is absent stays, null and [] remove', async () => {
    const key = await register(app);
    const { id } = await add(WRITTEN, key);
    const change = async (body: object) =>
      textsOf((await json<{ data: Texts }>(await patch(app, `/image/${id}`, body, key))).data);
    assert.deepEqual(await change({ title: 'Other' }), { ...SHOWN, title: 'Other' });
    assert.deepEqual(await change({ title: null, alt: null }), { ...SHOWN, title: null, alt: null });
    assert.deepEqual(await change({ tags: ['New', 'old'] }), {
      ...SHOWN,
      title: null,
      alt: null,
      tags: ['new', 'old'],
    });
    assert.deepEqual((await change({ add_tags: ['third', 'OLD'], remove_tags: ['New'] })).tags, ['old', 'third']);
    assert.deepEqual(await change({ description: '', tags: [] }), {
      title: null,
      alt: null,
      description: null,
      tags: [],
    });
    assert.deepEqual((await info(id, key)).tags, []);
  });

  it('refuse a PATCH that leaves more than 50 tags, and wrong types', async () => {
    const key = await register(app);
    const { id } = await add({ tags: Array.from({ length: 50 }, (_, i) => i).join() }, key);
    await assertRefused(patch(app, `/image/${id}`, { add_tags: ['one more'] }, key), 400, 'INVALID_PARAMETER');
    assert.equal((await patch(app, `/image/${id}`, { add_tags: ['one more'], remove_tags: ['0'] }, key)).status, 200);
    for (const body of [{ title: 5 }, { tags: 'a' }, { tags: null }, { tags: [1] }, { alt: ['a'] }]) {
      await assertRefused(patch(app, `/image/${id}`, body, key), 400, 'INVALID_PARAMETER');
    }
  });

  it('stay with an anonymous image that is claimed', async () => {
    const { id, delete_token } = await add(WRITTEN);
    const key = await register(app);
    const response = await send(app, `/image/${id}/claim`, { delete_token }, key);
    assert.deepEqual(textsOf((await json<{ data: Texts }>(response)).data), SHOWN);
  });

  it('belong to the fingerprint of a repeated upload, whose answer has them', async () => {
    const key = await register(app);
    const png = await smallPng(77);
    const headers = { ...bearer(key), 'idempotency-key': randomUUID() };
    const first = (await uploaded(upload(app, png, WRITTEN, headers))) as Uploaded & Texts;
    const again = (await uploaded(upload(app, png, WRITTEN, headers))) as Uploaded & Texts;
    assert.equal(again.id, first.id);
    assert.deepEqual(textsOf(again), SHOWN);
    await assertRefused(upload(app, png, { ...WRITTEN, title: 'B' }, headers), 422, 'IDEMPOTENCY_KEY_REUSED');
  });
});

describe('alternative text and title in links and pages', () => {
  const HOSTILE = '"><script>alert(1)</script> ](x) [y]';

  it('are in HTML and Markdown links, which keep their form where there is no alternative text', async () => {
    const key = await register(app);
    const image = await add({ alt: 'A cat' }, key);
    const { direct, html, markdown, bbcode } = image.links;
    assert.equal(html, `<img src="${direct}" alt="A cat">`);
    assert.equal(markdown, `![A cat](${direct})`);
    assert.equal(bbcode, `[img]${direct}[/img]`);
    const shown = (await info(image.id, key)) as unknown as Uploaded;
    assert.deepEqual(shown.links, image.links);
    const { data } = await json<{ data: Uploaded }>(await patch(app, `/image/${image.id}`, { alt: '' }, key));
    assert.equal(data.links.html, `<img src="${direct}" alt="Image">`);
    assert.equal(data.links.markdown, `![Image](${direct})`);
  });

  it('are in the page of the image and its previews', async () => {
    const { id, links } = await add({ title: 'The <Cat>', alt: 'Black & white', description: 'First\nsecond' });
    const page = await (await fetch(at(app, links.view_page))).text();
    for (const part of [
      '<title>The &lt;Cat&gt;',
      'alt="Black &amp; white"',
      '<meta property="og:title" content="The &lt;Cat&gt;">',
      '<meta property="og:description" content="First second">',
      '<meta property="og:image:alt" content="Black &amp; white">',
      'First\nsecond</p>',
    ]) {
      assert.ok(page.includes(part), part);
    }
    const oembed = `${app.url}/oembed?url=${encodeURIComponent(links.view_page)}`;
    assert.equal((await json<{ title: string }>(await fetch(oembed))).title, 'The <Cat>');
    assert.ok(id);
  });

  it('cannot leave their place', async () => {
    const { links } = await add({ title: HOSTILE, alt: HOSTILE, description: HOSTILE });
    const page = await (await fetch(at(app, links.view_page))).text();
    assert.ok(!page.includes('<script>alert'));
    assert.equal(/^<img src="[^"<>]*" alt="[^"<>]*">$/.test(links.html), true, links.html);
    assert.match(links.markdown, /^!\[(?:[^[\]\\]|\\.)*\]\([^()]*\)$/);
  });
});

describe('expires_in and expires_at', () => {
  const secondsLeft = ({ uploaded_at, expires_at }: Uploaded) =>
    (Date.parse(expires_at ?? '') - Date.parse(uploaded_at)) / 1_000;

  it('give the expiry of an upload in seconds, or as an instant', async () => {
    assert.equal(secondsLeft(await add({ expires_in: '90' })), 90);
    assert.equal((await add({ expires_in: '0' })).expires_at, null);
    const instant = new Date(Date.now() + 3_600_000).toISOString();
    assert.equal((await add({ expires_at: instant })).expires_at, `${instant.slice(0, 19)}Z`);
    assert.equal((await add({ expires_at: '', expires_in: '', expiry: '1' })).expires_at?.length, 20);
  });

  it('give the expiry of a change, and null removes it', async () => {
    const key = await register(app);
    const { id } = await add({}, key);
    const change = async (body: object) =>
      (await json<{ data: Texts }>(await patch(app, `/image/${id}`, body, key))).data.expires_at;
    const left = Date.parse((await change({ expires_in: 600 })) ?? '') - Date.now();
    assert.ok(left > 500_000 && left <= 600_000, String(left));
    assert.equal(await change({ expires_at: null }), null);
    const instant = `${new Date(Date.now() + 7_200_000).toISOString().slice(0, 19)}Z`;
    assert.equal(await change({ expires_at: instant }), instant);
    assert.equal(await change({ title: 'kept' }), instant);
    assert.equal(await change({ expires_in: 0 }), null);
  });

  it('exclude each other, and expiry', async () => {
    const instant = new Date(Date.now() + 3_600_000).toISOString();
    const both = { expiry: '1', expires_in: '60' };
    await assertRefused(upload(app, await smallPng(1), both), 400, 'INVALID_EXPIRY');
    await assertRefused(upload(app, await smallPng(1), { expiry: '0', expires_at: instant }), 400, 'INVALID_EXPIRY');
    const key = await register(app);
    const { id } = await add({}, key);
    const body = { expires_in: 60, expires_at: instant };
    await assertRefused(patch(app, `/image/${id}`, body, key), 400, 'INVALID_EXPIRY');
  });

  it('have the bounds of expiry', async () => {
    const far = new Date(Date.now() + 200 * 365 * 86_400_000).toISOString();
    for (const [name, text] of [
      ['expires_in', '-1'],
      ['expires_in', '1.5'],
      ['expires_in', '99999999999'],
      ['expires_in', 'soon'],
      ['expires_at', far],
      ['expires_at', '2020-01-01T00:00:00Z'],
      ['expires_at', '2026-13-45T00:00:00Z'],
      ['expires_at', 'tomorrow'],
      ['expires_at', '2099-01-01'],
      ['expires_at', '9'.repeat(400)],
    ] as const) {
      const error = await assertRefused(upload(app, await smallPng(1), { [name]: text }), 400, 'INVALID_EXPIRY');
      assert.equal(error.param, name, text);
      assert.deepEqual(Object.keys(error.details ?? {}), ['min', 'max']);
    }
  });
});

describe('a data: URL in place of a file', () => {
  const asUrl = (bytes: Buffer, type = 'image/png') => `data:${type};base64,${bytes.toString('base64')}`;
  const text = (content: string, name = 'file') => ({ disposition: `name="${name}"`, content });

  it('is an upload, alone and with other fields', async () => {
    const png = await smallPng(60_001);
    const image = (await uploaded(uploadParts(app, [text('Cat', 'title'), text(asUrl(png))]))) as Uploaded & Texts;
    assert.deepEqual([image.format, image.width, image.title, image.filename], ['PNG', 8, 'Cat', 'image.png']);
    const large = await sharp(randomBytes(3 * 500 * 500), { raw: { width: 500, height: 500, channels: 3 } })
      .png()
      .toBuffer();
    assert.ok(large.length > 500_000);
    assert.equal((await uploaded(uploadParts(app, [text(asUrl(large, 'image/jpeg'))]))).format, 'PNG');
  });

  it('is one of several files of a bulk upload', async () => {
    const body = new FormData();
    body.append('files', new Blob([new Uint8Array(await smallPng(60_002))]), 'a.png');
    body.append('files', asUrl(await smallPng(60_003)));
    const response = await fetch(`${app.url}/api/v1/upload/bulk`, { method: 'POST', body });
    const { data } = await json<{ data: { succeeded: number } }>(response);
    assert.equal(data.succeeded, 2);
  });

  it('is refused where it holds no base64 or no image; another text is no file', async () => {
    await assertRefused(uploadParts(app, [text('data:image/png;base64,%%%%')]), 400, 'INVALID_PARAMETER');
    await assertRefused(uploadParts(app, [text('data:image/png,abc')]), 400, 'MISSING_FILE');
    await assertRefused(uploadParts(app, [text(asUrl(Buffer.from('no image at all')))]), 400, 'INVALID_FILE_TYPE');
    await assertRefused(uploadParts(app, [text('data:')]), 400, 'MISSING_FILE');
    await assertRefused(uploadParts(app, [text('cat.png')]), 400, 'MISSING_FILE');
    await assertRefused(uploadParts(app, [text('')]), 400, 'MISSING_FILE');
    const file = { disposition: 'name="file"; filename="a.png"', content: await smallPng(60_004) };
    await uploaded(uploadParts(app, [text('cat.png'), file]));
  });
});
