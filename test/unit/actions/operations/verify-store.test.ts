import assert from 'node:assert/strict';
import { readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import sharp from 'sharp';
import { type Findings, isClean, repairStore, verifyStore } from '../../../../src/actions/operations/verify-store.ts';
import { openDecoder } from '../../../../src/compose/decoder.ts';
import { openStorage } from '../../../../src/compose/storage.ts';
import { loadConfig } from '../../../../src/config.ts';
import { startApp, type TestApp } from '../../../support/start-app.ts';

const OPTIONS = { graceMs: 0, checksums: true, bytesPerSecond: 1e9 };

async function uploadOne(app: TestApp, shade: number): Promise<{ id: string; direct: string; thumbnail: string }> {
  const color = { r: shade, g: 10, b: 200 };
  const bytes = await sharp({ create: { width: 400, height: 300, channels: 3, background: color } })
    .jpeg()
    .toBuffer();
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), 'a.jpg');
  const answer = await fetch(`${app.url}/api/v1/upload`, { method: 'POST', body: form });
  const { data } = (await answer.json()) as { data: { id: string; links: { direct: string; thumbnail: string } } };
  return { id: data.id, ...data.links };
}

/** Runs the steps of `imgd doctor` beside the app. */
async function doctor<T>(app: TestApp, work: (run: Doctor) => Promise<T>): Promise<T> {
  const { config } = loadConfig({ IMGD_DATA_DIR: app.dataDir, IMGD_DECODER_PROCESSES: '1' });
  const storage = await openStorage(config);
  const decoder = await openDecoder(config);
  try {
    return await work({
      verify: () => verifyStore(storage, OPTIONS),
      repair: (findings) => repairStore({ ...storage, decoder, tempDir: join(app.dataDir, 'tmp') }, findings),
      keyOf: async (id, column) => {
        const query = storage.db.selectFrom('images').select(column).where('id', '=', id);
        return (await query.executeTakeFirstOrThrow())[column];
      },
      skewRefs: async (key) => {
        await storage.db.updateTable('blobs').set({ refs: 9 }).where('key', '=', key).execute();
      },
    });
  } finally {
    await decoder.close();
    await storage.close();
  }
}

interface Doctor {
  verify(): Promise<Findings>;
  repair(findings: Findings): ReturnType<typeof repairStore>;
  keyOf(id: string, column: 'original_key' | 'thumbnail_key'): Promise<string>;
  skewRefs(key: string): Promise<void>;
}

describe('imgd doctor', () => {
  it('reports no differences for an intact store', async () => {
    await using app = await startApp();
    for (const shade of [1, 2, 3]) await uploadOne(app, shade);
    const findings = await doctor(app, ({ verify }) => verify());
    assert.equal(findings.checked, 6);
    assert.ok(isClean(findings), JSON.stringify(findings));
  });

  it('reports missing, truncated, changed, orphaned and miscounted blobs, changes nothing, and repairs them', async () => {
    await using app = await startApp();
    const [lost, cut, flipped, thumbless, whole] = await Promise.all(
      [10, 60, 110, 160, 210].map((s) => uploadOne(app, s)),
    );
    assert.ok(lost && cut && flipped && thumbless && whole);
    const path = (key: string) => join(app.dataDir, 'blobs', key);
    await doctor(app, async ({ verify, repair, keyOf, skewRefs }) => {
      const lostKey = await keyOf(lost.id, 'original_key');
      const cutKey = await keyOf(cut.id, 'original_key');
      const flippedKey = await keyOf(flipped.id, 'original_key');
      const thumbKey = await keyOf(thumbless.id, 'thumbnail_key');
      const countedKey = await keyOf(whole.id, 'original_key');
      await rm(path(lostKey));
      await truncate(path(cutKey), 100);
      const bytes = await readFile(path(flippedKey));
      bytes[200] = (bytes[200] as number) ^ 1;
      await writeFile(path(flippedKey), bytes);
      await rm(path(thumbKey));
      await skewRefs(countedKey);
      const orphan = `${lostKey.slice(0, 14)}orphan`;
      await writeFile(path(orphan), 'orphaned');

      const findings = await verify();
      assert.deepEqual(findings.missing.sort(), [lostKey, thumbKey].sort());
      assert.deepEqual(
        findings.corrupt.map(({ key, fault }) => `${key} ${fault}`).sort(),
        [`${cutKey} size`, `${flippedKey} sha256`].sort(),
      );
      assert.deepEqual(findings.orphans, [orphan]);
      assert.deepEqual(findings.wrongRefs, [{ key: countedKey, refs: 9, counted: 1 }]);
      assert.deepEqual(findings.images.sort(), [lost.id, cut.id, flipped.id, thumbless.id].sort());
      assert.equal((await stat(path(orphan))).size, 8, 'a dry run removes nothing');

      const repairs = await repair(findings);
      assert.deepEqual(repairs.imagesRemoved.sort(), [lost.id, cut.id, flipped.id].sort());
      assert.equal(repairs.thumbnailsRemade, 1);
      assert.equal(repairs.orphansRemoved, 1);
      assert.ok(isClean(await verify()), 'a second run reports no differences');
    });
    assert.equal((await fetch(lost.direct)).status, 404);
    assert.equal((await fetch(thumbless.direct)).status, 200);
    assert.equal((await fetch(thumbless.thumbnail)).status, 200);
    assert.equal((await fetch(whole.direct)).status, 200);
  });

  it('remakes a thumbnail for all images that share it', async () => {
    await using app = await startApp();
    const [first, second] = [await uploadOne(app, 77), await uploadOne(app, 77)];
    await doctor(app, async ({ verify, repair, keyOf }) => {
      await rm(join(app.dataDir, 'blobs', await keyOf(first.id, 'thumbnail_key')));
      assert.equal((await repair(await verify())).thumbnailsRemade, 1);
      assert.ok(isClean(await verify()));
    });
    for (const { thumbnail } of [first, second]) assert.equal((await fetch(thumbnail)).status, 200);
  });
});
