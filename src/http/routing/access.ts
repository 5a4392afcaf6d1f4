import {
  type AccountCaller,
  type AnonymousCaller,
  type Caller,
  requireScope,
  type TokenCaller,
  type UploadTicket,
} from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import type { Scope } from '../../core/scopes.ts';

/** Who may call an endpoint. */
export type Access =
  /** Everybody; the response is the same for all callers. */
  | 'public'
  /** Everybody; the response depends on the caller. */
  | 'any'
  /** An account, or the holder of an image's delete token; the action decides which images. */
  | 'image-owner'
  /** An account, by an API key or session that has the scope. */
  | Scope
  /** The same, or an anonymous caller. */
  | { anonymousOr: Scope }
  /** An account by a session; the action refuses API keys. */
  | { sessionWith: Scope };

/** The callers that pass the checks of an access. */
export type CallerOf<A extends Access> = A extends 'public' | 'any'
  ? Caller
  : A extends 'image-owner'
    ? AccountCaller | TokenCaller
    : A extends { anonymousOr: Scope }
      ? AccountCaller | AnonymousCaller
      : AccountCaller;

/** Security requirements of the API description, one of which a request has to meet (OpenAPI 3.1, section 4.8.30). */
export function securityOf(access: Access): Record<string, string[]>[] {
  const session = [{ session: [] }, { sessionCookie: [] }];
  const account = [{ apiKey: [] }, ...session];
  if (access === 'public') return [{}];
  if (access === 'any') return [{}, ...account];
  if (access === 'image-owner') return [...account, { deleteToken: [] }];
  if (typeof access === 'string') return account;
  return 'sessionWith' in access ? session : [{}, ...account];
}

/**
 * Refuses anonymous callers of endpoints that need a credential.
 * @throws AppError MISSING_API_KEY
 */
export function requireCredential(access: Access, caller: Caller): void {
  const takesAnonymous =
    access === 'public' || access === 'any' || (typeof access === 'object' && 'anonymousOr' in access);
  if (caller.kind === 'anonymous' && !takesAnonymous) throw new AppError('MISSING_API_KEY');
}

/** @throws AppError TICKET_USED_UP when all uploads of a ticket were used before the request began */
export function requireUsesLeft(ticket: UploadTicket | undefined): void {
  if (ticket === undefined || ticket.used < ticket.uploads) return;
  throw new AppError('TICKET_USED_UP', { details: { uploads: ticket.uploads } });
}

/**
 * Checks the scope.
 * @throws AppError FORBIDDEN for delete tokens, INSUFFICIENT_SCOPE
 */
export function requireAccess(access: Access, caller: Caller): void {
  if (access === 'public' || access === 'any' || access === 'image-owner') return;
  if (typeof access === 'string') requireScope(caller, access);
  else if ('sessionWith' in access) requireScope(caller, access.sessionWith);
  else if (caller.kind !== 'anonymous') requireScope(caller, access.anonymousOr);
}
