import type { Db } from '../schema.ts';

/**
 * Permits one download of an account's data; an earlier permission that was not used ends.
 * @returns false while a download has the lease
 */
export async function insertExport(
  db: Db,
  accountId: string,
  { tokenHash, expiresAt }: { tokenHash: string; expiresAt: number },
  nowMs: number,
): Promise<boolean> {
  const inserted = await db
    .insertInto('exports')
    .values({ account_id: accountId, token_hash: tokenHash, expires_at: expiresAt, lease_until: 0 })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet({ token_hash: tokenHash, expires_at: expiresAt })
        .where('exports.lease_until', '<=', nowMs),
    )
    .returning('account_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/**
 * Uses a permission up and takes the lease of the account's only download.
 * @returns the account; 'running' while another download has the lease; undefined when there is no such permission
 */
export async function takeExport(
  db: Db,
  tokenHash: string,
  nowMs: number,
  leaseMs: number,
): Promise<{ accountId: string } | 'running' | undefined> {
  const taken = await db
    .updateTable('exports')
    .set({ expires_at: 0, lease_until: nowMs + leaseMs })
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', nowMs)
    .where('lease_until', '<=', nowMs)
    .returning('account_id')
    .executeTakeFirst();
  return taken === undefined ? findExport(db, tokenHash, nowMs) : { accountId: taken.account_id };
}

/** Extends the lease of a download, or ends it with an instant that has passed. */
export async function setExportLease(db: Db, accountId: string, leaseUntil: number): Promise<void> {
  await db.updateTable('exports').set({ lease_until: leaseUntil }).where('account_id', '=', accountId).execute();
}

/** Deletes permissions that have expired without a download in progress. */
export async function deleteExpiredExports(db: Db, nowMs: number): Promise<void> {
  await db.deleteFrom('exports').where('expires_at', '<=', nowMs).where('lease_until', '<=', nowMs).execute();
}

/** @returns 'running' while another download has the lease; undefined when there is no such permission */
export async function findExport(
  db: Db,
  tokenHash: string,
  nowMs: number,
): Promise<{ accountId: string } | 'running' | undefined> {
  const found = await db
    .selectFrom('exports')
    .select(['account_id', 'lease_until'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', nowMs)
    .executeTakeFirst();
  if (found === undefined) return undefined;
  return found.lease_until > nowMs ? 'running' : { accountId: found.account_id };
}
