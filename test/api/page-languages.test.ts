import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Uploaded, uploaded, upload as uploadTo } from '../support/api.ts';
import { openPageTexts } from '../support/page-texts.ts';
import { smallPng } from '../support/requests.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

// Two languages that exist only here: each text of the first begins with a mark, the second has one text.
const LANGUAGES = [
  { code: 'qaa', name: 'Pseudo', direction: 'ltr', texts: 'marked' },
  { code: 'qar', name: 'Oduesp', direction: 'rtl', texts: 'pages-view-download = ליצ\n' },
  { code: 'qax', name: 'Without texts', direction: 'ltr' },
] as const;

let app: TestApp;
let opened: Awaited<ReturnType<typeof openPageTexts>>;
let image: Uploaded;

before(async () => {
  opened = await openPageTexts(LANGUAGES);
  app = await startApp({ pageTexts: opened.pageTexts });
  image = await uploaded(uploadTo(app, await smallPng()));
});
after(async () => {
  await app[Symbol.asyncDispose]();
  await opened[Symbol.asyncDispose]();
});

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(app.nodeUrl + path, { headers, redirect: 'manual' });
  const text = await response.text();
  return { response, text, language: /<html lang="(\w+)"/.exec(text)?.[1] };
}

describe('the language of a page', () => {
  it('is the first of Accept-Language that is offered, by its weight', async () => {
    const page = `/image/${image.id}`;
    for (const [accepted, expected] of [
      [undefined, 'en'],
      ['', 'en'],
      ['qaa', 'qaa'],
      ['xx, qaa-XX;q=0.5, en;q=0.1', 'qaa'],
      ['en;q=0.2, qar;q=0.9', 'qar'],
      ['qaa;q=0, qar;q=0.1', 'qar'],
      ['qax, *', 'en'],
      ['x'.repeat(4_000), 'en'],
    ] as const) {
      const headers = accepted === undefined ? {} : { 'accept-language': accepted };
      // By the in-memory fast path, by the route, and of an error.
      for (const path of [page, `${page}?`, '/image/zzzzzzzzzzzz', '/about', `${page}/report`]) {
        const { response, language } = await get(path, headers);
        assert.equal(language, expected, `${path} ${accepted}`);
        assert.equal(response.headers.get('content-language'), expected);
        assert.equal(response.headers.get('vary'), 'Accept-Encoding, Accept-Language, Cookie');
      }
    }
  });

  it('decides on all texts, on the direction, and on the entity tag', async () => {
    const [english, pseudo, mirrored] = await Promise.all(
      ['en', 'qaa', 'qar'].map((code) => get(`/image/${image.id}`, { 'accept-language': code })),
    );
    assert.match(pseudo?.text ?? '', />¡Download</);
    assert.match(mirrored?.text ?? '', /<html lang="qar" dir="rtl">/);
    assert.match(mirrored?.text ?? '', />ליצ</);
    assert.match(mirrored?.text ?? '', />Share…</, 'a missing text is English');
    const tags = [english, pseudo, mirrored].map((one) => one?.response.headers.get('etag'));
    assert.equal(new Set(tags).size, 3);
    const inPseudo = { 'accept-language': 'qaa', 'if-none-match': String(tags[0]) };
    assert.equal((await get(`/image/${image.id}`, inPseudo)).response.status, 200);
  });

  it('is chosen in the footer: ?lang= stores it in a cookie, which then decides', async () => {
    const person = { accept: 'text/html', 'sec-fetch-dest': 'document' };
    const { text } = await get(`/image/${image.id}`);
    assert.match(text, /<select id="language" name="lang"><option value="en" lang="en" selected>English<\/option>/);
    assert.ok(!text.includes('Without texts'));
    const { response } = await get(`/image/${image.id}?lang=qaa&a=1`, person);
    assert.deepEqual([response.status, response.headers.get('location')], [303, `/image/${image.id}?a=1`]);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    const cookie = response.headers.get('set-cookie') ?? '';
    assert.equal(cookie, 'imgd-language=qaa; Path=/; Max-Age=31536000; SameSite=Lax');
    const chosen = { cookie: `a=b; ${cookie.split(';')[0]}`, 'accept-language': 'qar' };
    assert.equal((await get(`/image/${image.id}`, chosen)).language, 'qaa');
    for (const path of ['//evil.example/?lang=qaa', '/%5Cevil.example/?lang=qaa', '/about?lang=nope']) {
      assert.notEqual((await get(path, person)).response.status, 303, path);
    }
  });

  it('is not offered where there is only one', async () => {
    await using only = await openPageTexts([]);
    await using english = await startApp({ pageTexts: only.pageTexts });
    const response = await fetch(`${english.nodeUrl}/about`, { headers: { 'accept-language': 'de' } });
    assert.doesNotMatch(await response.text(), /name="lang"/);
    assert.equal(response.headers.get('vary'), 'Accept-Encoding');
  });
});
