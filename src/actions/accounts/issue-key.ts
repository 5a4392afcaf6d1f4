import { insertKey, type Key } from '../../catalog/accounts/keys.ts';
import type { Db } from '../../catalog/schema.ts';
import type { Grant } from '../../core/caller.ts';
import { hashToken, newId, newToken } from '../../core/ids.ts';

const PREFIX_LENGTH = 10;

/** A key with its secret, which is shown once and not stored. */
export interface IssuedKey extends Key {
  secret: string;
}

/** Makes a new API key of an account. */
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
