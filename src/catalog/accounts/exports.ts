import type { Db } from '../schema.ts';

/** What opens a download, and for whom. */
export interface ExportToken {
  tokenHash: string;
  /** The administrator who asked for it; null = the owner. */
  actorId: string | null;
}

/**
 * Permits one download of an account's data; an earlier permission that was not used ends.
 * @returns false while a download has the lease
 */
export async function insertExport(
  db: Db,
  accountId: string,
  { tokenHash, actorId, expiresAt }: ExportToken & { expiresAt: number },
  nowMs: number,
): Promise<boolean> {
  const permission = { token_hash: tokenHash, actor_id: actorId, expires_at: expiresAt };
  const inserted = await db
    .insertInto('exports')
    .values({ account_id: accountId, ...permission, lease_until: 0 })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet(permission).where('exports.lease_until', '<=', nowMs),
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
  token: ExportToken,
  nowMs: number,
  leaseMs: number,
): Promise<{ accountId: string } | 'running' | undefined> {
  const taken = await db
    .updateTable('exports')
    .set({ expires_at: 0, lease_until: nowMs + leaseMs })
    .where('token_hash', '=', token.tokenHash)
    .where('actor_id', token.actorId === null ? 'is' : '=', token.actorId)
    .where('expires_at', '>', nowMs)
    .where('lease_until', '<=', nowMs)
    .returning('account_id')
    .executeTakeFirst();
  return taken === undefined ? findExport(db, token, nowMs) : { accountId: taken.account_id };
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
  { tokenHash, actorId }: ExportToken,
  nowMs: number,
): Promise<{ accountId: string } | 'running' | undefined> {
  const found = await db
    .selectFrom('exports')
    .select(['account_id', 'lease_until'])
    .where('token_hash', '=', tokenHash)
    .where('actor_id', actorId === null ? 'is' : '=', actorId)
    .where('expires_at', '>', nowMs)
    .executeTakeFirst();
  if (found === undefined) return undefined;
  return found.lease_until > nowMs ? 'running' : { accountId: found.account_id };
}
