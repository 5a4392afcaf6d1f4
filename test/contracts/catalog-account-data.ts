import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { addAccountDays, deleteAccountDaysBefore, listAccountDays } from '../../src/catalog/accounts/account-days.ts';
import { closeAccount, findPreferences, setPreferences } from '../../src/catalog/accounts/accounts.ts';
import {
  deleteExpiredExports,
  findExport,
  insertExport,
  setExportLease,
  takeExport,
} from '../../src/catalog/accounts/exports.ts';
import { deleteSessionsOf } from '../../src/catalog/accounts/sessions.ts';
import type { Db } from '../../src/catalog/schema.ts';
import { makeAccount, NOW, type OpenCatalog } from './catalog-support.ts';

/** The catalog contract for daily figures, preferences and exports of accounts. */
export function catalogAccountDataContract(name: string, open: OpenCatalog): void {
  async function setUp(t: TestContext): Promise<{ db: Db; other: Db; accountId: string; otherId: string }> {
    const under = await open();
    t.after(under.close);
    const [one, two] = [await under.connect(), await under.connect()];
    const [accountId, otherId] = [await makeAccount(one.db), await makeAccount(one.db)];
    return { db: one.db, other: two.db, accountId, otherId };
  }
  const day = (account_id: string, name: string, uploads: number) => ({
    account_id,
    day: name,
    uploads,
    bytes: uploads * 3_000_000_000,
    requests: uploads + 1,
  });
  const daysOf = async (db: Db, id: string, from: string) =>
    (await listAccountDays(db, id, from)).map((row) => ({ ...row }));
  const close = (db: Db, id: string) => db.transaction().execute((tx) => closeAccount(tx, id, NOW));

  describe(`catalog contract, data of accounts: ${name}`, () => {
    it('adds figures of days up, also from two connections at once, and drops those of deleted accounts', async (t) => {
      const { db, other, accountId, otherId } = await setUp(t);
      const rows = [day(accountId, '2026-01-02', 1), day(otherId, '2026-01-02', 5), day('acc_gone', '2026-01-02', 9)];
      await Promise.all(Array.from({ length: 10 }, (_, i) => addAccountDays(i % 2 ? db : other, rows)));
      await addAccountDays(db, [day(accountId, '2026-01-01', 7)]);
      const sum = { ...day(accountId, '2026-01-02', 10), requests: 20 };
      assert.deepEqual(await daysOf(other, accountId, '2026-01-01'), [day(accountId, '2026-01-01', 7), sum]);
      assert.deepEqual(await daysOf(db, accountId, '2026-01-02'), [sum]);
      assert.deepEqual(await daysOf(db, 'acc_gone', ''), []);
      await deleteAccountDaysBefore(db, '2026-01-02');
      assert.deepEqual(await daysOf(db, accountId, ''), [sum]);
      await close(db, accountId);
      assert.deepEqual(await daysOf(db, accountId, ''), []);
      assert.equal((await daysOf(db, otherId, '')).length, 1);
    });

    it('keeps preferences until the account closes', async (t) => {
      const { db, accountId } = await setUp(t);
      assert.equal(await findPreferences(db, accountId), null);
      await setPreferences(db, accountId, '{"theme":"dark"}');
      assert.equal(await findPreferences(db, accountId), '{"theme":"dark"}');
      await close(db, accountId);
      assert.equal(await findPreferences(db, accountId), null);
    });

    it('permits one export of an account at a time, once', async (t) => {
      const { db, other, accountId, otherId } = await setUp(t);
      const ofOwner = (tokenHash: string) => ({ tokenHash, actorId: null });
      const four = { ...ofOwner('four'), expiresAt: NOW + 90 };
      const permit = (tokenHash: string, id = accountId) =>
        insertExport(db, id, { ...ofOwner(tokenHash), expiresAt: NOW + 10 }, NOW);
      assert.equal(await permit('one'), true);
      assert.equal(await permit('two'), true, 'replaces the first');
      assert.equal(await takeExport(db, ofOwner('one'), NOW, 5), undefined);
      assert.equal(await takeExport(db, ofOwner('two'), NOW + 10, 5), undefined, 'expired');
      const taken = await Promise.all([db, other, db, other].map((on) => takeExport(on, ofOwner('two'), NOW, 5)));
      assert.deepEqual(
        taken.filter((one) => one !== undefined),
        [{ accountId }],
      );
      assert.equal(await permit('three'), false, 'while it runs');
      assert.equal(await permit('theirs', otherId), true);
      await setExportLease(db, accountId, NOW + 60);
      await deleteExpiredExports(db, NOW + 30);
      assert.equal(await insertExport(db, accountId, four, NOW + 59), false);
      assert.equal(await insertExport(db, accountId, four, NOW + 60), true);
      assert.deepEqual(await findExport(other, four, NOW + 60), { accountId });
      assert.equal(await findExport(other, four, NOW + 59), 'running');
      await deleteSessionsOf(db, accountId);
      assert.equal(await findExport(db, four, NOW + 60), undefined);
    });

    it('opens an export only for the administrator who asked for it', async (t) => {
      const { db, accountId } = await setUp(t);
      const token = { tokenHash: 'of an administrator', actorId: 'acc_admin' };
      assert.equal(await insertExport(db, accountId, { ...token, expiresAt: NOW + 10 }, NOW), true);
      for (const actorId of [null, 'acc_other']) {
        assert.equal(await findExport(db, { ...token, actorId }, NOW), undefined);
        assert.equal(await takeExport(db, { ...token, actorId }, NOW, 5), undefined);
      }
      assert.deepEqual(await findExport(db, token, NOW), { accountId });
      assert.deepEqual(await takeExport(db, token, NOW, 5), { accountId });
    });
  });
}
