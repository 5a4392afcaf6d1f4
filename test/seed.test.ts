import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createClient } from '../packages/client/src/client.ts';
import { listWrongRefs } from '../src/catalog/blobs/blob-integrity.ts';
import { at } from './support/api.ts';
import { storageBeside } from './support/requests.ts';
import { startApp } from './support/start-app.ts';

const run = promisify(execFile);
const program = fileURLToPath(new URL('../bench/seed.ts', import.meta.url));
const [IMAGES, PICTURES, ALBUMS] = [230, 10, 3];

test('bench/seed.ts fills an account with images that load, and can run again', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'imgd-seed-test-'));
  try {
    const figures = ['--images', IMAGES, '--pictures', PICTURES, '--albums', ALBUMS].map(String);
    const seed = () =>
      run(process.execPath, [program, ...figures, '--data-dir', directory, '--email', 'seed@example.com']);
    const { stdout } = await seed();
    const key = /imgd_[0-9A-Za-z]{38}/.exec(stdout)?.[0];
    assert.ok(key !== undefined && stdout.includes(`${IMAGES} images`), stdout);
    await seed();

    await using app = await startApp({ dataDir: directory });
    const client = createClient({ baseUrl: app.url, apiKey: key });
    const { storage } = await client.request('getUsage');
    assert.deepEqual([storage.images, storage.albums], [2 * IMAGES, ALBUMS]);
    const { images } = await client.request('listImages', { limit: 100 });
    assert.equal(images.length, 100);
    assert.ok(new Set(images.map(({ filename }) => filename)).size > 30);
    assert.ok(new Set(images.map(({ format }) => format)).size > 2);
    for (const { links, size, thumbnail } of images) {
      const responses = await Promise.all([fetch(at(app, links.direct)), fetch(at(app, links.thumbnail))]);
      const lengths = await Promise.all(responses.map(async (response) => (await response.arrayBuffer()).byteLength));
      assert.deepEqual(lengths, [size, thumbnail.size], links.direct);
    }
    const beside = await storageBeside(app);
    assert.deepEqual(await listWrongRefs(beside.db), []);
    await beside.close();
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});
