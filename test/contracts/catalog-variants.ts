import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Kysely } from 'kysely';
import { listWrongRefs } from '../../src/catalog/blobs/blob-integrity.ts';
import { findGarbage } from '../../src/catalog/blobs/blobs.ts';
import {
  commitVariant,
  deleteUnusedVariants,
  findVariant,
  leaseVariant,
  listLeastRecentlyUsed,
  releaseVariant,
  removeVariantsStoredAs,
  sumVariantBytes,
  touchVariants,
  type VariantId,
} from '../../src/catalog/blobs/variants.ts';
import { createRemovals, type PurgePayload } from '../../src/catalog/images/removals.ts';
import { up as firstTables } from '../../src/catalog/migrations/0001-first.ts';
import { up as variantTables } from '../../src/catalog/migrations/0006-variants.ts';
import { up as variantUses } from '../../src/catalog/migrations/0011-variant-uses.ts';
import { blobState, makeImage, NOW, newBlob, type OpenCatalog } from './catalog-support.ts';

const LEASE_MS = 1_000;

/** The catalog contract for variants. */
export function catalogVariantsContract(name: string, open: OpenCatalog): void {
  async function setUp(t: TestContext) {
    const under = await open();
    t.after(under.close);
    const { db } = await under.connect();
    const image = await makeImage(db);
    const id = { originalKey: image.original_key, width: 320, extension: 'webp' };
    const lease = (at = NOW) => leaseVariant(db, id, at, LEASE_MS);
    const commit = (blob = newBlob()) => db.transaction().execute((tx) => commitVariant(tx, id, blob, 'WEBP', NOW));
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
        usedAt: NOW,
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
          if ((await commitVariant(tx, id, late, 'WEBP', NOW)) === undefined) throw new Error('rolled back');
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

  describe(`eviction of variants in the catalog on ${name}`, () => {
    /** Makes a variant of a width, with its last use. */
    async function add({ db, id }: Awaited<ReturnType<typeof setUp>>, width: number, usedAt: number, sha256?: string) {
      const variant: VariantId = { ...id, width };
      await leaseVariant(db, variant, NOW, LEASE_MS);
      await db.transaction().execute((tx) => commitVariant(tx, variant, newBlob(sha256), 'WEBP', usedAt));
      return variant;
    }
    const widths = (variants: readonly VariantId[]) => variants.map(({ width }) => width);

    it('lists the least recently used first, and no leases', async (t) => {
      const under = await setUp(t);
      await under.lease();
      assert.deepEqual([await listLeastRecentlyUsed(under.db, 9), await sumVariantBytes(under.db)], [[], 0]);
      const first = await add(under, 1, NOW + 10);
      await add(under, 2, NOW + 30);
      await add(under, 3, NOW + 20);
      assert.deepEqual(widths(await listLeastRecentlyUsed(under.db, 9)), [1, 3, 2]);
      assert.equal(await sumVariantBytes(under.db), 3_000);
      await under.db.transaction().execute((tx) => touchVariants(tx, [first], NOW + 40));
      assert.deepEqual(widths(await listLeastRecentlyUsed(under.db, 2)), [3, 2]);
      assert.equal((await findVariant(under.db, first))?.usedAt, NOW + 40);
    });

    it('deletes those that were not used since they were listed, and releases their blobs', async (t) => {
      const under = await setUp(t);
      const { db } = under;
      const [kept, gone] = [await add(under, 1, NOW), await add(under, 2, NOW)];
      const listed = await listLeastRecentlyUsed(db, 9);
      await db.transaction().execute((tx) => touchVariants(tx, [kept], NOW + 1));
      const deleted = await db.transaction().execute((tx) => deleteUnusedVariants(tx, listed, NOW));
      assert.deepEqual(widths(deleted), [2]);
      assert.ok(await findVariant(db, kept));
      assert.equal(await findVariant(db, gone), undefined);
      assert.deepEqual((await blobState(db)).garbage, [deleted[0]?.blobKey]);
      assert.deepEqual(await listWrongRefs(db), []);
      assert.equal(await leaseVariant(db, gone, NOW, LEASE_MS), true, 'it can be made again');
    });

    it('names the variants that were made in the purge of an image, or none once one was evicted', async (t) => {
      const under = await setUp(t);
      const { db, image, lease } = under;
      const removals = createRemovals(true);
      const purge = (at: number) =>
        db.transaction().execute((tx) => removals.purgeCopies(tx, [image.id], 'moderation', at));
      await purge(NOW);
      await add(under, 1, NOW);
      await lease();
      await purge(NOW + 1);
      const listed = await listLeastRecentlyUsed(db, 9);
      await db.transaction().execute((tx) => deleteUnusedVariants(tx, listed, NOW));
      await db.transaction().execute((tx) => removals.removeImage(tx, image.id, 'request', NOW + 2));
      const jobs = await db.selectFrom('jobs').select(['payload', 'priority']).orderBy('created_at').execute();
      const made = jobs.map(({ payload, priority }) => {
        const { variants } = (JSON.parse(payload) as PurgePayload).made ?? {};
        return [priority, variants?.toSorted()];
      });
      assert.deepEqual(made, [
        [0, []],
        [0, ['1.webp', '320.webp']],
        [1, undefined],
      ]);
    });

    it('keeps a blob that another variant shares', async (t) => {
      const under = await setUp(t);
      const { db } = under;
      const sha256 = 'c'.repeat(64);
      await add(under, 1, NOW, sha256);
      const other = await add(under, 2, NOW + 1, sha256);
      const listed = await listLeastRecentlyUsed(db, 1);
      await db.transaction().execute((tx) => deleteUnusedVariants(tx, listed, NOW));
      assert.deepEqual((await blobState(db)).garbage, []);
      assert.ok(await findVariant(db, other));
      assert.deepEqual(await listWrongRefs(db), []);
    });

    it('deletes each variant once where several nodes evict, record uses and delete the image', async (t) => {
      const under = await setUp(t);
      const { db, image } = under;
      const added: VariantId[] = [];
      for (let width = 1; width <= 20; width++) added.push(await add(under, width, NOW));
      const listed = await listLeastRecentlyUsed(db, 20);
      const evict = () => db.transaction().execute((tx) => deleteUnusedVariants(tx, listed, NOW));
      const [first, second, third] = await Promise.all([
        evict(),
        evict(),
        evict(),
        db.transaction().execute((tx) => touchVariants(tx, added, NOW + 1)),
        db.transaction().execute((tx) => createRemovals(false).removeImage(tx, image.id, 'request', NOW)),
      ]);
      const all = widths([...first, ...second, ...third]);
      assert.equal(new Set(all).size, all.length);
      assert.deepEqual(await listWrongRefs(db), []);
      assert.deepEqual([await listLeastRecentlyUsed(db, 9), (await blobState(db)).refs], [[], []]);
    });

    it('knows size and use of the variants of an earlier schema', async (t) => {
      const under = await open('empty');
      t.after(under.close);
      const { db } = await under.connect();
      await firstTables(db as unknown as Kysely<unknown>);
      await variantTables(db as unknown as Kysely<unknown>);
      const blob = { key: 'k', sha256: 's', size_bytes: 12, refs: 2 };
      await db.insertInto('blobs').values(blob).execute();
      const made = { original_key: 'k', width: 1, extension: 'webp', blob_key: 'k', format: 'WEBP', lease_until: 5 };
      const lease = { ...made, width: 2, blob_key: null, format: null };
      await db
        .insertInto('variants')
        .values([made, lease] as never)
        .execute();
      await variantUses(db as unknown as Kysely<unknown>);
      assert.deepEqual(await listLeastRecentlyUsed(db, 9), [
        { originalKey: 'k', width: 1, extension: 'webp', blobKey: 'k', sizeBytes: 12, usedAt: 5 },
      ]);
      assert.equal(await sumVariantBytes(db), 12);
    });
  });
}
