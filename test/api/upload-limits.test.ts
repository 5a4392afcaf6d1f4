import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertRefused, type Uploaded, upload, uploaded } from '../support/api.ts';
import { accountOf, bearer, call, patch, send, smallPng } from '../support/requests.ts';
import { dataOf } from '../support/sign-in.ts';
import { startApp } from '../support/start-app.ts';

const HOUR_MS = 3_600_000;
const hoursOf = ({ uploaded_at, expires_at }: Uploaded) =>
  expires_at === null ? null : (Date.parse(expires_at) - Date.parse(uploaded_at)) / HOUR_MS;
const ANONYMOUS = { requestsPerHour: 10_000 };

describe('IMGD_ANONYMOUS_UPLOADS=off', () => {
  it('refuses every upload without an account, by the API, a door and in parts; keys and tickets upload', async () => {
    await using app = await startApp({ env: { IMGD_ANONYMOUS_UPLOADS: 'off', IMGD_DOORS: 'imgur,chevereto' } });
    const { key } = await accountOf(app, {});
    const png = await smallPng(1);
    await assertRefused(upload(app, png), 401, 'ANONYMOUS_UPLOADS_OFF');
    const form = (field: string, more: Record<string, string> = {}) => {
      const body = new FormData();
      for (const [name, value] of Object.entries(more)) body.append(name, value);
      body.append(field, new Blob([new Uint8Array(png)]), 'a.png');
      return body;
    };
    const post = (path: string, body: FormData) => fetch(`${app.url}${path}`, { method: 'POST', body });
    await assertRefused(post('/api/v1/upload/bulk', form('files')), 401, 'ANONYMOUS_UPLOADS_OFF');
    const tus = { 'tus-resumable': '1.0.0', 'upload-length': String(png.length) };
    await assertRefused(call(app, 'POST', '/uploads', undefined, tus), 401, 'ANONYMOUS_UPLOADS_OFF');
    assert.equal((await post('/3/image', form('image'))).status, 401);
    // The key of this protocol may come in the body.
    assert.equal((await post('/api/1/upload', form('source'))).status, 401);
    assert.equal((await post('/api/1/upload', form('source', { key }))).status, 200);
    await uploaded(upload(app, png, {}, bearer(key)));
    const { ticket } = await dataOf<{ ticket: string }>(send(app, '/tickets', {}, key));
    await uploaded(upload(app, png, {}, bearer(ticket)));
    const site = await dataOf<{ anonymous_uploads: string }>(call(app, 'GET', '/site'));
    assert.equal(site.anonymous_uploads, 'off');
  });
});

describe('limits of a plan', () => {
  it('give uploads a default expiry and a greatest one, which changes and tickets keep', async () => {
    const plans = {
      anonymous: { ...ANONYMOUS, maxExpiryHours: 48 },
      free: { defaultExpiryHours: 5, maxExpiryHours: 9 },
    };
    await using app = await startApp({ env: { IMGD_PLANS: JSON.stringify(plans) } });
    const [free, pro] = [(await accountOf(app, {})).key, (await accountOf(app, { plan: 'pro' })).key];
    const send1 = async (fields: Record<string, string>, key?: string) =>
      upload(app, await smallPng(2), fields, bearer(key));
    assert.equal(hoursOf(await uploaded(send1({}))), 48);
    assert.equal(hoursOf(await uploaded(send1({ expiry: '3' }))), 3);
    assert.equal(hoursOf(await uploaded(send1({ expires_in: '3600' }))), 1);
    const first = await uploaded(send1({}, free));
    assert.equal(hoursOf(first), 5);
    assert.equal(hoursOf(await uploaded(send1({}, pro))), null);
    for (const fields of [{ expiry: '0' }, { expiry: '10' }, { expires_in: '0' }]) {
      await assertRefused(send1(fields as Record<string, string>, free), 400, 'INVALID_EXPIRY');
    }
    await assertRefused(patch(app, `/image/${first.id}`, { expiry: 0 }, free), 400, 'INVALID_EXPIRY');
    assert.equal((await patch(app, `/image/${first.id}`, { expiry: 9 }, free)).status, 200);
    const { ticket } = await dataOf<{ ticket: string }>(send(app, '/tickets', {}, free));
    assert.equal(hoursOf(await uploaded(send1({}, ticket))), 5);
    await assertRefused(send(app, '/tickets', { expiry: 10 }, free), 400, 'INVALID_EXPIRY');
    const { limits } = await dataOf<{ limits: Record<string, unknown> }>(call(app, 'GET', '/usage', free));
    assert.deepEqual([limits.max_expiry_hours, limits.default_expiry_hours, limits.permanent], [9, 5, false]);
  });

  it('bound the storage of an account by its plan', async () => {
    const png = await smallPng(3);
    const plans = { anonymous: ANONYMOUS, free: { storageBytes: png.length * 2 } };
    await using app = await startApp({ env: { IMGD_PLANS: JSON.stringify(plans) } });
    const [free, pro] = [(await accountOf(app, {})).key, (await accountOf(app, { plan: 'pro' })).key];
    await uploaded(upload(app, png, {}, bearer(free)));
    await uploaded(upload(app, png, {}, bearer(free)));
    const error = await assertRefused(upload(app, png, {}, bearer(free)), 403, 'STORAGE_QUOTA_EXCEEDED');
    assert.equal(error.details?.limit_bytes, png.length * 2);
    for (let index = 0; index < 3; index++) await uploaded(upload(app, png, {}, bearer(pro)));
    const { limits } = await dataOf<{ limits: Record<string, unknown> }>(call(app, 'GET', '/usage', free));
    assert.equal(limits.max_storage, png.length * 2);
  });
});

describe('IMGD_STORAGE_BYTES', () => {
  it('refuses uploads of everybody with 507 STORAGE_FULL when the service has no storage left; reads go on', async () => {
    await using app = await startApp({ env: { IMGD_STORAGE_BYTES: '3000' } });
    const { key } = await accountOf(app, { plan: 'pro' });
    const images: Uploaded[] = [];
    let refusal: Response | undefined;
    for (let shade = 0; refusal === undefined && shade < 100; shade++) {
      const answer = await upload(app, await smallPng(shade));
      if (answer.ok) images.push(await uploaded(answer));
      else refusal = answer;
    }
    assert.ok(refusal !== undefined && images.length > 0);
    const error = await assertRefused(refusal, 507, 'STORAGE_FULL');
    assert.equal(error.details?.limit_bytes, 3_000);
    // The largest picture that may have fitted is smaller than this one.
    await assertRefused(upload(app, await smallPng(200), {}, bearer(key)), 507, 'STORAGE_FULL');
    const tus = { 'tus-resumable': '1.0.0', 'upload-length': '4000' };
    await assertRefused(call(app, 'POST', '/uploads', key, tus), 507, 'STORAGE_FULL');
    assert.equal((await call(app, 'GET', `/image/${images[0]?.id}`)).status, 200);
  });
});
