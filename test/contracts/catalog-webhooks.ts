import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Db, Tx } from '../../src/catalog/schema.ts';
import {
  countPending,
  deleteFinishedDeliveries,
  endAttempt,
  leaseDeliveries,
  listDueDeliveries,
  markFullWebhooks,
  releaseAllDeliveries,
  restartDelivery,
} from '../../src/catalog/webhooks/deliveries.ts';
import { newDelivery, recordEvent } from '../../src/catalog/webhooks/events.ts';
import {
  deleteWebhook,
  disableWebhook,
  findWebhook,
  insertWebhook,
  listDeliveries,
} from '../../src/catalog/webhooks/webhooks.ts';
import { makeAccount, makeImage, NOW, type OpenCatalog } from './catalog-support.ts';

const LEASE = 30_000;
let made = 0;
const tx = <T>(db: Db, work: (inner: Tx) => Promise<T>): Promise<T> => db.transaction().execute(work);

/** The catalog contract for webhooks: events, and the leases and bounds of their deliveries. */
export function catalogWebhooksContract(name: string, open: OpenCatalog): void {
  async function setUp(t: TestContext): Promise<{ db: Db; other: Db; accountId: string }> {
    const under = await open();
    t.after(under.close);
    const [one, two] = [await under.connect(), await under.connect()];
    return { db: one.db, other: two.db, accountId: await makeAccount(one.db) };
  }

  async function makeWebhook(db: Db, accountId: string | null, events = '*'): Promise<string> {
    const id = `whk_${made++}`;
    const state = { old_secret: null, old_secret_until: null, disabled_at: null, disabled_reason: null };
    const row = { id, account_id: accountId, url: 'https://a.example/', description: null, events, secret: 's' };
    await tx(db, (inner) =>
      insertWebhook(inner, { ...row, ...state, created_at: NOW, failing_since: null, full_since: null }),
    );
    return id;
  }
  const addDeliveries = async (db: Db, id: string, count: number, nowMs = NOW) => {
    const rows = Array.from({ length: count }, () => newDelivery(id, 'image.uploaded', '{}', nowMs));
    await db.insertInto('webhook_deliveries').values(rows).execute();
    return rows.map((row) => row.id);
  };
  const typesOf = async (db: Db, id: string) => (await listDeliveries(db, id, undefined, 100)).map(({ type }) => type);

  describe(`catalog contract, webhooks: ${name}`, () => {
    it('records an event for each webhook that asked for it, in the transaction of its cause', async (t) => {
      const { db, accountId } = await setUp(t);
      const [all, some, service] = [
        await makeWebhook(db, accountId),
        await makeWebhook(db, accountId, 'image.deleted image.expired'),
        await makeWebhook(db, null, 'image.uploaded'),
      ];
      const foreign = await makeWebhook(db, await makeAccount(db));
      await makeImage(db, { account_id: accountId });
      await makeImage(db);
      assert.deepEqual(await typesOf(db, all), ['image.uploaded']);
      assert.deepEqual(await typesOf(db, some), []);
      assert.deepEqual(await typesOf(db, service), ['image.uploaded', 'image.uploaded']);
      assert.deepEqual(await typesOf(db, foreign), []);
      const cause = { type: 'image.deleted' as const, accountId, nowMs: NOW };
      await assert.rejects(
        tx(db, async (inner) => {
          await recordEvent(inner, cause, () => ({ id: 'x' }));
          throw new Error('rolled back');
        }),
      );
      assert.deepEqual(await typesOf(db, some), []);
      await tx(db, (inner) => disableWebhook(inner, some, 'owner', NOW));
      let described = 0;
      await tx(db, (inner) => recordEvent(inner, { ...cause, accountId: null }, () => void described++));
      assert.equal(described, 0, 'facts are read only when somebody listens');
      await tx(db, (inner) => recordEvent(inner, cause, () => ({ id: 'x' })));
      assert.deepEqual(await typesOf(db, some), []);
      assert.equal((await typesOf(db, all)).length, 2);
    });

    it('leases each due delivery to one owner, and again when the lease has ended', async (t) => {
      const { db, other, accountId } = await setUp(t);
      const id = await makeWebhook(db, accountId);
      const ids = await addDeliveries(db, id, 20);
      const [mine, theirs] = await Promise.all([
        leaseDeliveries(db, ids, 'a', NOW, LEASE),
        leaseDeliveries(other, ids, 'b', NOW, LEASE),
      ]);
      const leased = [...(mine ?? []), ...(theirs ?? [])].map(({ delivery }) => delivery.id);
      assert.deepEqual(leased.toSorted(), ids.toSorted(), 'each once');
      assert.deepEqual(await listDueDeliveries(db, [], NOW, 100), []);
      assert.equal((await listDueDeliveries(db, [], NOW + LEASE, 100)).length, 20);
      assert.equal((await listDueDeliveries(db, [id], NOW + LEASE, 100)).length, 0);
      const [first = ''] = ids;
      const again = await leaseDeliveries(other, [first], 'c', NOW + LEASE, LEASE);
      assert.deepEqual([again[0]?.delivery.attempts, again[0]?.webhook.id], [2, id]);
      const done = { state: 'delivered', due_at: null, finished_at: NOW } as const;
      assert.equal(await tx(db, (inner) => endAttempt(inner, first, 'a', done)), false, 'the lease is lost');
      assert.equal(await tx(db, (inner) => endAttempt(inner, first, 'c', done)), true);
      assert.deepEqual(await countPending(db), { count: 19, oldestAt: NOW });
      await releaseAllDeliveries(db, NOW);
      assert.equal((await listDueDeliveries(db, [], NOW, 100)).length, 19);
      assert.equal(await tx(db, (inner) => restartDelivery(inner, 'whk_none', first, NOW)), undefined);
      assert.equal((await tx(db, (inner) => restartDelivery(inner, id, first, NOW)))?.attempts, 0);
      assert.equal((await listDueDeliveries(db, [], NOW, 100)).length, 20);
    });

    it('bounds pending and finished deliveries, and deletes all with their webhook', async (t) => {
      const { db, accountId } = await setUp(t);
      const [full, fine] = [await makeWebhook(db, accountId), await makeWebhook(db, accountId)];
      await addDeliveries(db, full, 10);
      await addDeliveries(db, fine, 9, NOW + 1);
      assert.deepEqual(await markFullWebhooks(db, 10, NOW), [full]);
      assert.deepEqual(await markFullWebhooks(db, 10, NOW), [], 'marked already');
      await makeImage(db, { account_id: accountId });
      assert.deepEqual([(await typesOf(db, full)).length, (await typesOf(db, fine)).length], [10, 10]);
      const due = (await listDueDeliveries(db, [fine], NOW, 5)).map(({ id }) => id);
      for (const { delivery } of await leaseDeliveries(db, due, 'a', NOW, LEASE)) {
        const outcome = { state: 'delivered', due_at: null, finished_at: NOW } as const;
        await tx(db, (inner) => endAttempt(inner, delivery.id, 'a', outcome));
      }
      assert.deepEqual(await markFullWebhooks(db, 10, NOW), [fine]);
      assert.equal((await findWebhook(db, accountId, full))?.full_since, null, 'half of them are made');
      assert.equal(await deleteFinishedDeliveries(db, NOW, 3), 2, 'the oldest of those that are kept');
      assert.equal(await deleteFinishedDeliveries(db, NOW + 1, 3), 3, 'all that ended before');
      assert.equal(await tx(db, (inner) => deleteWebhook(inner, full)), true);
      assert.deepEqual(await typesOf(db, full), []);
      await tx(db, (inner) => disableWebhook(inner, fine, 'failures', NOW));
      assert.deepEqual(await countPending(db), { count: 0, oldestAt: null });
    });
  });
}
