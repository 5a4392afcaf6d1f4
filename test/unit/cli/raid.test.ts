import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { createUploaderHash } from '../../../src/actions/moderation/create-uploader-hash.ts';
import { migrate } from '../../../src/catalog/migrate.ts';
import { insertUploader } from '../../../src/catalog/moderation/uploaders.ts';
import { makeImage } from '../../contracts/catalog-support.ts';
import { storageBeside } from '../../support/requests.ts';
import { imgd } from './support.ts';

/** A catalog with images of one uploader. @returns one of them */
async function raided(t: TestContext, images: number): Promise<{ id: string; env: Record<string, string> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'imgd-raid-'));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  const storage = await storageBeside({ dataDir });
  await migrate(storage.db);
  const hash = await createUploaderHash(storage, 7).of('203.0.113.7');
  let id = '';
  for (let made = 0; made < images; made++) {
    const now = Date.now();
    ({ id } = await makeImage(storage.db, { uploaded_at: now }));
    await storage.db.transaction().execute((tx) => insertUploader(tx, { image_id: id, ...hash, uploaded_at: now }));
  }
  await storage.close();
  return { id, env: { IMGD_DATA_DIR: dataDir } };
}

describe('imgd raid', () => {
  it('shows the images of an uploader, and hides them with the progress only when it is asked to', async (t) => {
    const { id, env } = await raided(t, 450);
    const shown = await imgd(['raid', id], env);
    assert.equal(shown.code, 0, shown.stderr);
    assert.match(shown.stdout, /^450 images from this uploader/);
    assert.match(shown.stdout, /shown/);
    assert.match(
      (await imgd(['raid', id, '--hide', '--delete'], env)).stderr,
      /one of --hide, --show, --delete and --takedown/,
    );
    const hidden = await imgd(['raid', id, '--hide', '--block', '7d'], env);
    assert.match(hidden.stdout, /450 images hidden/);
    assert.match(hidden.stderr, /200 of 450.*400 of 450.*450 of 450/s);
    assert.match((await imgd(['network', 'list'], env)).stdout, /an uploader/);
    assert.match((await imgd(['raid', id, '--show'], env)).stdout, /450 images shown/);
    assert.match((await imgd(['raid', id, '--show'], env)).stdout, /0 images shown/);
    const removed = await imgd(['raid', id, '--takedown'], env);
    assert.match(removed.stdout, /450 images taken down/);
    assert.match((await imgd(['raid', id], env)).stderr, /Image not found/);
    assert.equal((await imgd(['raid', id, '--since', 'soon'], env)).code, 2);
  });
});

describe('imgd network', () => {
  it('blocks, lists and unblocks a network', async (t) => {
    const { env } = await raided(t, 1);
    assert.match(
      (await imgd(['network', 'block', '203.0.113.9/24', '--for', '12h'], env)).stdout,
      /203\.0\.113\.0\/24/,
    );
    const [block] = JSON.parse((await imgd(['network', 'list', '--json'], env)).stdout);
    assert.deepEqual([block.network, block.reason], ['203.0.113.0/24', null]);
    assert.equal((await imgd(['network', 'unblock', '203.0.113.0/24'], env)).code, 0);
    assert.deepEqual(JSON.parse((await imgd(['network', 'list', '--json'], env)).stdout), []);
    assert.match((await imgd(['network', 'block', '0.0.0.0/0'], env)).stderr, /prefix/);
  });
});
