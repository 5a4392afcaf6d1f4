import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { listAccountImages } from '../../../../src/actions/images/list-account-images.ts';
import type { ImageQuery } from '../../../../src/actions/images/scan-images.ts';
import { openSqliteCatalog } from '../../../../src/catalog/database.ts';
import { createRemovals } from '../../../../src/catalog/images/removals.ts';
import { migrate } from '../../../../src/catalog/migrate.ts';
import { IMAGE_ORDERS } from '../../../../src/core/states.ts';
import { makeAccount, makeImage, NOW } from '../../../contracts/catalog-support.ts';

const value = fc.integer({ min: 0, max: 3 });
/** A change between two pages: an upload, or the deletion of an image that is not marked to stay. */
const change = fc.oneof(
  fc.record({ kind: fc.constant('upload' as const), time: value, size: value }),
  fc.record({ kind: fc.constant('delete' as const), which: fc.nat() }),
);
const walk = fc.record({
  before: fc.array(fc.record({ time: value, size: value, stays: fc.boolean() }), { maxLength: 25 }),
  between: fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 15 }),
  order: fc.constantFrom(...IMAGE_ORDERS),
  limit: fc.integer({ min: 1, max: 5 }),
  text: fc.constantFrom(undefined, 'odd'),
  maxScanned: fc.integer({ min: 1, max: 12 }),
});

describe('listAccountImages', () => {
  it('lists each lasting image once and no image twice during uploads and deletes', async () => {
    const catalog = openSqliteCatalog(':memory:');
    const { db } = catalog;
    await migrate(db);
    const deps = { db, clock: { now: () => NOW }, cursorSecret: Buffer.alloc(32) };
    let shortPages = 0;
    await fc.assert(
      fc.asyncProperty(walk, async ({ before, between, order, limit, text, maxScanned }) => {
        const accountId = await makeAccount(db);
        const [staying, others]: string[][] = [[], []];
        let made = 0;
        async function add(time: number, size: number, stays: boolean): Promise<void> {
          const searchName = made++ % 2 === 1 ? 'ODD.PNG' : 'EVEN.PNG';
          const row = { account_id: accountId, uploaded_at: time, size_bytes: size, search_name: searchName };
          const { id } = await makeImage(db, row, 'the same bytes');
          if (!stays) others?.push(id);
          else if (text === undefined || searchName === 'ODD.PNG') staying?.push(id);
        }
        for (const { time, size, stays } of before) await add(time, size, stays);

        const query: ImageQuery = { order, text };
        const seen: string[] = [];
        let cursor: string | undefined;
        let pages = 0;
        do {
          const page = await listAccountImages(deps, accountId, query, limit, cursor, maxScanned);
          assert.ok(page.items.length <= limit);
          assert.ok(++pages < 500, 'it ends');
          if (page.items.length < limit && page.nextCursor !== null) shortPages++;
          seen.push(...page.items.map(({ image }) => image.id));
          cursor = page.nextCursor ?? undefined;
          for (const one of between.shift() ?? []) {
            if (one.kind === 'upload') await add(one.time, one.size, false);
            else {
              const [deleted] = others?.splice(one.which % (others.length || 1), 1) ?? [];
              if (deleted !== undefined)
                await db.transaction().execute((tx) => createRemovals(false).removeImage(tx, deleted, 'request', NOW));
            }
          }
        } while (cursor !== undefined);

        assert.equal(new Set(seen).size, seen.length, 'no image twice');
        assert.deepEqual(
          staying?.filter((id) => !seen.includes(id)),
          [],
          'every lasting image',
        );
      }),
      { numRuns: 60 },
    );
    await catalog.close();
    assert.ok(shortPages > 0, 'some pages ended early');
  });
});
