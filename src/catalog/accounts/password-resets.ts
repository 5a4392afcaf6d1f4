import type { Db } from '../schema.ts';

/** Stores a reset: the holder of the token may set a new password until it expires. */
export async function insertReset(
  db: Db,
  reset: { accountId: string; tokenHash: string; expiresAt: number; isMailed: boolean },
): Promise<void> {
  await db
    .insertInto('password_resets')
    .values({
      token_hash: reset.tokenHash,
      account_id: reset.accountId,
      expires_at: reset.expiresAt,
      mailed: reset.isMailed ? 1 : 0,
    })
    .execute();
}

/** @returns the account id of a live reset */
export async function findReset(db: Db, tokenHash: string, nowMs: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('password_resets')
    .select('account_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', nowMs)
    .executeTakeFirst();
  return row?.account_id;
}

export async function countLiveResets(db: Db, accountId: string, nowMs: number): Promise<number> {
  const { count } = await db
    .selectFrom('password_resets')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('expires_at', '>', nowMs)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Deletes a reset, so that it works once.
 * @returns whether its link was mailed to the address of the account; undefined when it was used already
 */
export async function takeReset(db: Db, tokenHash: string): Promise<{ isMailed: boolean } | undefined> {
  const row = await db
    .deleteFrom('password_resets')
    .where('token_hash', '=', tokenHash)
    .returning('mailed')
    .executeTakeFirst();
  return row && { isMailed: row.mailed === 1 };
}

export async function deleteResetsOf(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('password_resets').where('account_id', '=', accountId).execute();
}

export async function deleteExpiredResets(db: Db, nowMs: number): Promise<void> {
  await db.deleteFrom('password_resets').where('expires_at', '<=', nowMs).execute();
}
