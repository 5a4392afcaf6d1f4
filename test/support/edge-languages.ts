import assert from 'node:assert/strict';
import type { Deletion } from '../../src/api/images.ts';
import { picture } from '../fixtures/pixels.ts';
import { upload, uploaded } from './api.ts';
import { type CachedApp, type CachedAppOptions, startBehind } from './edge.ts';
import { openPageTexts } from './page-texts.ts';
import { call } from './requests.ts';
import { until } from './until.ts';

/** Asserts that an edge keeps one copy of a page for each language, whatever browsers send, and that a purge removes all. */
export async function assertCopyOfEachLanguage(options: CachedAppOptions): Promise<void> {
  await using texts = await openPageTexts([{ code: 'de', name: 'Deutsch', direction: 'ltr', texts: 'marked' }]);
  await using cached: CachedApp = await startBehind({ ...options, pageTexts: texts.pageTexts });
  const bytes = await picture(300, 200).jpeg().toBuffer();
  const image = await uploaded(upload({ url: cached.origin }, bytes, {}, {}, 'cat.jpg'));
  const { pathname } = new URL(image.links.view_page);
  const requests: [Record<string, string>, string][] = [
    [{}, 'en'],
    [{ 'accept-language': 'en-GB,en;q=0.9,de;q=0.8', 'accept-encoding': 'gzip' }, 'en'],
    [{ 'accept-language': 'xx-XX, it;q=0.5', cookie: 'a=b' }, 'en'],
    [{ 'accept-language': 'de-AT,de;q=0.9,en;q=0.8' }, 'de'],
    [{ 'accept-language': 'xx, de-CH;q=0.3', 'accept-encoding': 'br, gzip' }, 'de'],
    [{ 'accept-language': 'en', cookie: 'a=b; imgd-language=de; c=d' }, 'de'],
  ];
  const ask = async (headers: Record<string, string>) => {
    const answer = await fetch(image.links.view_page, { headers });
    return { status: answer.status, language: /<html lang="(\w+)"/.exec(await answer.text())?.[1], answer };
  };
  for (const [headers, expected] of requests) {
    const { status, language, answer } = await ask(headers);
    assert.deepEqual([status, language], [200, expected], JSON.stringify(headers));
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=0, s-maxage=60, must-revalidate');
    const etag = answer.headers.get('etag') ?? '';
    const again = await fetch(image.links.view_page, { headers: { ...headers, 'if-none-match': etag } });
    assert.equal(again.status, 304, 'the browser asks again, and the edge answers');
  }
  assert.equal(cached.answers.filter(({ url }) => url.startsWith(pathname)).length, 2, 'one request for each language');
  const deleted = await call({ url: cached.origin }, 'DELETE', `/image/${image.id}`, image.delete_token);
  const { data } = (await deleted.json()) as { data: { deletion: { id: string } } };
  await until(async () => {
    const answer = await call({ url: cached.origin }, 'GET', `/deletions/${data.deletion.id}`);
    return ((await answer.json()) as { data: Deletion }).data.edge.state === 'purged';
  });
  for (const [headers] of requests) assert.equal((await ask(headers)).status, 404, JSON.stringify(headers));
}
