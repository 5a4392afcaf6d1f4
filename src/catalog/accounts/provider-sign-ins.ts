import type { Db } from '../schema.ts';

/** Stores a sign-in at an identity provider until it is completed or expires. */
export async function insertSignIn(
  db: Db,
  signIn: { stateHash: string; payload: unknown; expiresAt: number },
): Promise<void> {
  const payload = JSON.stringify(signIn.payload);
  await db
    .insertInto('sign_ins')
    .values({ state_hash: signIn.stateHash, payload, expires_at: signIn.expiresAt })
    .execute();
}

/** Deletes a sign-in, so that it is used once. @returns its payload; undefined when it does not exist or has expired */
export async function takeSignIn(db: Db, stateHash: string, nowMs: number): Promise<unknown> {
  const row = await db
    .deleteFrom('sign_ins')
    .where('state_hash', '=', stateHash)
    .returning(['payload', 'expires_at'])
    .executeTakeFirst();
  return row === undefined || row.expires_at <= nowMs ? undefined : JSON.parse(row.payload);
}

export async function deleteExpiredSignIns(db: Db, nowMs: number): Promise<void> {
  await db.deleteFrom('sign_ins').where('expires_at', '<=', nowMs).execute();
}

/** @returns the id of the account that is linked to an identity of a provider */
export async function findAccountOfIdentity(db: Db, issuer: string, subject: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('identities')
    .select('account_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.account_id;
}

/** @returns false when the identity is linked already */
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

/** Unlinks an account from all identities. */
export async function deleteIdentitiesOf(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('identities').where('account_id', '=', accountId).execute();
}
