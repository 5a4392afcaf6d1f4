import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { listWrongRefs } from '../../src/catalog/blobs/blob-integrity.ts';
import { findGarbage } from '../../src/catalog/blobs/blobs.ts';
import {
  commitVariant,
  findVariant,
  leaseVariant,
  releaseVariant,
  removeVariantsStoredAs,
} from '../../src/catalog/blobs/variants.ts';
import { createRemovals } from '../../src/catalog/images/removals.ts';
import { migrate } from '../../src/catalog/migrate.ts';
import { blobState, makeImage, NOW, newBlob, type OpenCatalog } from './catalog-support.ts';

const LEASE_MS = 1_000;

/** The catalog contract for variants. */
export function catalogVariantsContract(name: string, open: OpenCatalog): void {
  async function setUp(t: TestContext) {
    const under = await open();
    t.after(under.close);
    const { db } = await under.connect();
    await migrate(db);
    const image = await makeImage(db);
    const id = { originalKey: image.original_key, width: 320, extension: 'webp' };
    const lease = (at = NOW) => leaseVariant(db, id, at, LEASE_MS);
    const commit = (blob = newBlob()) => db.transaction().execute((tx) => commitVariant(tx, id, blob, 'WEBP'));
    return { db, image, id, lease, commit };
  }

  describe(`variants in the catalog on ${name}`, () => {
    it('leases a variant to one maker, and to the next when the lease is released or has expired', async (t) => {
      const { db, id, lease } = await setUp(t);
      const leases = await Promise.all(Array.from({ length: 20 }, () => lease()));
      assert.equal(leases.filter(Boolean).length, 1);
      await releaseVariant(db, id);
      assert.equal(await lease(), true);
      assert.equal(await lease(NOW + LEASE_MS - 1), false);
      assert.equal(await lease(NOW + LEASE_MS), true);
    });

    it('records a variant once', async (t) => {
      const { db, id, lease, commit } = await setUp(t);
      const blob = newBlob();
      assert.equal(await findVariant(db, id), undefined);
      await lease();
      assert.equal(await commit(blob), blob.key);
      assert.deepEqual(await findVariant(db, id), {
        blobKey: blob.key,
        sizeBytes: blob.sizeBytes,
        sha256: blob.sha256,
        format: 'WEBP',
      });
      assert.equal(await lease(NOW + LEASE_MS), false, 'it is made');
      assert.deepEqual(await listWrongRefs(db), []);
    });

    it('deletes a variant with the last image of its original, in the same transaction', async (t) => {
      const { db, id, image, lease, commit } = await setUp(t);
      await lease();
      const key = await commit();
      await db.transaction().execute((tx) => createRemovals(false).removeImage(tx, image.id, 'request', NOW));
      assert.equal(await findVariant(db, id), undefined);
      const keys = [image.original_key, image.thumbnail_key, key as string].sort();
      assert.deepEqual(await blobState(db), { refs: [], garbage: keys });
      assert.deepEqual((await findGarbage(db, [image.original_key])).sort(), keys, 'found by its original');
    });

    it('neither leases nor records a variant without an original', async (t) => {
      const { db, image, lease, commit } = await setUp(t);
      await lease();
      await db.transaction().execute((tx) => createRemovals(false).removeImage(tx, image.id, 'request', NOW));
      assert.equal(await lease(NOW + LEASE_MS), false);
      const late = newBlob();
      await assert.rejects(
        db.transaction().execute(async (tx) => {
          const id = { originalKey: image.original_key, width: 320, extension: 'webp' };
          if ((await commitVariant(tx, id, late, 'WEBP')) === undefined) throw new Error('rolled back');
        }),
        /rolled back/,
      );
      assert.ok((await blobState(db)).refs.every(([key]) => key !== late.key));
      assert.equal(await commit(late), undefined, 'control: only the row is missing');
    });

    it('deletes a variant whose blob is lost', async (t) => {
      const { db, id, lease, commit } = await setUp(t);
      await lease();
      const key = (await commit()) as string;
      await db.transaction().execute((tx) => removeVariantsStoredAs(tx, key, NOW));
      assert.equal(await findVariant(db, id), undefined);
      assert.equal(await lease(), true);
      assert.deepEqual(await listWrongRefs(db), []);
    });
  });
}
