import { AppError } from './errors.ts';
import type { Plan } from './plans.ts';

/** Identified by network address only. */
export interface AnonymousCaller {
  kind: 'anonymous';
  plan: Plan;
  /** IPv4 address or IPv6 /64. */
  address: string;
}

/** An account, identified by one of its API keys or sessions. */
export interface AccountCaller {
  kind: 'account';
  plan: Plan;
  accountId: string;
  /** Null for a session. */
  keyId: string | null;
  /** Absent for a key. */
  sessionId?: string;
  grants: readonly Grant[];
}

/** The holder of the delete token of one image, which permits to delete that image only. */
export interface TokenCaller {
  kind: 'delete-token';
  plan: Plan;
  address: string;
  tokenHash: string;
}

export type Caller = AnonymousCaller | AccountCaller | TokenCaller;

/** Key of the caller's request quota. All keys of an account share one. */
export function quotaKey(caller: Caller): string {
  return caller.kind === 'account' ? `account:${caller.accountId}` : `address:${caller.address}`;
}

/**
 * Narrows the caller to an account with a scope.
 * @throws AppError MISSING_API_KEY for anonymous callers, FORBIDDEN for delete tokens, INSUFFICIENT_SCOPE
 */
export function requireScope(caller: Caller, scope: Scope): AccountCaller {
  if (caller.kind === 'anonymous') throw new AppError('MISSING_API_KEY');
  if (caller.kind === 'delete-token') throw new AppError('FORBIDDEN');
  if (!covers(caller.grants, scope)) throw new AppError('INSUFFICIENT_SCOPE', { details: { scope } });
  return caller;
}

/** Permissions of API keys. */
export const SCOPES = [
  'images:write',
  'images:read',
  'images:delete',
  'albums:read',
  'albums:write',
  'keys:manage',
  'account:read',
  'account:write',
  'admin',
] as const;

export type Scope = (typeof SCOPES)[number];

/** Scopes that a key can be granted; `*` = all except `admin`. */
export const GRANTS = ['*', ...SCOPES] as const;
export type Grant = (typeof GRANTS)[number];

/** Whether the grants of a key cover a scope. */
export function covers(grants: readonly Grant[], scope: Scope): boolean {
  return grants.includes(scope) || (scope !== 'admin' && grants.includes('*'));
}

/** Whether a key may create another one with the wanted grants: no key creates one with more permissions than its own. */
export function coversAll(held: readonly Grant[], wanted: readonly Grant[]): boolean {
  return wanted.every((grant) => (grant === '*' ? held.includes('*') : covers(held, grant)));
}

/** The token of an Authorization header with the scheme Bearer (RFC 6750, section 2.1); undefined for other values. */
export function bearerToken(authorization: string): string | undefined {
  return /^bearer +(\S+) *$/i.exec(authorization)?.[1];
}
