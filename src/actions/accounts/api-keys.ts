import { lockAccount } from '../../catalog/accounts/accounts.ts';
import {
  deleteExpiredKeys,
  deleteKey,
  expireKey,
  insertKey,
  type Key,
  listKeys,
  updateKey,
} from '../../catalog/accounts/keys.ts';
import type { Db, Tx } from '../../catalog/schema.ts';
import { type AccountCaller, coversAll, type Grant } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import { hashToken, newId, newToken } from '../../core/ids.ts';
import type { Clock } from '../../lib/clock.ts';

// Changes of an account's keys lock the account, so that concurrent requests cannot pass the checks together.

const MAX_LIVE_KEYS = 25;
const PREFIX_LENGTH = 10;
const HOUR_MS = 3_600_000;

/** A key with its secret. The secret is returned once and stored as a hash. */
export interface IssuedKey extends Key {
  secret: string;
}

interface KeyDeps {
  db: Db;
  clock: Clock;
}

/**
 * Creates a key of the caller's account.
 * @throws AppError INVALID_PARAMETER (too many keys, expiry in the past), INSUFFICIENT_SCOPE when the new key would have
 *   more scopes than the caller
 */
export async function createKey(
  { db, clock }: KeyDeps,
  caller: AccountCaller,
  wanted: { name: string; grants: Grant[]; expiresAt: number | null },
): Promise<IssuedKey> {
  const now = clock.now();
  if (!coversAll(caller.grants, wanted.grants)) {
    throw new AppError('INSUFFICIENT_SCOPE', { detail: 'A key cannot create a key with more scopes than its own.' });
  }
  if (wanted.expiresAt !== null && wanted.expiresAt <= now) {
    throw new AppError('INVALID_PARAMETER', { detail: 'expires_at is in the past.', param: 'expires_at' });
  }
  return db.transaction().execute(async (tx) => {
    await lockAccount(tx, caller.accountId);
    await deleteExpiredKeys(tx, now);
    await requireCapacity(tx, caller, now);
    return issueKey(tx, { accountId: caller.accountId, ...wanted }, now);
  });
}

/**
 * Replaces a key by a new one with the same name and scopes. The old key stays valid for `graceHours`.
 * @throws AppError KEY_NOT_FOUND, INSUFFICIENT_SCOPE, INVALID_PARAMETER when both keys together exceed the limit
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
      throw new AppError('INSUFFICIENT_SCOPE', { detail: 'A key cannot rotate a key with more scopes than its own.' });
    }
    if (graceHours === 0) await deleteKey(tx, caller.accountId, id);
    else {
      await requireCapacity(tx, caller, now);
      await expireKey(tx, id, now + graceHours * HOUR_MS);
    }
    const { accountId, name, grants, expiresAt } = old;
    return issueKey(tx, { accountId, name, grants, expiresAt }, now);
  });
}

/**
 * Renames a key, or takes scopes away from it. Its secret stays the same.
 * @throws AppError KEY_NOT_FOUND, INVALID_PARAMETER for additional scopes
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
      throw new AppError('INVALID_PARAMETER', { detail: 'Scopes can only be removed.', param: 'scopes' });
    }
    await updateKey(tx, id, changes);
    return { ...key, ...changes };
  });
}

/** Revokes a key on all nodes at once. @throws AppError KEY_NOT_FOUND */
export async function revokeKey({ db }: KeyDeps, caller: AccountCaller, id: string): Promise<void> {
  if (!(await deleteKey(db, caller.accountId, id))) throw new AppError('KEY_NOT_FOUND');
}

/** Stores a new key. Call it in the transaction that checked the limits. */
export async function issueKey(
  db: Db,
  key: { accountId: string; name: string; grants: Grant[]; expiresAt: number | null },
  nowMs: number,
): Promise<IssuedKey> {
  const secret = newToken('api-key');
  const issued: Key = {
    ...key,
    id: newId('key'),
    prefix: secret.slice(0, PREFIX_LENGTH),
    last4: secret.slice(-4),
    createdAt: nowMs,
    lastUsedAt: null,
  };
  await insertKey(db, issued, hashToken(secret));
  return { ...issued, secret };
}

/** @throws AppError INVALID_PARAMETER when the account has the maximum number of keys */
async function requireCapacity(tx: Tx, { accountId }: AccountCaller, now: number): Promise<void> {
  if ((await listKeys(tx, accountId, now)).length < MAX_LIVE_KEYS) return;
  throw new AppError('INVALID_PARAMETER', {
    detail: `An account can have at most ${MAX_LIVE_KEYS} keys.`,
    details: { max_keys: MAX_LIVE_KEYS },
  });
}

async function requireKey(db: Db, caller: AccountCaller, id: string, now: number): Promise<Key> {
  const key = (await listKeys(db, caller.accountId, now)).find((candidate) => candidate.id === id);
  if (key === undefined) throw new AppError('KEY_NOT_FOUND');
  return key;
}
