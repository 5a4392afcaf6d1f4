import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { openPostgresCatalog } from '../../src/catalog/database.ts';
import { migrate } from '../../src/catalog/migrate.ts';
import type { Db } from '../../src/catalog/schema.ts';
import { isOutcomeUnknown } from '../../src/catalog/unknown-commit.ts';
import { AppError } from '../../src/core/errors.ts';
import { makeAccount } from '../contracts/catalog-support.ts';
import { makeDatabase, noPostgres } from '../support/services.ts';

it('transactions in a deadlock both succeed, because one is retried', {
  skip: noPostgres,
}, async () => {
  const { url, drop } = await makeDatabase();
  const catalog = await openPostgresCatalog(url, 4);
  try {
    await migrate(catalog.db);
    const [a, b] = [await makeAccount(catalog.db), await makeAccount(catalog.db)];
    let started = 0;
    const both = () => started >= 2;
    const rename = (db: Db, id: string) => db.updateTable('accounts').set({ name: 'n' }).where('id', '=', id).execute();
    const inOrder = (first: string, second: string) =>
      catalog.db.transaction().execute(async (tx) => {
        await rename(tx, first);
        started++;
        // Both hold their first lock before either requests its second one.
        while (!both()) await new Promise((resolve) => setImmediate(resolve));
        await rename(tx, second);
      });
    await Promise.all([inOrder(a, b), inOrder(b, a)]);
    assert.ok(started > 2, 'one of them was retried');
  } finally {
    await catalog.close();
    await drop();
  }
});

it('a commit whose response is lost has an unknown outcome, and is not retried', { skip: noPostgres }, async () => {
  const { url, drop } = await makeDatabase();
  const catalog = await openPostgresCatalog(url, 2);
  try {
    await migrate(catalog.db);
    let runs = 0;
    const failing = catalog.db.transaction().execute(async (tx) => {
      runs++;
      await makeAccount(tx);
      // The connection ends during the commit.
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await sql`select pg_terminate_backend(${rows[0]?.pid ?? 0})`.execute(catalog.db);
    });
    await assert.rejects(failing, (error) => {
      assert.ok(error instanceof AppError && error.code === 'STORAGE_UNAVAILABLE');
      return isOutcomeUnknown(error);
    });
    assert.equal(runs, 1);
  } finally {
    await catalog.close();
    await drop();
  }
});
