import type { Db } from '../schema.ts';

/** Remembers a sign-in that goes by another service, until it ends or its time is over. */
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

/** Takes what was remembered, so that it is used once; undefined when there is nothing or its time is over. */
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
