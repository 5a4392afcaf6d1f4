import { AppError } from './errors.ts';
import type { InputFormat } from './formats.ts';
import type { Plan } from './plans.ts';
import { covers, type Grant, type Scope } from './scopes.ts';
import type { WaitingFor } from './states.ts';

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
  /** Null for a session, and for a command of the operator. */
  keyId: string | null;
  /** Absent for a key and a command. */
  sessionId?: string;
  grants: readonly Grant[];
  /** Set for a session without the scope `admin` because the operator requires a second factor of this administrator. */
  needsSecondFactor?: true;
  /** Set while the account cannot be used yet; its grants are those of `grantsOfWaiting`. */
  waitsFor?: WaitingFor;
  /** Set for the holder of an upload ticket of the account, which permits uploads only. */
  ticket?: UploadTicket;
}

/** What an upload ticket permits. Its limit of bytes and files is in the caller's plan. */
export interface UploadTicket {
  id: string;
  /** The number of images in all. */
  uploads: number;
  /** The number of images uploaded when the request began. */
  used: number;
  /** null = all that the server accepts. */
  formats: readonly InputFormat[] | null;
  /** Album of the images, whatever the request says; null = none. */
  album: string | null;
  /** Of the images, whatever the request says; 0 = permanent. */
  expiryHours: number;
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
  return caller.kind === 'account' ? `account:${caller.accountId}` : addressKey(caller.address);
}

/** Key of a caller that is known by address only. @param address IPv4 address or IPv6 /64 */
export function addressKey(address: string): string {
  return `address:${address}`;
}

/** What the owner of an account that cannot be used yet may do: see and change the account itself, and delete it. */
const WHILE_WAITING = ['account:read', 'account:write'] as const satisfies Scope[];

/** Whether a scope permits what the owner of such an account may do. */
export function isAllowedWhileWaiting(scope: Scope): boolean {
  return WHILE_WAITING.some((one) => one === scope);
}

/** The grants of a key or session of an account that cannot be used yet. */
export function grantsOfWaiting(held: readonly Grant[]): Grant[] {
  return WHILE_WAITING.filter((scope) => covers(held, scope));
}

const HOW_TO_WAIT: Record<WaitingFor, string> = {
  approval: 'An administrator has to approve it first.',
  verification: 'Confirm its email address first: open the link in the mail that was sent to it.',
};

const ADD_FACTOR = 'Add one to the account, or sign in with it.';

/**
 * Narrows the caller to an account with a scope.
 * @throws AppError MISSING_API_KEY for anonymous callers, FORBIDDEN for delete tokens, INSUFFICIENT_SCOPE,
 *   SECOND_FACTOR_MISSING, ACCOUNT_WAITING
 */
export function requireScope(caller: Caller, scope: Scope): AccountCaller {
  if (caller.kind === 'anonymous') throw new AppError('MISSING_API_KEY');
  if (caller.kind === 'delete-token') throw new AppError('FORBIDDEN');
  if (scope === 'admin' && caller.needsSecondFactor)
    throw new AppError('SECOND_FACTOR_MISSING', { detail: ADD_FACTOR });
  if (caller.waitsFor !== undefined && !covers(caller.grants, scope)) {
    const { waitsFor } = caller;
    throw new AppError('ACCOUNT_WAITING', { detail: HOW_TO_WAIT[waitsFor], details: { waiting_for: waitsFor } });
  }
  if (!covers(caller.grants, scope)) throw new AppError('INSUFFICIENT_SCOPE', { details: { scope } });
  return caller;
}

/** The token of an Authorization header with the scheme Bearer (RFC 6750, section 2.1); undefined for other values. */
export function bearerToken(authorization: string): string | undefined {
  return /^bearer +(\S+) *$/i.exec(authorization)?.[1];
}
