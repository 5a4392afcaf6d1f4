import { GRANTS, type Grant } from '../../core/scopes.ts';
import type { Db } from '../schema.ts';
import { KEY_COLUMNS, recordKeyEvent } from '../webhooks/events.ts';
import type { KeyRow } from './rows.ts';

/** An API key without its secret. */
export interface Key {
  id: string;
  accountId: string;
  name: string;
  /** The first characters of the secret, which identify it to its owner. */
  prefix: string;
  last4: string;
  grants: Grant[];
  createdAt: number;
  lastUsedAt: number | null;
  expiresAt: number | null;
}

/** Inserts a key, and records the event. */
export async function insertKey(tx: Db, key: Key, secretHash: string): Promise<void> {
  const row = {
    id: key.id,
    account_id: key.accountId,
    name: key.name,
    secret_hash: secretHash,
    prefix: key.prefix,
    last4: key.last4,
    grants: key.grants.join(' '),
    created_at: key.createdAt,
    last_used_at: key.lastUsedAt,
    expires_at: key.expiresAt,
  };
  await tx.insertInto('keys').values(row).execute();
  await recordKeyEvent(tx, 'key.created', row, key.createdAt);
}

/** Live keys of an account, oldest first. */
export async function listKeys(db: Db, accountId: string, nowMs: number): Promise<Key[]> {
  const rows = await db
    .selectFrom('keys')
    .selectAll()
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', nowMs)]))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(toKey);
}

/** @returns the account id; undefined when the key does not exist */
export async function findKeyOwner(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('keys').select('account_id').where('id', '=', id).executeTakeFirst();
  return row?.account_id;
}

/** Changes the given members only. */
export async function updateKey(
  db: Db,
  id: string,
  changes: { name?: string; grants?: readonly Grant[] },
): Promise<void> {
  const { name, grants } = changes;
  if (name === undefined && grants === undefined) return;
  await db
    .updateTable('keys')
    .set({ ...(name === undefined ? {} : { name }), ...(grants === undefined ? {} : { grants: grants.join(' ') }) })
    .where('id', '=', id)
    .execute();
}

/** Lets a key expire at the given instant, unless it expires earlier, and records the event. */
export async function expireKey(tx: Db, id: string, atMs: number, nowMs: number): Promise<void> {
  const expiring = await tx
    .updateTable('keys')
    .set({ expires_at: atMs })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', atMs)]))
    .returning(KEY_COLUMNS)
    .executeTakeFirst();
  if (expiring !== undefined) await recordKeyEvent(tx, 'key.revoked', expiring, nowMs);
}

/** Deletes a key, and records the event. @returns false when the account has no such key */
export async function deleteKey(tx: Db, accountId: string, id: string, nowMs: number): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('keys')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning(KEY_COLUMNS)
    .executeTakeFirst();
  if (deleted !== undefined) await recordKeyEvent(tx, 'key.revoked', deleted, nowMs);
  return deleted !== undefined;
}

/**
 * Deletes all keys of an account, except one if given, and all upload tickets but those of that key; records the events.
 * @returns the number of live keys among them
 */
export async function deleteKeysOf(
  tx: Db,
  accountId: string,
  nowMs: number,
  exceptId?: string | null,
): Promise<number> {
  let query = tx.deleteFrom('keys').where('account_id', '=', accountId);
  if (exceptId != null) query = query.where('id', '<>', exceptId);
  const deleted = await query.returning(KEY_COLUMNS).execute();
  // Those of the deleted keys are gone with them.
  let tickets = tx.deleteFrom('upload_tickets').where('account_id', '=', accountId);
  if (exceptId != null)
    tickets = tickets.where((eb) => eb.or([eb('key_id', 'is', null), eb('key_id', '<>', exceptId)]));
  await tickets.execute();
  const live = deleted.filter(({ expires_at }) => expires_at === null || expires_at > nowMs);
  for (const key of live) await recordKeyEvent(tx, 'key.revoked', key, nowMs);
  return live.length;
}

export async function deleteExpiredKeys(db: Db, nowMs: number): Promise<void> {
  await db.deleteFrom('keys').where('expires_at', '<=', nowMs).execute();
}

function toKey(row: KeyRow): Key {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    prefix: row.prefix,
    last4: row.last4,
    grants: toGrants(row.grants),
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
  };
}

export function toGrants(text: string): Grant[] {
  const words = text.split(' ');
  return GRANTS.filter((grant) => words.includes(grant));
}
