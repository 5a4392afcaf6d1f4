import { findKeyBySecret, touchKey } from '../../catalog/accounts/keys.ts';
import { findSessionByToken, touchSession } from '../../catalog/accounts/sessions.ts';
import type { SnapshotReader } from '../../catalog/images/image-reader.ts';
import type { Db } from '../../catalog/schema.ts';
import type { AccountCaller, Caller } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import { hashToken, tokenKind } from '../../core/ids.ts';
import type { Plans } from '../../core/plans.ts';
import type { Clock } from '../../lib/clock.ts';

/** The time of last use of a key or session is written down at most this often. */
const TOUCH_INTERVAL_MS = 60_000;

interface Deps {
  db: Db;
  snapshot: Pick<SnapshotReader, 'peekKey'> | undefined;
  clock: Clock;
  plans: Plans;
}

/**
 * Who makes the request. Credentials are looked up each time, so that a revoked one is refused on the very next request.
 * @param authorization the header's value; undefined = anonymous
 * @param address the caller's network address as limits count it
 * @throws AppError INVALID_API_KEY (a credential that is wrong never counts as none), ACCOUNT_SUSPENDED
 */
export async function identifyCaller(deps: Deps, authorization: string | undefined, address: string): Promise<Caller> {
  const { anonymous } = deps.plans;
  if (authorization === undefined) return { kind: 'anonymous', plan: anonymous, address };
  const token = /^bearer +(\S+) *$/i.exec(authorization)?.[1];
  const kind = token === undefined ? undefined : tokenKind(token);
  if (token === undefined || kind === undefined) throw new AppError('INVALID_API_KEY');
  if (kind === 'delete-token') return { kind, plan: anonymous, address, tokenHash: hashToken(token) };
  if (kind === 'session') return identifySession(deps, token);
  if (kind === 'api-key') return identifyKey(deps, token);
  throw new AppError('INVALID_API_KEY');
}

/** Whether the time of last use has to be written down anew. */
export function isTouchDue(lastUsedAt: number | null, nowMs: number): boolean {
  return nowMs - (lastUsedAt ?? 0) > TOUCH_INTERVAL_MS;
}

/** Whose session a token opens. @throws AppError INVALID_API_KEY, ACCOUNT_SUSPENDED */
export async function identifySession({ db, clock, plans }: Deps, token: string): Promise<AccountCaller> {
  const now = clock.now();
  const session = tokenKind(token) === 'session' ? await findSessionByToken(db, hashToken(token), now) : undefined;
  if (session === undefined) throw new AppError('INVALID_API_KEY', { detail: 'The session has ended.' });
  if (session.isSuspended) throw new AppError('ACCOUNT_SUSPENDED');
  const { sessionId, accountId, plan, isAdmin, lastUsedAt } = session;
  if (isTouchDue(lastUsedAt, now)) await touchSession(db, sessionId, now);
  const grants = isAdmin ? (['*', 'admin'] as const) : (['*'] as const);
  return { kind: 'account', plan: plans[plan], accountId, keyId: null, sessionId, grants };
}

async function identifyKey({ db, snapshot, clock, plans }: Deps, token: string): Promise<AccountCaller> {
  const now = clock.now();
  const hash = hashToken(token);
  const key = snapshot?.peekKey(hash, now) ?? (await findKeyBySecret(db, hash, now));
  if (key === undefined) throw new AppError('INVALID_API_KEY');
  if (key.isSuspended) throw new AppError('ACCOUNT_SUSPENDED');
  if (isTouchDue(key.lastUsedAt, now)) await touchKey(db, key.keyId, now);
  const { keyId, accountId, plan, grants } = key;
  return { kind: 'account', plan: plans[plan], accountId, keyId, grants };
}
