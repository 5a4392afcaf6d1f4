import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { purgeTrash } from '../../src/actions/operations/expire-images.ts';
import { findAlbumSummary, findOrCreateAlbum, publicTotalsOf } from '../../src/catalog/images/albums.ts';
import { findImages, findStoredImages, imageListQuery, listImages } from '../../src/catalog/images/image-lists.ts';
import {
  anonymizeImages,
  findImage,
  findKeptImage,
  findStoredImage,
  storageOf,
  updateImage,
} from '../../src/catalog/images/images.ts';
import { createRemovals } from '../../src/catalog/images/removals.ts';
import {
  countTrash,
  findInTrash,
  listTrash,
  lockTrash,
  moveToTrash,
  takeOutOfTrash,
  trashQuery,
} from '../../src/catalog/images/trash.ts';
import type { Db, Tx } from '../../src/catalog/schema.ts';
import { createMemoryBlobs } from '../support/memory-blobs.ts';
import { fillAlbum, makeAccount, makeImage, NOW, type OpenCatalog } from './catalog-support.ts';
import { planOf } from './query-plan.ts';

const tx = <T>(db: Db, work: (inner: Tx) => Promise<T>): Promise<T> => db.transaction().execute(work);
const removals = createRemovals(true);
const times = { nowMs: NOW, purgeAtMs: NOW + 1_000 };

/** The catalog contract for the trash. */
export function catalogTrashContract(name: string, open: OpenCatalog): void {
  async function setUp(t: TestContext): Promise<{ db: Db; accountId: string; albumId: string }> {
    const under = await open();
    t.after(under.close);
    const { db } = await under.connect();
    const accountId = await makeAccount(db);
    const albumId = await tx(db, (inner) => findOrCreateAlbum(inner, accountId, 'Cats', NOW));
    return { db, accountId, albumId };
  }

  const move = (db: Db, id: string) => tx(db, (inner) => moveToTrash(inner, id, times, removals));
  const back = (db: Db, id: string, now = NOW) => tx(db, (inner) => takeOutOfTrash(inner, id, now, removals));

  describe(`catalog contract, the trash: ${name}`, () => {
    it('hides an image from every query for users, and shows it to those for the storage', async (t) => {
      const { db, accountId, albumId } = await setUp(t);
      const { id, size_bytes: bytes } = await makeImage(db, { account_id: accountId, album_id: albumId });
      const found = async () => [
        await findImage(db, id, NOW),
        await findKeptImage(db, id, NOW),
        (await findImages(db, [id], NOW))[0],
        (await listImages(db, { accountId, albumId: undefined, order: 'newest' }, undefined, NOW, 9))[0],
        (await listImages(db, { accountId, albumId, order: 'largest' }, undefined, NOW, 9))[0],
        (await findAlbumSummary(db, accountId, albumId, NOW))?.cover,
      ];
      assert.deepEqual(
        (await found()).map((one) => one?.id),
        Array(6).fill(id),
      );
      assert.equal(await move(db, id), true);
      assert.equal(await move(db, id), false, 'once');
      assert.deepEqual(
        (await found()).map((one) => one ?? undefined),
        Array(6).fill(undefined),
      );
      assert.equal((await publicTotalsOf(db, { id: albumId, account_id: accountId }, NOW)).count, 0);
      assert.equal(await tx(db, (inner) => updateImage(inner, id, { filename: 'x.png' }, NOW)), false);
      const trash = { images: 1, bytes };
      assert.deepEqual(await storageOf(db, accountId, NOW), { images: 0, albums: 1, bytes, trash });
      assert.equal((await findStoredImage(db, id, NOW))?.id, id);
      assert.equal((await findStoredImages(db, [id], NOW))[0]?.album_name, 'Cats');
      assert.equal((await listTrash(db, accountId, undefined, NOW, 9))[0]?.purge_at, NOW + 1_000);
      assert.deepEqual(await listTrash(db, await makeAccount(db), undefined, NOW, 9), []);
      assert.equal(await back(db, id), true);
      assert.equal(await back(db, id), false);
      assert.deepEqual(
        (await found()).map((one) => one?.id),
        Array(6).fill(id),
      );
    });

    it('purges copies when an image leaves and when it comes back', async (t) => {
      const { db, accountId } = await setUp(t);
      const { id } = await makeImage(db, { account_id: accountId });
      await move(db, id);
      await back(db, id);
      const jobs = await db.selectFrom('jobs').select('payload').where('kind', '=', 'purge-edge').execute();
      assert.deepEqual(
        jobs.map(({ payload }) => JSON.parse(payload).imageId),
        [id, id],
      );
    });

    it('takes no anonymous image, and gives none back that is due or expired', async (t) => {
      const { db, accountId } = await setUp(t);
      assert.equal(await move(db, (await makeImage(db)).id), false);
      const due = await makeImage(db, { account_id: accountId });
      const expired = await makeImage(db, { account_id: accountId, expires_at: NOW + 10 });
      for (const { id } of [due, expired]) await move(db, id);
      assert.equal(await countTrash(db, accountId, NOW + 9), 2);
      assert.equal(await countTrash(db, accountId, NOW + 10), 1);
      assert.equal((await findInTrash(db, accountId, [due.id, expired.id], NOW + 10)).size, 1);
      assert.equal(await back(db, expired.id, NOW + 10), false);
      assert.equal(await back(db, due.id, NOW + 1_000), false);
    });

    it('keeps the references of blobs, and releases them when it is emptied', async (t) => {
      const { db, accountId } = await setUp(t);
      const content = 'a'.repeat(64);
      const one = await makeImage(db, { account_id: accountId }, content);
      const two = await makeImage(db, {}, content);
      const refs = async () =>
        (await db.selectFrom('blobs').select('refs').where('key', '=', one.original_key).execute()).map((row) =>
          Number(row.refs),
        );
      await move(db, one.id);
      assert.deepEqual(await refs(), [2]);
      const deps = { db, clock: { now: () => NOW + 1_000 }, blobs: createMemoryBlobs(), removals };
      assert.equal(await purgeTrash({ ...deps, clock: { now: () => NOW + 999 } }), 0);
      assert.equal(await purgeTrash(deps), 1);
      assert.deepEqual(await refs(), [1]);
      assert.equal((await findImage(db, two.id, NOW))?.id, two.id);
    });

    it('deletes or restores an image, not both, when both are asked for at once', async (t) => {
      const { db, accountId } = await setUp(t);
      for (let round = 0; round < 8; round++) {
        const { id } = await makeImage(db, { account_id: accountId });
        await move(db, id);
        const emptying = tx(db, async (inner) => {
          const locked = await lockTrash(inner, accountId, [id], NOW, 9);
          for (const image of locked) await removals.removeImage(inner, image.id, 'request', NOW);
          return locked.length;
        });
        const [deleted, restored] = await Promise.all([emptying, back(db, id)]);
        assert.equal(deleted + Number(restored), 1);
        assert.equal((await findStoredImage(db, id, NOW)) === undefined, deleted === 1);
      }
    });

    it('makes images anonymous without those in the trash', async (t) => {
      const { db, accountId } = await setUp(t);
      const [kept, inTrash] = [
        await makeImage(db, { account_id: accountId }),
        await makeImage(db, { account_id: accountId }),
      ];
      await move(db, inTrash.id);
      await anonymizeImages(db, accountId);
      const owners = [await findStoredImage(db, kept.id, NOW), await findStoredImage(db, inTrash.id, NOW)];
      assert.deepEqual(
        owners.map((image) => image?.account_id),
        [null, accountId],
      );
    });

    it('reads lists and the trash by their own indexes, however full the other one is', async (t) => {
      const { db, accountId, albumId } = await setUp(t);
      await fillAlbum(db, accountId, albumId, 2_000);
      await db
        .updateTable('images')
        .set({ trashed_at: NOW, purge_at: NOW + 1 })
        .where('size_bytes', '>', 1_010)
        .execute();
      const after = { value: NOW, id: 'x' };
      const all = { accountId, albumId: undefined, order: 'newest' } as const;
      const list = await planOf(db, imageListQuery(db, all, after, NOW, 50).compile());
      assert.match(list, /images_by_account\b/, list);
      for (const position of [undefined, after]) {
        const plan = await planOf(db, trashQuery(db, accountId, position, NOW, 50).compile());
        assert.match(plan, /images_by_trash/, plan);
        assert.doesNotMatch(plan, /TEMP B-TREE|\bSort\b|Seq Scan/, plan);
      }
    });
  });
}
