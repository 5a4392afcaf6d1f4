import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { imageFixture } from '../fixtures/images.ts';
import { createFakeClock } from '../support/clock.ts';
import { storageBeside } from '../support/requests.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

// The second request for a blob is served from memory. Removing the blob's file proves it.

async function uploadOne(app: TestApp, fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set(
    'file',
    new Blob([
      await imageFixture('one-pixel')
        .bytes()
        .then((bytes) => new Uint8Array(bytes)),
    ]),
    'cat.png',
  );
  const response = await fetch(`${app.url}/api/v1/upload`, { method: 'POST', body: form });
  // biome-ignore lint/suspicious/noExplicitAny: the shape is tested elsewhere
  const { data } = (await response.json()) as any;
  const at = (link: string) => `${app.url}${new URL(link).pathname}`;
  return { id: data.id, token: data.delete_token, direct: at(data.links.direct), thumbnail: at(data.links.thumbnail) };
}

async function removeFiles(app: TestApp): Promise<void> {
  for (const file of await app.blobFiles()) await rm(file);
}

async function shown(url: string, init?: RequestInit): Promise<{ status: number; bytes: Buffer; headers: string }> {
  const response = await fetch(url, init);
  const headers = [...response.headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
  return {
    status: response.status,
    bytes: Buffer.from(await response.arrayBuffer()),
    headers: JSON.stringify(headers.sort()),
  };
}

const skip = process.env.TEST_ENGINE !== undefined && 'engine: the memory of one process over a directory';

it('serves the second request from memory, with the same headers and body as the first', { skip }, async () => {
  await using app = await startApp();
  const image = await uploadOne(app);
  const requests: [string, RequestInit?][] = [
    [image.direct],
    [image.thumbnail],
    [image.direct, { headers: { range: 'bytes=3-9' } }],
    [image.direct, { headers: { range: 'bytes=99999999-', 'x-request-id': 'the-same' } }],
    [image.direct, { headers: { 'if-none-match': '*' } }],
  ];
  const cold = [];
  for (const request of requests) cold.push(await shown(...request));
  await removeFiles(app);
  for (const [at, request] of requests.entries()) assert.deepEqual(await shown(...request), cold[at]);
  assert.deepEqual(
    cold.map(({ status }) => status),
    [200, 200, 206, 416, 304],
  );
});

it('keeps nothing in memory with IMGD_MEMORY_CACHE_BYTES=0', { skip }, async () => {
  await using app = await startApp({ env: { IMGD_MEMORY_CACHE_BYTES: '0' } });
  const image = await uploadOne(app);
  assert.equal((await shown(image.direct)).status, 200);
  await removeFiles(app);
  assert.equal((await shown(image.direct)).status, 500);
});

it('does not serve an image that is deleted, removed by another process, or expired', async () => {
  const clock = createFakeClock();
  await using app = await startApp({ clock });
  const [deleted, removed, expired] = [
    await uploadOne(app),
    await uploadOne(app),
    await uploadOne(app, { expiry: '1' }),
  ];
  for (const { direct } of [deleted, removed, expired]) {
    for (let time = 1; time <= 2; time++) assert.equal((await shown(direct)).status, 200);
  }
  const headers = { authorization: `Bearer ${deleted.token}` };
  await fetch(`${app.url}/api/v1/image/${deleted.id}`, { method: 'DELETE', headers });
  assert.equal((await shown(deleted.direct)).status, 404);

  const other = await storageBeside(app);
  await other.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('images').where('id', '=', removed.id).execute();
    assert.equal((await shown(removed.direct)).status, 200, 'visible until the commit');
  });
  await other.close();
  assert.equal((await shown(removed.direct)).status, 404);

  clock.advance(3_600_000);
  assert.equal((await shown(expired.direct)).status, 404);
});

it('counts a view of each original, also from memory', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'imgd-views-'));
  try {
    let id = '';
    {
      await using app = await startApp({ dataDir });
      const image = await uploadOne(app);
      id = image.id;
      for (let time = 1; time <= 3; time++) await shown(image.direct);
      await shown(image.thumbnail);
      await shown(image.direct, { method: 'HEAD' });
    }
    // The service writes the views at the latest when it stops.
    await using app = await startApp({ dataDir });
    const info = (await (await fetch(`${app.url}/api/v1/image/${id}`)).json()) as { data: { views: number } };
    assert.equal(info.data.views, 3);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
