import { findKeyBySecret, touchKey } from '../catalog/keys.ts';
import type { Db } from '../catalog/schema.ts';
import type { Caller } from '../core/caller.ts';
import { AppError } from '../core/errors.ts';
import type { Plans } from '../core/plans.ts';
import { hashToken, tokenKind } from '../core/tokens.ts';
import type { Clock } from '../lib/clock.ts';

/** A key's time of last use is written down at most this often. */
const TOUCH_INTERVAL_MS = 60_000;

/**
 * Who makes the request. Keys are looked up each time, so that a revoked one is refused on the very next request.
 * @param authorization the header's value; undefined = anonymous
 * @param address the caller's network address as limits count it
 * @throws AppError INVALID_API_KEY; a credential that is wrong never counts as none
 */
export async function identifyCaller(
  deps: { db: Db; clock: Clock; plans: Plans },
  authorization: string | undefined,
  address: string,
): Promise<Caller> {
  const { anonymous } = deps.plans;
  if (authorization === undefined) return { kind: 'anonymous', plan: anonymous, address };
  const token = /^bearer +(\S+) *$/i.exec(authorization)?.[1];
  const kind = token === undefined ? undefined : tokenKind(token);
  if (token === undefined || kind === undefined) throw new AppError('INVALID_API_KEY');
  const hash = hashToken(token);
  if (kind === 'delete-token') return { kind, plan: anonymous, address, tokenHash: hash };
  const now = deps.clock.now();
  const key = await findKeyBySecret(deps.db, hash, now);
  if (key === undefined) throw new AppError('INVALID_API_KEY');
  if (now - (key.lastUsedAt ?? 0) > TOUCH_INTERVAL_MS) await touchKey(deps.db, key.keyId, now);
  const { keyId, accountId, plan, grants } = key;
  return { kind: 'account', plan: deps.plans[plan], accountId, keyId, grants };
}
