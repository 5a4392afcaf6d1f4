import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createConnection, createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import sharp from 'sharp';
import { ApiError, type Client, createClient } from '../../packages/client/src/client.ts';
import { fileSource } from '../../packages/client/src/node.ts';
import { accountOf } from '../support/requests.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

let app: TestApp;
let key: string;
let client: Client;
let png: Buffer<ArrayBuffer>;
let file: string;

before(async () => {
  app = await startApp();
  ({ key } = await accountOf(app, {}));
  client = createClient({ baseUrl: app.url, apiKey: key });
  const noise = { mean: 128, sigma: 60, type: 'gaussian' as const };
  const picture = sharp({ create: { width: 1_000, height: 800, channels: 3, background: 'red', noise } });
  png = Buffer.from(new Uint8Array(await picture.png().toBuffer()));
  file = join(app.dataDir, 'noise.png');
  await writeFile(file, png);
});
after(() => app[Symbol.asyncDispose]());

/** A proxy that resets each connection after so many bytes to the service. @returns its address and the number of cuts */
async function startCuttingProxy(t: TestContext, bytes: number) {
  const { hostname, port } = new URL(app.url);
  let cuts = 0;
  const server = createServer((socket) => {
    const target = createConnection(Number(port), hostname);
    let sent = 0;
    for (const [one, other] of [
      [socket, target],
      [target, socket],
    ] as const) {
      one.on('error', () => {}).on('close', () => other.destroy());
    }
    target.pipe(socket);
    socket.on('data', (chunk) => {
      sent += chunk.length;
      if (sent <= bytes) return void target.write(chunk);
      cuts += 1;
      // What was passed on arrives; the rest and the answer do not.
      target.end();
      socket.resetAndDestroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, cuts: () => cuts };
}

async function stored(link: string): Promise<Buffer> {
  return Buffer.from(await (await fetch(app.url + new URL(link).pathname)).arrayBuffer());
}

describe('a resumable upload of the client', () => {
  it('arrives once and unchanged over a line that is cut again and again', async (t) => {
    const line = await startCuttingProxy(t, 500_000);
    const progress: number[] = [];
    const image = await createClient({ baseUrl: line.url, apiKey: key }).uploadResumable(await fileSource(file), {
      album: 'Cut ☀',
      onProgress: (sent) => progress.push(sent),
    });
    assert.ok(line.cuts() >= Math.floor(png.length / 500_000), `${line.cuts()} cuts of ${png.length} bytes`);
    assert.deepEqual(await stored(image.links.direct), png);
    assert.deepEqual([image.album, image.filename, progress.at(-1)], ['Cut ☀', 'noise.png', png.length]);
    const listed = await client.request('listImages', { album: 'Cut ☀' });
    assert.equal(listed.images.length, 1);
  });

  it('continues in another client by its id', async () => {
    const controller = new AbortController();
    let uploadId = '';
    const first = client.uploadResumable(new File([png], 'a.png'), {
      chunkBytes: 200_000,
      onUploadId: (id) => {
        uploadId = id;
      },
      onProgress: (sent) => sent > 400_000 && controller.abort(new Error('enough')),
      signal: controller.signal,
    });
    await assert.rejects(first, { message: 'enough' });
    const progress: number[] = [];
    const other = createClient({ baseUrl: app.url, apiKey: key });
    const image = await other.uploadResumable(new File([png], 'a.png'), {
      uploadId,
      onProgress: (sent) => progress.push(sent),
    });
    assert.ok((progress[0] ?? 0) >= 400_000, `${progress[0]}`);
    assert.deepEqual(await stored(image.links.direct), png);
    const again = await other.uploadResumable(new File([png], 'a.png'), { uploadId });
    assert.equal(again.id, image.id, 'a complete upload is its image');
  });

  it('begins anew where the upload is gone', async () => {
    const ids: string[] = [];
    const options = { uploadId: `imgdu_${'a'.repeat(32)}`, onUploadId: (id: string) => ids.push(id) };
    const image = await client.uploadResumable(new Blob([png]), options);
    assert.equal(image.width, 1_000);
    assert.equal(ids.length, 1);
    assert.notEqual(ids[0], options.uploadId);
  });

  it('fails with the refusal of the image', async () => {
    for (const bytes of ['no image', png.subarray(0, 1_000)]) {
      const failure = client.uploadResumable(new File([bytes], 'a.png'), { onProgress: () => {} });
      await assert.rejects(failure, (error) => error instanceof ApiError && /^INVALID_/.test(error.code));
    }
    await assert.rejects(client.uploadResumable(new Blob([])), ApiError);
  });

  it('gives up after its retries without progress', async (t) => {
    const line = await startCuttingProxy(t, 100);
    const patient = createClient({ baseUrl: line.url, apiKey: key, retries: 1 });
    await assert.rejects(patient.uploadResumable(new Blob([png])), { name: 'NetworkError' });
    assert.equal(line.cuts(), 2);
  });
});
