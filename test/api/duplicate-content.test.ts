import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { timestamp } from '../../src/core/time.ts';
import { picture } from '../fixtures/pixels.ts';
import { at, MULTIPART, multipartBody, type Uploaded, upload, uploaded } from '../support/api.ts';
import { createFakeClock } from '../support/clock.ts';
import { bulk, call, smallPng } from '../support/requests.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

const clock = createFakeClock();
const ABORTS = 32;
const ROUNDS = 50;
/** Above the interval of the collector. */
const COLLECT_MS = 21_000;
const SETTLED_MS = 10_000;

let app: TestApp;
before(async () => {
  app = await startApp({ clock });
});
after(() => app[Symbol.asyncDispose]());

const put = (bytes: Buffer) => uploaded(upload(app, bytes));
const remove = async ({ id, delete_token }: Uploaded) =>
  assert.equal((await call(app, 'DELETE', `/image/${id}`, delete_token)).status, 200);

/** Checks the number of blobs after garbage collection; another node may be collecting at this time. */
async function assertBlobs(expected: number): Promise<void> {
  clock.advance(COLLECT_MS);
  await app.service.jobs.runDue();
  const end = Date.now() + SETTLED_MS;
  while ((await app.blobFiles()).length !== expected && Date.now() < end) await sleep(50);
  assert.equal((await app.blobFiles()).length, expected);
}

async function assertSame({ links }: Uploaded, bytes: Buffer): Promise<void> {
  const direct = await fetch(at(app, links.direct));
  assert.equal(direct.status, 200);
  assert.ok(Buffer.from(await direct.arrayBuffer()).equals(bytes));
  assert.equal((await fetch(at(app, links.thumbnail))).status, 200);
}

describe('duplicate content', () => {
  it('does not show in the deletion of one of its images', async () => {
    const bytes = await smallPng(2);
    const kept = await put(bytes);
    const copy = await put(bytes);
    const storageOf = async ({ id, delete_token }: Uploaded) => {
      const response = await call(app, 'DELETE', `/image/${id}`, delete_token);
      const body = (await response.json()) as {
        data: { deletion: { id: string; storage: { state: string; at: string } } };
      };
      const later = await (await call(app, 'GET', `/deletions/${body.data.deletion.id}`)).json();
      assert.deepEqual((later as typeof body).data, {
        ...(later as typeof body).data,
        storage: body.data.deletion.storage,
      });
      return body.data.deletion.storage;
    };
    const now = timestamp(clock.now());
    assert.deepEqual(await storageOf(copy), { state: 'gone', at: now });
    assert.deepEqual(await storageOf(kept), { state: 'gone', at: now });
  });

  it('is stored once, and deleted with the last image that refers to it', async () => {
    const bytes = await smallPng(1);
    const first = await put(bytes);
    const second = await put(bytes);
    const answer = await bulk(app, [
      ['a.png', bytes],
      ['b.png', bytes],
    ]);
    const body = (await answer.json()) as { data: { results: { data: Uploaded }[] } };
    const images = [first, second, ...body.data.results.map(({ data }) => data)];
    assert.equal(new Set(images.map(({ id }) => id)).size, 4);
    assert.equal(new Set(images.map(({ delete_token }) => delete_token)).size, 4);
    // One original and one thumbnail.
    await assertBlobs(2);
    for (const image of images) {
      await assertSame(image, bytes);
      await remove(image);
      assert.equal((await fetch(at(app, image.links.direct))).status, 404);
    }
    await assertBlobs(0);
  });

  it('is not lost in concurrent uploads and deletes', async () => {
    const bytes = await smallPng(2);
    let last = await put(bytes);
    for (let round = 0; round < ROUNDS; round++) {
      const [next, other] = await Promise.all([put(bytes), put(bytes), remove(last)]);
      const [kept] = await Promise.all([put(bytes), remove(next), remove(other)]);
      await assertSame(kept, bytes);
      last = kept;
    }
    await assertBlobs(2);
    await assertSame(last, bytes);
    await remove(last);
    await assertBlobs(0);
  });
});

describe('a client that disconnects', () => {
  it('during an upload leaves no file and no blob, also 32 clients at once', async () => {
    const photo = await picture(600, 400).png({ compressionLevel: 0 }).toBuffer();
    const body = multipartBody([{ disposition: 'name="file"; filename="a.png"', content: photo }]);
    await Promise.all(
      Array.from({ length: ABORTS }, (_, i) =>
        abort('/upload', body, Math.ceil(((i + 1) / (ABORTS + 1)) * body.length)),
      ),
    );
    await settled();
    await assertBlobs(0);
    const image = await put(photo);
    await assertSame(image, photo);
    await remove(image);
  });

  it('during a bulk upload leaves nothing of the files that it has sent completely', async () => {
    const parts = await Promise.all(
      [11, 12, 13, 14].map(async (shade) => ({
        disposition: `name="files"; filename="${shade}.png"`,
        content: await smallPng(shade),
      })),
    );
    const body = multipartBody(parts);
    await Promise.all(
      [0.3, 0.6, 0.9, 0.999].map((share) => abort('/upload/bulk', body, Math.floor(share * body.length))),
    );
    await settled();
    await assertBlobs(0);
    assert.equal((await bulk(app, [['a.png', await smallPng(11)]])).status, 200);
  });
});

/** Sends the head of a request and some bytes of its body, waits until the service has begun, and resets the connection. */
async function abort(path: string, body: Buffer, bytes: number): Promise<void> {
  assert.ok(bytes < body.length);
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  const head = `POST /api/v1${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${MULTIPART}\r\nContent-Length: ${body.length}\r\n\r\n`;
  await new Promise<void>((resolve) =>
    socket.write(Buffer.concat([Buffer.from(head), body.subarray(0, bytes)]), () => resolve()),
  );
  await sleep(50);
  socket.destroy();
}

/** Waits until the temporary directory is empty. */
async function settled(): Promise<void> {
  const end = Date.now() + SETTLED_MS;
  while ((await app.temporaryFiles()).length > 0) {
    assert.ok(Date.now() < end, 'temporary files are left');
    await sleep(50);
  }
}
