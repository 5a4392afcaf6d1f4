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
import { sessionCreatedAt } from '../../catalog/accounts/sessions.ts';
import { addAudit } from '../../catalog/moderation/audit.ts';
import type { Db, Tx } from '../../catalog/schema.ts';
import type { AccountCaller } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import { hashToken, newId, newToken } from '../../core/ids.ts';
import { parseLabel } from '../../core/names.ts';
import { coversAll, type Grant } from '../../core/scopes.ts';
import { timestamp } from '../../core/time.ts';
import { type AccountActor, type NoticeDeps, notifyAccount } from './notify-account.ts';

// Changes of an account's keys lock the account, so that concurrent requests cannot pass the checks together, and check
// there that the caller's own credential is still live: a password reset may have ended it since the request began.

const MAX_LIVE_KEYS = 25;
const PREFIX_LENGTH = 10;
const HOUR_MS = 3_600_000;

/** A key with its secret. The secret is returned once and stored as a hash. */
export interface IssuedKey extends Key {
  secret: string;
}

interface KeyDeps extends NoticeDeps {
  db: Db;
}

/**
 * Creates a key of the caller's account. The key of a key has no more scopes than that one and ends no later: without an
 * end it ends with it.
 * @throws AppError INVALID_PARAMETER (too many keys, an end in the past or after that of the caller's key),
 *   INSUFFICIENT_SCOPE when the new key would have more scopes than the caller
 */
export async function createKey(
  deps: KeyDeps,
  actor: AccountActor,
  wanted: { name: string; grants: Grant[]; expiresAt: number | null },
): Promise<IssuedKey> {
  const { caller } = actor;
  const now = deps.clock.now();
  const name = parseLabel(wanted.name);
  if (!coversAll(caller.grants, wanted.grants)) {
    throw new AppError('INSUFFICIENT_SCOPE', { detail: 'A key cannot create a key with more scopes than its own.' });
  }
  if (wanted.expiresAt !== null && wanted.expiresAt <= now) {
    throw new AppError('INVALID_PARAMETER', { detail: 'expires_at is in the past.', param: 'expires_at' });
  }
  return changeKeys(deps, actor, async (tx, ownEnd) => {
    if (ownEnd !== null && wanted.expiresAt !== null && wanted.expiresAt > ownEnd) {
      throw new AppError('INVALID_PARAMETER', {
        detail: 'A key cannot create a key that ends later than itself.',
        param: 'expires_at',
        details: { max: timestamp(ownEnd) },
      });
    }
    await deleteExpiredKeys(tx, now);
    await requireCapacity(tx, caller, now);
    const expiresAt = wanted.expiresAt ?? ownEnd;
    const key = await issueKey(tx, { accountId: caller.accountId, ...wanted, name, expiresAt }, now);
    return { kind: 'key_created', key, result: key };
  });
}

/**
 * Replaces a key by a new one with the same name and scopes, which ends no later than the caller's key. The old key stays
 * valid for `graceHours`.
 * @throws AppError KEY_NOT_FOUND, INSUFFICIENT_SCOPE, INVALID_PARAMETER when both keys together exceed the limit
 */
export async function rotateKey(
  deps: KeyDeps,
  actor: AccountActor,
  id: string,
  graceHours: number,
): Promise<IssuedKey> {
  const { caller } = actor;
  const now = deps.clock.now();
  return changeKeys(deps, actor, async (tx, ownEnd) => {
    const old = await requireKey(tx, caller, id, now);
    if (!coversAll(caller.grants, old.grants)) {
      throw new AppError('INSUFFICIENT_SCOPE', { detail: 'A key cannot rotate a key with more scopes than its own.' });
    }
    if (graceHours === 0) await deleteKey(tx, caller.accountId, id, now);
    else {
      await requireCapacity(tx, caller, now);
      await expireKey(tx, id, now + graceHours * HOUR_MS, now);
    }
    const { accountId, name, grants } = old;
    const expiresAt = earlier(old.expiresAt, ownEnd);
    const key = await issueKey(tx, { accountId, name, grants, expiresAt }, now);
    return { kind: 'key_rotated', key: old, result: key };
  });
}

/**
 * Renames a key, or takes scopes away from it. Its secret stays the same.
 * @throws AppError KEY_NOT_FOUND, INSUFFICIENT_SCOPE, INVALID_PARAMETER for additional scopes
 */
export async function changeKey(
  deps: KeyDeps,
  actor: AccountActor,
  id: string,
  wanted: { name?: string; grants?: Grant[] },
): Promise<Key> {
  const changes = { ...wanted, ...(wanted.name !== undefined && { name: parseLabel(wanted.name) }) };
  return changeKeys(deps, actor, async (tx) => {
    const key = await requireKey(tx, actor.caller, id, deps.clock.now());
    requireCover(actor.caller, key);
    if (changes.grants !== undefined && !coversAll(key.grants, changes.grants)) {
      throw new AppError('INVALID_PARAMETER', { detail: 'Scopes can only be removed.', param: 'scopes' });
    }
    await updateKey(tx, id, changes);
    return { kind: 'key_changed', key, result: { ...key, ...changes } };
  });
}

/** Revokes a key on all nodes at once. @throws AppError KEY_NOT_FOUND, INSUFFICIENT_SCOPE */
export async function revokeKey(deps: KeyDeps, actor: AccountActor, id: string): Promise<void> {
  return changeKeys(deps, actor, async (tx) => {
    const now = deps.clock.now();
    const key = await requireKey(tx, actor.caller, id, now);
    requireCover(actor.caller, key);
    await deleteKey(tx, actor.caller.accountId, id, now);
    return { kind: 'key_revoked', key, result: undefined };
  });
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

/** The entries of commands in the audit log. */
const AUDITED = {
  key_created: 'key.create',
  key_rotated: 'key.rotate',
  key_changed: 'key.change',
  key_revoked: 'key.revoke',
} as const;

interface KeyChange<T> {
  kind: 'key_created' | 'key_rotated' | 'key_changed' | 'key_revoked';
  key: Key;
  result: T;
}

/**
 * Runs a change of keys and its notice in one transaction that locks the account.
 * @param change receives the instant at which the caller's key ends; null = never, or the caller is no key
 * @throws AppError INVALID_API_KEY when the caller's credential has ended since the request began
 */
async function changeKeys<T>(
  deps: KeyDeps,
  { caller, from }: AccountActor,
  change: (tx: Tx, ownEnd: number | null) => Promise<KeyChange<T>>,
): Promise<T> {
  return deps.db.transaction().execute(async (tx) => {
    await lockAccount(tx, caller.accountId);
    const { kind, key, result } = await change(tx, await requireLiveCaller(tx, caller, deps.clock.now()));
    if (from === null) {
      const details = { key: key.id, name: key.name, scopes: key.grants };
      const entry = { actorId: null, action: AUDITED[kind], subject: caller.accountId, details };
      await addAudit(tx, entry, deps.clock.now());
    }
    await notifyAccount(deps, tx, caller.accountId, kind, { from, detail: `${key.prefix}…${key.last4}` });
    return result;
  });
}

/** @returns the instant at which the caller's key ends; null = never, or the caller is no key */
export async function requireLiveCaller(tx: Tx, caller: AccountCaller, now: number): Promise<number | null> {
  const { accountId, keyId, sessionId } = caller;
  if (keyId !== null) {
    const own = (await listKeys(tx, accountId, now)).find(({ id }) => id === keyId);
    if (own === undefined) throw new AppError('INVALID_API_KEY');
    return own.expiresAt;
  }
  const hasEnded = sessionId !== undefined && (await sessionCreatedAt(tx, accountId, sessionId)) === undefined;
  if (hasEnded) throw new AppError('INVALID_API_KEY', { detail: 'The session has ended.' });
  return null;
}

/** A key changes and revokes only keys within its own scopes; a session those of its whole account. */
function requireCover(caller: AccountCaller, key: Key): void {
  if (caller.keyId === null || coversAll(caller.grants, key.grants)) return;
  throw new AppError('INSUFFICIENT_SCOPE', {
    detail: 'A key cannot change or revoke a key with more scopes than its own.',
  });
}

function earlier(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
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
