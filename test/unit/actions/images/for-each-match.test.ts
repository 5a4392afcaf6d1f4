import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { changeImages } from '../../../../src/actions/images/change-image.ts';
import { forEachMatch } from '../../../../src/actions/images/for-each-match.ts';
import { countMonths, findMatches } from '../../../../src/actions/images/list-account-images.ts';
import { trashImages } from '../../../../src/actions/images/trash-images.ts';
import { openSqliteCatalog } from '../../../../src/catalog/database.ts';
import { insertAlbum } from '../../../../src/catalog/images/albums.ts';
import { countByDayQuery } from '../../../../src/catalog/images/image-lists.ts';
import { createRemovals } from '../../../../src/catalog/images/removals.ts';
import { migrate } from '../../../../src/catalog/migrate.ts';
import type { AccountCaller } from '../../../../src/core/caller.ts';
import { DEFAULT_PLANS } from '../../../../src/core/plans.ts';
import { fillAlbum, makeAccount, NOW } from '../../../contracts/catalog-support.ts';
import { planOf } from '../../../contracts/query-plan.ts';
import { createMemoryBlobs } from '../../../support/memory-blobs.ts';

/** An account with an album of so many images. */
async function libraryOf(images: number) {
  const { db, close } = openSqliteCatalog(':memory:');
  await migrate(db);
  const accountId = await makeAccount(db);
  const albumId = (await insertAlbum(db, { accountId, name: 'Big', description: null }, NOW)) ?? '';
  await fillAlbum(db, accountId, albumId, images);
  const caller: AccountCaller = { kind: 'account', plan: DEFAULT_PLANS.free, accountId, keyId: null, grants: ['*'] };
  const clock = { now: () => NOW };
  const removals = createRemovals(true);
  const deps = { db, clock, removals, blobs: createMemoryBlobs(), trashDays: 30, cursorSecret: Buffer.alloc(32) };
  return { db, deps, caller, albumId, [Symbol.asyncDispose]: close };
}

const purges = async (db: Awaited<ReturnType<typeof libraryOf>>['db']) =>
  (await db.selectFrom('jobs').select('id').where('kind', '=', 'purge-edge').execute()).length;

describe('forEachMatch', () => {
  it('moves a library to the trash in parts of 500, with a purge for each image, until nothing remains', async () => {
    await using library = await libraryOf(1_234);
    const { deps, caller, db } = library;
    const seen: [matched: number, remaining: number][] = [];
    for (let cursor: string | undefined; seen.length < 10; ) {
      const part = await forEachMatch(deps, caller, { text: 'big' }, cursor, (ids) => trashImages(deps, ids, caller));
      seen.push([part.matched, part.remaining]);
      if (part.nextCursor === null) break;
      cursor = part.nextCursor;
    }
    assert.deepEqual(seen, [
      [1_234, 734],
      [734, 234],
      [234, 0],
    ]);
    assert.equal(await purges(db), 1_234);
    const { count } = await db
      .selectFrom('images')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('trashed_at', 'is', null)
      .where('account_id', '=', caller.accountId)
      .executeTakeFirstOrThrow();
    assert.equal(count, 0);
  });

  it('continues behind images that still match after a change', async () => {
    await using library = await libraryOf(700);
    const { deps, caller, db } = library;
    const change = (ids: string[]) => changeImages(deps, ids, { expiry: { afterSeconds: 10_800 } }, caller);
    const first = await forEachMatch(deps, caller, { text: 'png' }, undefined, change);
    const second = await forEachMatch(deps, caller, { text: 'png' }, first.nextCursor ?? undefined, change);
    assert.deepEqual([first.remaining, second.remaining, second.nextCursor], [200, 0, null]);
    const rows = await db
      .selectFrom('images')
      .select('expires_at')
      .where('account_id', '=', caller.accountId)
      .execute();
    assert.ok(rows.every(({ expires_at }) => expires_at !== null));
  });

  it('ends its count at the bound, and says so', async () => {
    await using library = await libraryOf(300);
    const { deps, caller } = library;
    const query = { order: 'newest', text: 'big' } as const;
    const bounds = { counts: true, maxScanned: 50 };
    const found = await findMatches(deps, caller.accountId, query, 10, undefined, bounds);
    assert.equal(found.items.length, 10);
    assert.ok(found.isBounded && found.remaining < 290);
    assert.notEqual(found.nextCursor, null);
  });
});

describe('countMonths', () => {
  it('reads no rows without filters of their columns, and stays below 100 ms for 100,000 images', async (t) => {
    await using library = await libraryOf(100_000);
    const { deps, caller, albumId, db } = library;
    for (const album of [undefined, albumId, null]) {
      const plan = await planOf(db, countByDayQuery(db, { ...caller, albumId: album }, 0, NOW).compile());
      assert.match(plan, /COVERING INDEX images_by/, plan);
    }
    const times: number[] = [];
    for (let round = 0; round < 5; round++) {
      const started = performance.now();
      assert.equal((await countMonths(deps, caller.accountId, {}, 0)).total, 100_000);
      times.push(performance.now() - started);
    }
    const started = performance.now();
    const words = { text: 'png big' };
    assert.deepEqual((await countMonths(deps, caller.accountId, words, 0)).total, 100_000);
    t.diagnostic(`${Math.min(...times).toFixed(1)} ms, with words ${(performance.now() - started).toFixed(1)} ms`);
    assert.ok(Math.min(...times) < 100, String(times));
    const bounded = await countMonths(deps, caller.accountId, words, 0, 1_000);
    assert.ok(bounded.isBounded && bounded.total < 100_000);
  });
});
