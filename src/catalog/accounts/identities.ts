import type { Db } from '../schema.ts';

/** The account of somebody whom another service knows, or undefined. */
export async function findAccountOfIdentity(db: Db, issuer: string, subject: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('identities')
    .select('account_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.account_id;
}

/** @returns false when somebody else was faster */
export async function insertIdentity(
  db: Db,
  identity: { issuer: string; subject: string; accountId: string; createdAt: number },
): Promise<boolean> {
  const { issuer, subject, accountId, createdAt } = identity;
  const inserted = await db
    .insertInto('identities')
    .values({ issuer, subject, account_id: accountId, created_at: createdAt })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .returning('account_id')
    .executeTakeFirst();
  return inserted !== undefined;
}
