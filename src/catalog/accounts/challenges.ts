import type { Db } from '../schema.ts';
import type { ChallengeRow } from './rows.ts';

/** An unfinished proof that a token stands for. */
export interface Challenge {
  /** null: a passkey will name the account. */
  accountId: string | null;
  purpose: ChallengeRow['purpose'];
  payload: unknown;
  /** Unix milliseconds. */
  expiresAt: number;
}

export async function insertChallenge(db: Db, tokenHash: string, challenge: Challenge): Promise<void> {
  await db
    .insertInto('challenges')
    .values({
      token_hash: tokenHash,
      account_id: challenge.accountId,
      purpose: challenge.purpose,
      payload: JSON.stringify(challenge.payload),
      attempts: 0,
      expires_at: challenge.expiresAt,
    })
    .execute();
}

/** @returns undefined when there is no such live challenge */
export async function findChallenge(
  db: Db,
  tokenHash: string,
  purpose: Challenge['purpose'],
  nowMs: number,
): Promise<Challenge | undefined> {
  const row = await db
    .selectFrom('challenges')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', nowMs)
    .executeTakeFirst();
  return row && toChallenge(row);
}

/**
 * Counts one attempt to solve a challenge. Parallel attempts are counted one by one.
 * @returns undefined when there is no such live challenge, or when it has had `maxAttempts` attempts
 */
export async function attemptChallenge(
  db: Db,
  tokenHash: string,
  purpose: Challenge['purpose'],
  nowMs: number,
  maxAttempts: number,
): Promise<Challenge | undefined> {
  const row = await db
    .updateTable('challenges')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', nowMs)
    .where('attempts', '<', maxAttempts)
    .returningAll()
    .executeTakeFirst();
  return row && toChallenge(row);
}

/**
 * Counts one use of the solution of a proof-of-work challenge. Parallel uses are counted one by one, also by several nodes.
 * @param hash of the challenge
 * @returns false when it has had `maxUses` uses
 */
export async function countSolution(db: Db, hash: string, maxUses: number, expiresAt: number): Promise<boolean> {
  const row = {
    account_id: null,
    purpose: 'proof-of-work',
    payload: '{}',
    attempts: 1,
    expires_at: expiresAt,
  } as const;
  const counted = await db
    .insertInto('challenges')
    .values({ token_hash: hash, ...row })
    .onConflict((conflict) =>
      conflict
        .column('token_hash')
        .doUpdateSet((eb) => ({ attempts: eb('challenges.attempts', '+', 1) }))
        .where('challenges.attempts', '<', maxUses),
    )
    .returning('token_hash')
    .executeTakeFirst();
  return counted !== undefined;
}

/** Deletes a challenge, so that it is solved once. @returns false when it does not exist any more */
export async function deleteChallenge(db: Db, tokenHash: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('challenges')
    .where('token_hash', '=', tokenHash)
    .returning('token_hash')
    .executeTakeFirst();
  return deleted !== undefined;
}

export async function deleteChallengesOf(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('challenges').where('account_id', '=', accountId).execute();
}

export async function deleteExpiredChallenges(db: Db, nowMs: number): Promise<void> {
  await db.deleteFrom('challenges').where('expires_at', '<=', nowMs).execute();
}

function toChallenge({ account_id: accountId, purpose, payload, expires_at: expiresAt }: ChallengeRow): Challenge {
  return { accountId, purpose, payload: JSON.parse(payload), expiresAt };
}
