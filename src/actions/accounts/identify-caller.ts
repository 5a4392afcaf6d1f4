import {
  findKeyBySecret,
  findSessionByToken,
  findTicketBySecret,
  touchKey,
  touchSession,
} from '../../catalog/accounts/credentials.ts';
import type { SnapshotReader } from '../../catalog/images/image-reader.ts';
import type { Db } from '../../catalog/schema.ts';
import { type AccountCaller, bearerToken, type Caller, grantsOfWaiting } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import { hashToken, TICKET_PREFIX, type TokenKind, tokenKind } from '../../core/ids.ts';
import type { Plans } from '../../core/plans.ts';
import type { Clock } from '../../lib/clock.ts';
import { approximateNetwork } from '../../limits/caller-address.ts';
import { type IdleDeps, sessionTime } from './sessions.ts';

/** Minimum time between two updates of a credential's time of last use. */
const TOUCH_INTERVAL_MS = 60_000;

interface Deps extends IdleDeps {
  db: Db;
  snapshot: Pick<SnapshotReader, 'peekKey'> | undefined;
  clock: Clock;
  plans: Plans;
}

/**
 * The caller of a request. Each request reads its credential from the catalog, so that a revoked one is refused at once.
 * @param authorization value of the header; undefined = anonymous
 * @param address the caller's network address as the rate limits count it
 * @throws AppError INVALID_API_KEY, INVALID_TICKET (a wrong credential never makes an anonymous caller), ACCOUNT_SUSPENDED
 */
export async function identifyCaller(deps: Deps, authorization: string | undefined, address: string): Promise<Caller> {
  const { anonymous } = deps.plans;
  if (authorization === undefined) return { kind: 'anonymous', plan: anonymous, address };
  const token = bearerToken(authorization);
  const kind = token === undefined ? undefined : tokenKind(token);
  if (token?.startsWith(TICKET_PREFIX)) return identifyTicket(deps, token, kind);
  if (token === undefined || kind === undefined) {
    if (/^bearer(\s|$)/i.test(authorization)) throw new AppError('INVALID_API_KEY');
    const detail = 'Send it as "Authorization: Bearer …".';
    throw new AppError('INVALID_API_KEY', { detail, details: { scheme: 'Bearer' } });
  }
  if (kind === 'delete-token') return { kind, plan: anonymous, address, tokenHash: hashToken(token) };
  if (kind === 'session') return identifySession(deps, token, address);
  if (kind === 'api-key') return identifyKey(deps, token);
  throw new AppError('INVALID_API_KEY');
}

/**
 * The caller of a request, for the in-memory fast path.
 * @param addressOf returns the caller's network address as the rate limits count it; called for anonymous callers only
 * @returns undefined when the answer needs a read or write of the catalog, or is a refusal
 */
export function peekCaller(
  { snapshot, clock, plans }: Pick<Deps, 'clock' | 'plans'> & { snapshot: Pick<SnapshotReader, 'peekKey'> },
  authorization: string | undefined,
  addressOf: () => string | undefined,
): Caller | undefined {
  if (authorization === undefined) {
    const address = addressOf();
    return address === undefined ? undefined : { kind: 'anonymous', plan: plans.anonymous, address };
  }
  const token = bearerToken(authorization);
  if (token === undefined || tokenKind(token) !== 'api-key') return undefined;
  const now = clock.now();
  const key = snapshot.peekKey(hashToken(token), now);
  if (key === undefined || key.isSuspended || key.waitingFor !== null) return undefined;
  if (isTouchDue(key.lastUsedAt, now)) return undefined;
  const { keyId, accountId, plan, grants } = key;
  return { kind: 'account', plan: plans[plan], accountId, keyId, grants };
}

/**
 * The account that a session token belongs to.
 * @param address the caller's network address
 * @throws AppError INVALID_API_KEY, ACCOUNT_SUSPENDED
 */
export async function identifySession(deps: Deps, token: string, address: string): Promise<AccountCaller> {
  const { db, plans } = deps;
  const time = sessionTime(deps);
  const session = tokenKind(token) === 'session' ? await findSessionByToken(db, hashToken(token), time) : undefined;
  if (session === undefined) throw sessionEnded();
  if (session.isSuspended) throw new AppError('ACCOUNT_SUSPENDED');
  const { sessionId, accountId, plan, isAdmin, needsSecondFactor, lastUsedAt } = session;
  if (isTouchDue(lastUsedAt, time.nowMs)) {
    await touchSession(db, sessionId, time.nowMs, approximateNetwork(address));
  }
  const grants = isAdmin && !needsSecondFactor ? (['*', 'admin'] as const) : (['*'] as const);
  const caller = { kind: 'account', plan: plans[plan], accountId, keyId: null, sessionId, grants } as const;
  const { waitingFor } = session;
  if (waitingFor !== null) return { ...caller, grants: grantsOfWaiting(grants), waitsFor: waitingFor };
  return needsSecondFactor ? { ...caller, needsSecondFactor } : caller;
}

/** The refusal of a request in a session that has ended. */
export function sessionEnded(): AppError {
  return new AppError('INVALID_API_KEY', { detail: 'The session has ended.' });
}

async function identifyKey({ db, snapshot, clock, plans }: Deps, token: string): Promise<AccountCaller> {
  const now = clock.now();
  const hash = hashToken(token);
  const key = snapshot?.peekKey(hash, now) ?? (await findKeyBySecret(db, hash, now));
  if (key === undefined) throw new AppError('INVALID_API_KEY');
  if (key.isSuspended) throw new AppError('ACCOUNT_SUSPENDED');
  if (isTouchDue(key.lastUsedAt, now)) await touchKey(db, key.keyId, now);
  const { keyId, accountId, plan, grants, waitingFor } = key;
  const caller = { kind: 'account', plan: plans[plan], accountId, keyId, grants } as const;
  return waitingFor === null ? caller : { ...caller, grants: grantsOfWaiting(grants), waitsFor: waitingFor };
}

/** Its plan is the account's, within the limits of the ticket. */
async function identifyTicket(
  { db, clock, plans }: Deps,
  token: string,
  kind: TokenKind | undefined,
): Promise<AccountCaller> {
  const found = kind === undefined ? undefined : await findTicketBySecret(db, hashToken(token), clock.now());
  if (found === undefined) throw new AppError('INVALID_TICKET', { detail: 'It is wrong, expired or revoked.' });
  if (found.isSuspended) throw new AppError('ACCOUNT_SUSPENDED');
  const { accountId, keyId, limits: ticket, maxBytes } = found;
  const { maxFileBytes, maxBulkFiles, ...plan } = plans[found.plan];
  const isLower = maxBytes !== null && maxBytes < maxFileBytes;
  return {
    kind: 'account',
    plan: {
      ...plan,
      maxFileBytes: isLower ? maxBytes : maxFileBytes,
      maxBulkFiles: Math.min(maxBulkFiles ?? ticket.uploads, ticket.uploads),
      ...(isLower && { isOfTicket: true }),
    },
    accountId,
    keyId,
    grants: ['images:write'],
    ticket,
  };
}

function isTouchDue(lastUsedAt: number | null, nowMs: number): boolean {
  return nowMs - (lastUsedAt ?? 0) > TOUCH_INTERVAL_MS;
}
