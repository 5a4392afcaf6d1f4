import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertRefused, at, upload, uploaded } from '../support/api.ts';
import { accountOf, bearer, call, patch, send, smallPng } from '../support/requests.ts';
import { dataOf, newPerson, type Person } from '../support/sign-in.ts';
import { startApp, type TestApp } from '../support/start-app.ts';
import { until } from '../support/until.ts';

interface ExportLink {
  url: string;
  images: number;
  bytes: number;
}

let app: TestApp;
let admin: { key: string; email: string };
before(async () => {
  app = await startApp({ env: { IMGD_WINDOWS: '{"archives":{"account":3}}' } });
  admin = await accountOf(app, { isAdmin: true });
});
after(() => app[Symbol.asyncDispose]());

const ask = (id: string, key: string) => call(app, 'POST', `/admin/accounts/${id}/export`, key);
/** The lease of an earlier download ends shortly after its last byte. */
const linkOf = (id: string, key: string) =>
  until(async () => {
    const answer = await ask(id, key);
    return answer.status !== 409 && dataOf<ExportLink>(answer);
  });
const download = (link: ExportLink, key?: string) => fetch(at(app, link.url), { headers: bearer(key) });
const auditOf = async (subject: string) => {
  type Entry = { action: string; subject: string; actor: { email: string } | null; details: object };
  const { entries } = await dataOf<{ entries: Entry[] }>(call(app, 'GET', '/admin/audit?limit=100', admin.key));
  return entries.filter((entry) => entry.subject === subject);
};

describe('POST /api/v1/admin/accounts/{id}/export', () => {
  it('gives only its administrator a download that works once, with an entry in the audit log', async () => {
    const person = await newPerson(app);
    const image = await uploaded(upload(app, await smallPng(77), {}, bearer(person.key), 'theirs.png'));
    const link = await dataOf<ExportLink>(ask(person.id, admin.key));
    assert.deepEqual([link.images, link.bytes], [1, image.size]);
    const other = await accountOf(app, { isAdmin: true });
    await assertRefused(download(link), 401, 'MISSING_API_KEY');
    await assertRefused(download(link, person.key), 403, 'INSUFFICIENT_SCOPE');
    await assertRefused(download(link, other.key), 404, 'EXPORT_NOT_FOUND');
    const asOwner = link.url.replace('/admin/exports/', '/account/export/');
    await assertRefused(fetch(at(app, asOwner)), 404, 'EXPORT_NOT_FOUND');
    const answer = await download(link, admin.key);
    assert.equal(answer.headers.get('content-type'), 'application/zip');
    const zip = Buffer.from(await answer.arrayBuffer()).toString('latin1');
    for (const part of ['export.json', `images/theirs-${image.id}.png`, person.email]) assert.ok(zip.includes(part));
    await assertRefused(download(link, admin.key), 404, 'EXPORT_NOT_FOUND');
    const [entry] = await auditOf(person.id);
    assert.deepEqual(
      [entry?.action, entry?.actor?.email, entry?.details],
      ['account.export', admin.email, { images: 1, bytes: image.size }],
    );
  });

  it('serves a suspended account, which its owner cannot export', async () => {
    const { id }: Person = await newPerson(app);
    await dataOf(patch(app, `/admin/accounts/${id}`, { suspended: true }, admin.key));
    assert.equal((await download(await linkOf(id, admin.key), admin.key)).status, 200);
  });

  it('is bounded by the window of the administrator, not by that of the owner', async () => {
    const person = await newPerson(app);
    const { key } = await accountOf(app, { isAdmin: true });
    for (let i = 0; i < 3; i++) await (await download(await linkOf(person.id, key), key)).arrayBuffer();
    await assertRefused(ask(person.id, key), 429, 'TOO_MANY_ATTEMPTS');
    const own = await until(async () => {
      const answer = await send(app, '/account/export', {}, person.key);
      return answer.status !== 409 && dataOf<ExportLink>(answer);
    });
    const answer = await download(own);
    assert.equal(answer.status, 200);
    await answer.arrayBuffer();
  });

  it('is refused to others, and for an account that does not exist', async () => {
    const person = await newPerson(app);
    await assertRefused(ask(person.id, person.key), 403, 'INSUFFICIENT_SCOPE');
    await assertRefused(ask('acc_unknown', admin.key), 404, 'ACCOUNT_NOT_FOUND');
  });
});
