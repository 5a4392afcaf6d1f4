import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertRefused, register, type Uploaded } from '../support/api.ts';
import { bearer, call, send as post, smallPng } from '../support/requests.ts';
import { startApp, type TestApp } from '../support/start-app.ts';
import { answering, startValidator } from '../support/validator.ts';

const TUS = { 'tus-resumable': '1.0.0' };

/** Creates an upload. @returns its path below the address of the API */
async function create(app: TestApp, length: number, headers: Record<string, string>): Promise<string> {
  const answer = await fetch(`${app.url}/api/v1/uploads`, {
    method: 'POST',
    headers: { ...TUS, ...headers, 'upload-length': String(length) },
  });
  assert.equal(answer.status, 201, await answer.text());
  return (answer.headers.get('location') ?? '').replace('/api/v1', '');
}

function send(app: TestApp, path: string, offset: number, body: Buffer, headers: Record<string, string> = {}) {
  return fetch(`${app.url}/api/v1${path}`, {
    method: 'PATCH',
    headers: {
      ...TUS,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
      ...headers,
    },
    body: new Uint8Array(body),
  });
}

async function statusOf(app: TestApp, path: string, key?: string) {
  const answer = await call(app, 'GET', path, key);
  return ((await answer.json()) as { data: { status: string; image: Uploaded | null } }).data;
}

async function totalOf(app: TestApp, key: string): Promise<number> {
  const answer = await call(app, 'GET', '/images', key);
  return ((await answer.json()) as { data: { images: unknown[] } }).data.images.length;
}

describe('the end of a resumable upload', () => {
  it('that fails for a reason of the server is completed by the next HEAD or empty PATCH, once', async () => {
    await using validator = await startValidator();
    validator.answer = answering({}, 500);
    const env = { IMGD_VALIDATOR_URL: validator.url, IMGD_VALIDATOR_ON_FAILURE: 'refuse' };
    await using app = await startApp({ env });
    const key = await register(app);
    const file = await smallPng(3);
    const path = await create(app, file.length, bearer(key));
    await assertRefused(await send(app, path, 0, file, bearer(key)), 503, 'SERVICE_UNAVAILABLE');
    assert.equal((await statusOf(app, path, key)).status, 'processing');
    // Clients begin again after 503, and take 200 with all bytes for success.
    assert.equal((await call(app, 'HEAD', path, key, TUS)).status, 423);
    await assertRefused(await send(app, path, file.length, Buffer.alloc(0), bearer(key)), 503, 'SERVICE_UNAVAILABLE');
    assert.equal(await totalOf(app, key), 0);

    validator.answer = answering({ decision: 'accept' });
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => call(app, 'HEAD', path, key, TUS)));
    const ids = answers.filter(({ status }) => status === 200).map(({ headers }) => headers.get('image-id'));
    assert.ok(answers.every(({ status }) => status === 200 || status === 423));
    const again = await send(app, path, file.length, Buffer.alloc(0), bearer(key));
    assert.equal(again.status, 204);
    const id = again.headers.get('image-id');
    assert.deepEqual(new Set([...ids, id]), new Set([id]));
    assert.equal((await statusOf(app, path, key)).image?.id, id);
    assert.equal(await totalOf(app, key), 1);
  });

  it('is an upload by the ticket that began it', async () => {
    await using app = await startApp();
    const key = await register(app);
    const made = await post(app, '/tickets', { uploads: 1, album: 'From a widget', formats: ['PNG'] }, key);
    const { ticket } = ((await made.json()) as { data: { ticket: string } }).data;
    const file = await smallPng(4);
    const [first, second] = [
      await create(app, file.length, bearer(ticket)),
      await create(app, file.length, bearer(ticket)),
    ];
    assert.equal((await send(app, first, 0, file, bearer(ticket))).status, 204);
    const { image } = await statusOf(app, first, ticket);
    assert.equal(image?.album, 'From a widget');
    await assertRefused(await send(app, second, 0, file, bearer(ticket)), 403, 'TICKET_USED_UP');
    assert.equal(await totalOf(app, key), 1);
  });
});
