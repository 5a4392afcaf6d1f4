import type { Db } from '../schema.ts';

/** An address that the holder of a token may verify, and the account that claims it. */
export interface EmailVerification {
  accountId: string;
  email: string;
}

export async function insertVerification(
  db: Db,
  { accountId, email, tokenHash, expiresAt }: EmailVerification & { tokenHash: string; expiresAt: number },
): Promise<void> {
  await db
    .insertInto('email_verifications')
    .values({ token_hash: tokenHash, account_id: accountId, email, expires_at: expiresAt })
    .execute();
}

/** @returns undefined when the token is unknown or has expired */
export async function findVerification(
  db: Db,
  tokenHash: string,
  nowMs: number,
): Promise<EmailVerification | undefined> {
  const row = await db
    .selectFrom('email_verifications')
    .select(['account_id', 'email'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', nowMs)
    .executeTakeFirst();
  return row && { accountId: row.account_id, email: row.email };
}

/** The live verifications of one address, of all accounts that claim it. */
export async function countLiveVerifications(db: Db, email: string, nowMs: number): Promise<number> {
  const { count } = await db
    .selectFrom('email_verifications')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('email', '=', email)
    .where('expires_at', '>', nowMs)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Deletes a verification, so that it works once. @returns false when it was used already */
export async function deleteVerification(db: Db, tokenHash: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('email_verifications')
    .where('token_hash', '=', tokenHash)
    .returning('token_hash')
    .executeTakeFirst();
  return deleted !== undefined;
}

export async function deleteVerificationsOf(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('email_verifications').where('account_id', '=', accountId).execute();
}

export async function deleteExpiredVerifications(db: Db, nowMs: number): Promise<void> {
  await db.deleteFrom('email_verifications').where('expires_at', '<=', nowMs).execute();
}
