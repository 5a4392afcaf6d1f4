import type { Db, Tx } from '../schema.ts';
import type { AccountChangeRow } from './rows.ts';

/** Rows of one transaction: other writers wait some milliseconds for it. */
const CHANGES = 2_000;

/** Adds the recorded changes up, so that lists in the order of these figures know them. Safe to call at any time. */
export async function addUpChanges(db: Db): Promise<void> {
  for (let found = CHANGES; found === CHANGES; ) {
    // Most calls find none: no transaction for them.
    if ((await db.selectFrom('account_changes').select('id').limit(1).executeTakeFirst()) === undefined) return;
    found = await db.transaction().execute(async (tx) => {
      const due = tx.selectFrom('account_changes').select('id').orderBy('id').limit(CHANGES).forUpdate().skipLocked();
      const changes = await tx
        .with('due', () => due)
        .deleteFrom('account_changes')
        .where('id', 'in', (eb) => eb.selectFrom('due').select('id'))
        .returning(['account_id', 'images', 'bytes', 'seen_at'])
        .execute();
      for (const [id, change] of sumsOf(changes)) await addToAccount(tx, id, change);
      return changes.length;
    });
  }
}

type Change = Pick<AccountChangeRow, 'images' | 'bytes' | 'seen_at'>;

/** Sorted, so that two nodes lock rows in the same order and cannot deadlock. */
function sumsOf(changes: readonly (Change & { account_id: string })[]): [id: string, sum: Change][] {
  const sums = new Map<string, Change>();
  for (const { account_id: id, images, bytes, seen_at } of changes) {
    const sum = sums.get(id) ?? { images: 0, bytes: 0, seen_at: 0 };
    const seenAt = Math.max(sum.seen_at, seen_at);
    sums.set(id, { images: sum.images + images, bytes: sum.bytes + bytes, seen_at: seenAt });
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1));
}

async function addToAccount(tx: Tx, id: string, { images, bytes, seen_at: seenAt }: Change): Promise<void> {
  await tx
    .updateTable('accounts')
    .set((eb) => ({
      stored_images: eb('stored_images', '+', images),
      stored_bytes: eb('stored_bytes', '+', bytes),
      last_seen_at: eb.case().when('last_seen_at', '<', seenAt).then(seenAt).else(eb.ref('last_seen_at')).end(),
    }))
    .where('id', '=', id)
    .execute();
}
