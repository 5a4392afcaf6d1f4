import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { addUpChanges } from '../../src/catalog/accounts/account-changes.ts';
import { administeredQuery, findAdministered, listAdministered } from '../../src/catalog/accounts/administered.ts';
import { touchKey } from '../../src/catalog/accounts/credentials.ts';
import { insertKey } from '../../src/catalog/accounts/keys.ts';
import { anonymizeImages, moveToAccount } from '../../src/catalog/images/images.ts';
import { createRemovals } from '../../src/catalog/images/removals.ts';
import type { Db } from '../../src/catalog/schema.ts';
import { ACCOUNT_ORDERS } from '../../src/core/states.ts';
import { makeAccount, makeImage, NOW, type OpenCatalog } from './catalog-support.ts';
import { planOf } from './query-plan.ts';

/** The catalog contract for the figures of accounts: images, bytes, last use. */
export function catalogAccountFiguresContract(name: string, open: OpenCatalog): void {
  async function setUp(t: TestContext): Promise<{ db: Db; other: Db }> {
    const under = await open();
    t.after(under.close);
    const [one, two] = [await under.connect(), await under.connect()];
    return { db: one.db, other: two.db };
  }
  const figuresOf = async (db: Db, id: string) => {
    const found = await findAdministered(db, id);
    return [found?.images, found?.bytes];
  };

  describe(`catalog contract, figures of accounts: ${name}`, () => {
    it('counts images that come, leave, change hands and go, before and after the sums', async (t) => {
      const { db } = await setUp(t);
      const account = await makeAccount(db);
      const kept = await makeImage(db, { account_id: account, size_bytes: 500 });
      const gone = await makeImage(db, { account_id: account, size_bytes: 70 });
      const anonymous = await makeImage(db, { size_bytes: 9 });
      assert.deepEqual(await figuresOf(db, account), [2, 570]);
      await addUpChanges(db);
      assert.deepEqual(await figuresOf(db, account), [2, 570]);
      await db.transaction().execute((tx) => createRemovals(false).removeImage(tx, gone.id, 'request', NOW));
      await db.transaction().execute((tx) => moveToAccount(tx, anonymous.id, account, null, NOW));
      assert.deepEqual(await figuresOf(db, account), [2, 509]);
      await addUpChanges(db);
      await anonymizeImages(db, account);
      assert.deepEqual(await figuresOf(db, account), [0, 0]);
      await addUpChanges(db);
      assert.deepEqual(await figuresOf(db, account), [0, 0]);
      assert.ok(kept.id);
      assert.deepEqual(await db.selectFrom('account_changes').selectAll().execute(), []);
    });

    it('adds up once, also from two connections at once', async (t) => {
      const { db, other } = await setUp(t);
      const account = await makeAccount(db);
      for (let i = 0; i < 20; i++) await makeImage(db, { account_id: account, size_bytes: 10 });
      await Promise.all([addUpChanges(db), addUpChanges(other), addUpChanges(db)]);
      await addUpChanges(db);
      const row = await db.selectFrom('accounts').selectAll().where('id', '=', account).executeTakeFirstOrThrow();
      assert.deepEqual([Number(row.stored_images), Number(row.stored_bytes)], [20, 200]);
    });

    it('knows the last use of a key, also after the key is gone', async (t) => {
      const { db } = await setUp(t);
      const account = await makeAccount(db);
      const key = {
        id: 'key_1',
        accountId: account,
        name: 'k',
        prefix: 'imgd_a',
        last4: 'abcd',
        grants: ['*' as const],
      };
      await insertKey(db, { ...key, createdAt: NOW, lastUsedAt: null, expiresAt: null }, 'hash');
      assert.equal((await findAdministered(db, account))?.lastSeenAt, null);
      await touchKey(db, key.id, NOW + 5);
      await db.deleteFrom('keys').execute();
      assert.equal((await findAdministered(db, account))?.lastSeenAt, NOW + 5);
      await addUpChanges(db);
      assert.equal((await findAdministered(db, account))?.lastSeenAt, NOW + 5);
    });

    it('lists accounts in every order and both directions, in pages that follow each other', async (t) => {
      const { db } = await setUp(t);
      const accounts = await Promise.all([1, 2, 3, 4, 5].map(() => makeAccount(db)));
      // Two accounts have equal figures.
      for (const [i, count] of [3, 1, 2, 2, 0].entries()) {
        for (let n = 0; n < count; n++) await makeImage(db, { account_id: accounts[i] ?? '', size_bytes: 100 });
      }
      await addUpChanges(db);
      for (const by of ACCOUNT_ORDERS) {
        const orders: string[][] = [];
        for (const direction of ['asc', 'desc'] as const) {
          const seen: string[] = [];
          for (let after: { value: number; id: string } | undefined; ; ) {
            const [one] = await listAdministered(db, {}, { by, direction }, after, 1);
            if (one === undefined) break;
            seen.push(one.id);
            after = { value: one.position, id: one.id };
          }
          orders.push(seen);
        }
        assert.equal(new Set(orders[0]).size, 5, by);
        assert.deepEqual(orders[0]?.toReversed(), orders[1], by);
        if (by === 'bytes' || by === 'images') assert.equal(orders[1]?.[0], accounts[0], by);
      }
    });

    it('reads every page of an order from its index', async (t) => {
      const { db } = await setUp(t);
      await makeAccount(db);
      for (const by of ACCOUNT_ORDERS) {
        const query = administeredQuery(db, {}, { by, direction: 'desc' }, { value: 5, id: 'x' }, 50);
        const plan = await planOf(db, query.compile());
        assert.doesNotMatch(plan, /TEMP B-TREE|\bSort\b|SCAN accounts$|Seq Scan on accounts/m, `${by}: ${plan}`);
        assert.match(plan, /accounts_by_/, `${by}: ${plan}`);
      }
    });
  });
}
