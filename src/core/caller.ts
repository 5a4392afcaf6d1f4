import { AppError } from './errors.ts';
import type { Plan } from './plans.ts';

/** Nobody signed in: known by network address alone. */
export interface AnonymousCaller {
  kind: 'anonymous';
  plan: Plan;
  /** IPv4 address or IPv6 /64. */
  address: string;
}

/** An account, known by one of its API keys or sessions. */
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

/** Who holds the delete token of an image: may delete that image and nothing else. */
export interface TokenCaller {
  kind: 'delete-token';
  plan: Plan;
  address: string;
  tokenHash: string;
}

export type Caller = AnonymousCaller | AccountCaller | TokenCaller;

/** The name under which the caller's requests are counted: one window for an account, however many keys it has. */
export function quotaKey(caller: Caller): string {
  return caller.kind === 'account' ? `account:${caller.accountId}` : `address:${caller.address}`;
}

/**
 * The caller as an account that may do what the scope says.
 * @throws AppError MISSING_API_KEY for anonymous callers, FORBIDDEN for delete tokens, INSUFFICIENT_SCOPE
 */
export function requireScope(caller: Caller, scope: Scope): AccountCaller {
  if (caller.kind === 'anonymous') throw new AppError('MISSING_API_KEY');
  if (caller.kind === 'delete-token') throw new AppError('FORBIDDEN');
  if (!covers(caller.grants, scope)) throw new AppError('INSUFFICIENT_SCOPE', { details: { scope } });
  return caller;
}

/** What an API key may do. */
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

/** What a key is given: single scopes, or `*` = all but `admin`. */
export const GRANTS = ['*', ...SCOPES] as const;
export type Grant = (typeof GRANTS)[number];

/** Whether the grants of a key cover a scope. */
export function covers(grants: readonly Grant[], scope: Scope): boolean {
  return grants.includes(scope) || (scope !== 'admin' && grants.includes('*'));
}

/** Whether a key may hand these grants on: nobody makes a key that may do more than the one that makes it. */
export function coversAll(held: readonly Grant[], wanted: readonly Grant[]): boolean {
  return wanted.every((grant) => (grant === '*' ? held.includes('*') : covers(held, grant)));
}

/** The token of an Authorization header with the scheme Bearer (RFC 6750, section 2.1); undefined for other values. */
export function bearerToken(authorization: string): string | undefined {
  return /^bearer +(\S+) *$/i.exec(authorization)?.[1];
}
