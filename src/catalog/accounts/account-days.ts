import { sql } from 'kysely';
import type { Db } from '../schema.ts';
import type { AccountDayRow } from './rows.ts';

/**
 * Adds to the figures of accounts, in one transaction. Figures of an account that was deleted since are dropped.
 * @param rows at most one for each account and day
 */
export async function addAccountDays(db: Db, rows: readonly AccountDayRow[]): Promise<void> {
  if (rows.length === 0) return;
  // Sorted, so that two nodes lock rows in the same order and cannot deadlock.
  const sorted = rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  await db.transaction().execute(async (tx) => {
    for (const { account_id, day, uploads, bytes, requests } of sorted) {
      const live = tx
        .selectFrom('accounts')
        .select('id')
        .select(sql<string>`cast(${day} as text)`.as('day'))
        .select([number(uploads).as('uploads'), number(bytes).as('bytes'), number(requests).as('requests')])
        .where('id', '=', account_id);
      await tx
        .insertInto('account_days')
        .columns(['account_id', 'day', 'uploads', 'bytes', 'requests'])
        .expression(live)
        .onConflict((conflict) =>
          conflict.columns(['account_id', 'day']).doUpdateSet((eb) => ({
            uploads: eb('account_days.uploads', '+', eb.ref('excluded.uploads')),
            bytes: eb('account_days.bytes', '+', eb.ref('excluded.bytes')),
            requests: eb('account_days.requests', '+', eb.ref('excluded.requests')),
          })),
        )
        .execute();
    }
  });
}

/** The figures of this and all later days, oldest first; days without any are absent. @param day `YYYY-MM-DD` */
export async function listAccountDays(db: Db, accountId: string, day: string): Promise<AccountDayRow[]> {
  return db
    .selectFrom('account_days')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('day', '>=', day)
    .orderBy('day')
    .execute();
}

/** Deletes the figures of all earlier days. @param day `YYYY-MM-DD` */
export async function deleteAccountDaysBefore(db: Db, day: string): Promise<void> {
  await db.deleteFrom('account_days').where('day', '<', day).execute();
}

function keyOf({ account_id, day }: AccountDayRow): string {
  return `${account_id} ${day}`;
}

/** A parameter in a select list, whose type PostgreSQL does not infer. */
function number(value: number) {
  return sql<number>`cast(${value} as bigint)`;
}
