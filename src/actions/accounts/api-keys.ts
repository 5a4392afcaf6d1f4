import { lockAccount } from '../../catalog/accounts/accounts.ts';
import { deleteExpiredKeys, deleteKey, expireKey, type Key, listKeys, updateKey } from '../../catalog/accounts/keys.ts';
import type { Db, Tx } from '../../catalog/schema.ts';
import { type AccountCaller, coversAll, type Grant } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import type { Clock } from '../../lib/clock.ts';
import { type IssuedKey, issueKey } from './issue-key.ts';

// Changes of one account's keys lock it: they are judged one after the other.

const MAX_LIVE_KEYS = 25;
const HOUR_MS = 3_600_000;

interface KeyDeps {
  db: Db;
  clock: Clock;
}

/**
 * Makes a further key for the caller's account.
 * @throws AppError INVALID_PARAMETER (too many keys, expiry in the past), INSUFFICIENT_SCOPE when it would
 *   be allowed more than the key that asks for it
 */
export async function createKey(
  { db, clock }: KeyDeps,
  caller: AccountCaller,
  wanted: { name: string; grants: Grant[]; expiresAt: number | null },
): Promise<IssuedKey> {
  const now = clock.now();
  if (!coversAll(caller.grants, wanted.grants)) {
    throw new AppError('INSUFFICIENT_SCOPE', { detail: 'A key cannot make one that may do more than itself.' });
  }
  if (wanted.expiresAt !== null && wanted.expiresAt <= now) {
    throw new AppError('INVALID_PARAMETER', { detail: 'expires_at lies in the past.', param: 'expires_at' });
  }
  return db.transaction().execute(async (tx) => {
    await lockAccount(tx, caller.accountId);
    await deleteExpiredKeys(tx, now);
    await requireRoom(tx, caller, now);
    return issueKey(tx, { accountId: caller.accountId, ...wanted }, now);
  });
}

/**
 * Replaces a key by a new one with the same name and scopes; the old one goes on for `graceHours`.
 * @throws AppError KEY_NOT_FOUND, INVALID_PARAMETER when the old one would be one too many beside it
 */
export async function rotateKey(
  { db, clock }: KeyDeps,
  caller: AccountCaller,
  id: string,
  graceHours: number,
): Promise<IssuedKey> {
  const now = clock.now();
  return db.transaction().execute(async (tx) => {
    await lockAccount(tx, caller.accountId);
    const old = await requireKey(tx, caller, id, now);
    if (!coversAll(caller.grants, old.grants)) {
      throw new AppError('INSUFFICIENT_SCOPE', { detail: 'A key cannot rotate one that may do more than itself.' });
    }
    if (graceHours === 0) await deleteKey(tx, caller.accountId, id);
    else {
      await requireRoom(tx, caller, now);
      await expireKey(tx, id, now + graceHours * HOUR_MS);
    }
    const { accountId, name, grants, expiresAt } = old;
    return issueKey(tx, { accountId, name, grants, expiresAt }, now);
  });
}

/**
 * Renames a key, or lets it do less; its secret stays.
 * @throws AppError KEY_NOT_FOUND, INVALID_PARAMETER when it would be allowed more than before
 */
export async function changeKey(
  { db, clock }: KeyDeps,
  caller: AccountCaller,
  id: string,
  changes: { name?: string; grants?: Grant[] },
): Promise<Key> {
  return db.transaction().execute(async (tx) => {
    await lockAccount(tx, caller.accountId);
    const key = await requireKey(tx, caller, id, clock.now());
    if (changes.grants !== undefined && !coversAll(key.grants, changes.grants)) {
      throw new AppError('INVALID_PARAMETER', { detail: 'Scopes can only be taken away.', param: 'scopes' });
    }
    await updateKey(tx, id, changes);
    return { ...key, ...changes };
  });
}

/** Ends a key at once. @throws AppError KEY_NOT_FOUND */
export async function revokeKey({ db }: KeyDeps, caller: AccountCaller, id: string): Promise<void> {
  if (!(await deleteKey(db, caller.accountId, id))) throw new AppError('KEY_NOT_FOUND');
}

/** @throws AppError INVALID_PARAMETER when the account has as many keys as it may have */
async function requireRoom(tx: Tx, { accountId }: AccountCaller, now: number): Promise<void> {
  if ((await listKeys(tx, accountId, now)).length < MAX_LIVE_KEYS) return;
  throw new AppError('INVALID_PARAMETER', {
    detail: `An account may have ${MAX_LIVE_KEYS} keys at most.`,
    details: { max_keys: MAX_LIVE_KEYS },
  });
}

async function requireKey(db: Db, caller: AccountCaller, id: string, now: number): Promise<Key> {
  const key = (await listKeys(db, caller.accountId, now)).find((candidate) => candidate.id === id);
  if (key === undefined) throw new AppError('KEY_NOT_FOUND');
  return key;
}
