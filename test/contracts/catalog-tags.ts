import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { imageListQuery, listImages, taggedListQuery } from '../../src/catalog/images/image-lists.ts';
import { anonymizeImages, moveToAccount, updateImage } from '../../src/catalog/images/images.ts';
import { createRemovals } from '../../src/catalog/images/removals.ts';
import { countNextTag, nextTagQuery } from '../../src/catalog/images/tags.ts';
import { moveToTrash, takeOutOfTrash } from '../../src/catalog/images/trash.ts';
import type { Db, Tx } from '../../src/catalog/schema.ts';
import { IMAGE_ORDERS } from '../../src/core/states.ts';
import { makeAccount, makeImage, NOW, type OpenCatalog } from './catalog-support.ts';
import { planOf, planProblems } from './query-plan.ts';

/** The catalog contract for tags, and for lists by the content of images. */
export function catalogTagsContract(name: string, open: OpenCatalog): void {
  async function setUp(t: TestContext): Promise<{ db: Db; accountId: string }> {
    const under = await open();
    t.after(under.close);
    const { db } = await under.connect();
    return { db, accountId: await makeAccount(db) };
  }

  describe(`catalog contract, tags: ${name}`, () => {
    it('reads every page of a tag or a content in the order of an index, and counts tags by one', async (t) => {
      const { db, accountId } = await setUp(t);
      for (const from of [undefined, { value: 5, id: 'x' }]) {
        for (const order of IMAGE_ORDERS) {
          const query = taggedListQuery(db, { accountId, tag: 'cat', order }, from, NOW, 50).compile();
          const plan = await planOf(db, query);
          assert.doesNotMatch(plan, /TEMP B-TREE|\bSort\b|^SCAN|Seq Scan/m);
          assert.match(plan, order === 'newest' || order === 'oldest' ? /image_tags_by_time/ : /image_tags_by_size/);
          if (from !== undefined)
            assert.match(plan, /(\(|ROW\()(image_tags\.)?(uploaded_at|size_bytes), ?(image_tags\.)?image_id\)[<> ]/);
        }
        for (const [within, index] of [
          [{ original_key: 'key' }, /images_by_account_and_original/],
          [{ uploaded_sha256: 'hash' }, /images_by_account_and_upload/],
        ] as const) {
          const list = { accountId, albumId: undefined, order: 'newest', within } as const;
          const plan = await planOf(db, imageListQuery(db, list, from, NOW, 50).compile());
          assert.deepEqual(planProblems(plan, false, from !== undefined), [], plan);
          assert.match(plan, index);
        }
      }
      const counting = await planOf(db, nextTagQuery(db, accountId, 'cat').compile());
      assert.match(counting, /USING COVERING INDEX|Index Only Scan/);
      assert.doesNotMatch(counting, /TEMP B-TREE|\bSort\b|^SCAN|Seq Scan/m);
    });

    it('finds an image by its tags while it is outside the trash and belongs to an account', async (t) => {
      const { db, accountId } = await setUp(t);
      const tagged = async (tag: string, owner = accountId) => {
        const list = { accountId: owner, albumId: undefined, order: 'newest', within: { tag } } as const;
        return (await listImages(db, list, undefined, NOW, 10)).map(({ id }) => id);
      };
      const image = await makeImage(db, { account_id: accountId, tags: 'cat\ndog' });
      const removals = createRemovals(false);
      const run = <T>(work: (tx: Tx) => Promise<T>) => db.transaction().execute(work);
      assert.deepEqual([await tagged('cat'), await tagged('dog'), await tagged('ca')], [[image.id], [image.id], []]);
      assert.deepEqual(await countNextTag(db, accountId, 'cat'), { tag: 'dog', images: 1 });

      await run((tx) => moveToTrash(tx, image.id, { nowMs: NOW, purgeAtMs: NOW + 1_000 }, removals));
      assert.deepEqual(await tagged('cat'), []);
      await run((tx) => takeOutOfTrash(tx, image.id, NOW, removals));
      assert.deepEqual(await tagged('cat'), [image.id]);

      await run((tx) => updateImage(tx, image.id, { tags: 'bird' }, NOW));
      assert.deepEqual([await tagged('cat'), await tagged('bird')], [[], [image.id]]);
      await run((tx) => anonymizeImages(tx, accountId));
      assert.deepEqual(await tagged('bird'), []);

      const otherId = await makeAccount(db);
      await run((tx) => moveToAccount(tx, image.id, otherId, null, NOW));
      assert.deepEqual([await tagged('bird'), await tagged('bird', otherId)], [[], [image.id]]);
      await run((tx) => removals.removeImage(tx, image.id, 'request', NOW));
      assert.equal(await countNextTag(db, otherId, ''), undefined);
    });
  });
}
