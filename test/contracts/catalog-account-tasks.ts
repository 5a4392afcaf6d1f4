import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { beginAccountTask } from '../../src/actions/moderation/begin-account-task.ts';
import { requireTask, runAccountTask } from '../../src/actions/moderation/run-account-task.ts';
import { taskImagesQuery } from '../../src/catalog/accounts/task-images.ts';
import { listWrongRefs } from '../../src/catalog/blobs/blob-integrity.ts';
import { commitVariant, leaseVariant } from '../../src/catalog/blobs/variants.ts';
import { createRemovals } from '../../src/catalog/images/removals.ts';
import type { Db } from '../../src/catalog/schema.ts';
import { createMemoryBlobs } from '../support/memory-blobs.ts';
import { blobState, makeAccount, makeImage, NOW, newBlob, type OpenCatalog } from './catalog-support.ts';
import { planOf } from './query-plan.ts';

const IMAGES = 250;
const clock = { now: () => NOW + 60_000 };
const removals = createRemovals(true);
const depsOf = (db: Db) => ({ db, clock, removals, blobs: createMemoryBlobs() });
const countOf = async (db: Db, accountId: string) =>
  (await db.selectFrom('images').select('id').where('account_id', '=', accountId).execute()).length;

/** The catalog contract for work on all images of an account. */
export function catalogAccountTasksContract(name: string, open: OpenCatalog): void {
  async function setUp(t: TestContext): Promise<{ db: Db; other: Db; accountId: string }> {
    const under = await open();
    t.after(under.close);
    const [one, two] = [await under.connect(), await under.connect()];
    return { db: one.db, other: two.db, accountId: await makeAccount(one.db) };
  }

  describe(`catalog contract, tasks of accounts: ${name}`, () => {
    it('deletes several images as it deletes one after the other', async (t) => {
      const states = [];
      for (const several of [true, false]) {
        const { db, accountId } = await setUp(t);
        const images = [];
        for (const content of ['a', 'b', 'a', 'c', 'a']) {
          images.push(await makeImage(db, { account_id: accountId }, content));
        }
        await makeImage(db, {}, 'c');
        const [first, second] = images;
        const variant = { originalKey: second?.original_key ?? '', width: 320, extension: 'webp' };
        await leaseVariant(db, variant, NOW, 1_000);
        await db.transaction().execute((tx) => commitVariant(tx, variant, newBlob(), 'WEBP', NOW));
        const ids = images.filter((image) => image !== first).map(({ id }) => id);
        await db.transaction().execute(async (tx) => {
          if (several) await removals.removeImages(tx, [...ids, 'unknown'], 'request', NOW);
          else for (const id of ids) await removals.removeImage(tx, id, 'request', NOW);
        });
        assert.deepEqual(await listWrongRefs(db), []);
        const { refs, garbage } = await blobState(db);
        const deletions = await db.selectFrom('deletions').selectAll().execute();
        const jobs = await db.selectFrom('jobs').select('kind').execute();
        const names = deletions.map(({ image_id: id, storage_state: state }) => [ids.indexOf(id), state]).sort();
        states.push([refs.map(([, count]) => count).sort(), garbage.length, names, jobs.length]);
      }
      assert.deepEqual(states[0], states[1]);
    });

    it('goes on after an interruption, at another node, and two nodes at once do nothing twice', async (t) => {
      const { db, other, accountId } = await setUp(t);
      for (let i = 0; i < IMAGES; i++) await makeImage(db, { account_id: accountId, uploaded_at: NOW + (i % 7) });
      await makeImage(db, { account_id: accountId, trashed_at: NOW, purge_at: NOW + 1e9 });
      const held = { quarantined_at: NOW, quarantine_cause: 'administrator' as const };
      await makeImage(db, { account_id: accountId, ...held });
      const { id, images } = await beginAccountTask(depsOf(db), null, accountId, { kind: 'delete_images' });
      assert.equal(images, IMAGES + 1);
      assert.equal(await runAccountTask(depsOf(db), id, 0), false);
      assert.equal((await requireTask(db, id)).done_images, 100);
      await Promise.all([db, other, db].map((one) => runAccountTask(depsOf(one), id, 60_000)));
      const task = await requireTask(db, id);
      assert.deepEqual([task.done_images, task.done_bytes, await countOf(db, accountId)], [251, 251_000, 1]);
      assert.ok(task.finished_at);
      assert.deepEqual(await listWrongRefs(db), []);
    });

    it('hides and shows images of a period, and leaves those that were quarantined otherwise', async (t) => {
      const { db, accountId } = await setUp(t);
      const hidden = async () => {
        const rows = await db
          .selectFrom('images')
          .select('quarantine_cause')
          .where('account_id', '=', accountId)
          .execute();
        return rows.map((row) => row.quarantine_cause ?? '').sort();
      };
      await makeImage(db, { account_id: accountId, uploaded_at: NOW - 1_000 });
      await makeImage(db, { account_id: accountId });
      await makeImage(db, { account_id: accountId, quarantined_at: NOW, quarantine_cause: 'validator' });
      const run = async (kind: 'hide_images' | 'show_images', uploadedFrom?: number) => {
        const { id, images } = await beginAccountTask(depsOf(db), null, accountId, { kind, uploadedFrom });
        assert.equal(await runAccountTask(depsOf(db), id, 60_000), true);
        return images;
      };
      assert.equal(await run('hide_images', NOW), 1);
      assert.deepEqual(await hidden(), ['', 'account', 'validator']);
      assert.equal(await run('hide_images'), 1);
      assert.equal(await run('show_images'), 2);
      assert.deepEqual(await hidden(), ['', '', 'validator']);
    });

    it('reads the images of a task from an index, page by page', async (t) => {
      const { db, accountId } = await setUp(t);
      const common = { kind: 'delete_images', account_id: accountId, uploaded_from: 0, with_held: 0 } as const;
      for (const in_trash of [0, 1]) {
        const place = { in_trash, after_value: NOW, after_id: 'x', created_at: NOW + 1 };
        const plan = await planOf(db, taskImagesQuery(db, { ...common, ...place }, 100).compile());
        assert.doesNotMatch(plan, /TEMP B-TREE|\bSort\b|SCAN images$|Seq Scan/m, plan);
        assert.match(plan, in_trash === 1 ? /images_by_trash/ : /images_by_account/, plan);
      }
    });
  });
}
