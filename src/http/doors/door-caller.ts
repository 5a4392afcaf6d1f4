import type { FastifyReply, FastifyRequest } from 'fastify';
import { identifyCaller } from '../../actions/accounts/identify-caller.ts';
import type { Caller } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import type { Door, DoorRoute, UploadRoute } from '../../doors/door.ts';
import { callerAddress } from '../../limits/caller-address.ts';
import { type AuthDeps, countCaller, requireTicketUse } from '../guards/auth.ts';
import { credentialOf } from '../guards/credential.ts';
import { countInWindow, countRefused } from '../guards/quota.ts';
import { requireSolution } from '../guards/require-solution.ts';
import { requireAccess } from '../routing/access.ts';

const UPLOADS = { anonymousOr: 'images:write' } as const;
const KEY = 'key';

/**
 * Identifies the caller, counts the request and checks the scope, as `guards/auth.ts` does for the API. Session cookies
 * do not identify a caller.
 * @throws AppError INVALID_API_KEY, INVALID_TICKET, MISSING_API_KEY, FORBIDDEN, TICKET_USED_UP, INSUFFICIENT_SCOPE,
 *   RATE_LIMIT_EXCEEDED, TOO_MANY_ATTEMPTS, NETWORK_BLOCKED, ANONYMOUS_UPLOADS_OFF,
 *   CHALLENGE_REQUIRED, CHALLENGE_FAILED
 */
export async function admitCaller(
  deps: AuthDeps,
  door: Door,
  route: DoorRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const address = callerAddress(request.ip);
  if (route.act === 'describe') return;
  if (route.act === 'sign-in') {
    await countInWindow(deps.windows.auth, { address }, reply);
    return deps.networkBlocks.refuseBlocked(address, false);
  }
  try {
    request.caller = await callerOf(deps, door, request, address);
    if (route.act === 'upload' && route.needsKey === true && request.caller.kind === 'anonymous') {
      throw new AppError('MISSING_API_KEY');
    }
  } catch (error) {
    await countRefused(deps, address, reply);
    throw error;
  }
  await countCaller(deps, request, reply);
  // Of a caller whose key may come in the body, only the network is judged here.
  const isAnonymous = request.caller.kind !== 'account' && !(route.act === 'upload' && route.keyField !== undefined);
  if (route.act === 'upload') await deps.networkBlocks.refuseUploader(address, isAnonymous);
  if (route.act === 'upload' && isAnonymous) await requireSolution(deps, 'uploads', request);
  requireTicketUse(request);
  if (route.act === 'upload') requireAccess(UPLOADS, request.caller);
}

async function callerOf(
  deps: AuthDeps,
  { credential = (text) => text }: Door,
  { headers, query }: FastifyRequest,
  address: string,
): Promise<Caller> {
  const given = credentialOf(headers);
  const authorization = given === undefined ? undefined : credential(given);
  if (authorization !== undefined) return identifyCaller(deps, authorization, address);
  const key = (query as Record<string, unknown>)[KEY];
  if (typeof key !== 'string' || key === '') return identifyCaller(deps, undefined, address);
  const caller = await identifyCaller(deps, `Bearer ${key}`, address);
  requireUploadsOnly(caller);
  return caller;
}

/**
 * Addresses are written to logs of proxies and to the history of browsers: a credential in one may do nothing but upload.
 * @throws AppError FORBIDDEN
 */
function requireUploadsOnly(caller: Caller): void {
  if (caller.kind === 'account' && caller.ticket !== undefined) return;
  const isKey = caller.kind === 'account' && caller.keyId !== null;
  if (isKey && caller.grants.length === 1 && caller.grants[0] === 'images:write') return;
  throw new AppError('FORBIDDEN', { detail: 'A key in an address must have the scope images:write and no other.' });
}

/**
 * A caller whose key may come in the body. Until it comes, the caller is the anonymous one that was counted; then the
 * request counts for the account, too.
 * @throws AppError as `admitCaller`
 */
export async function adoptKey(
  deps: AuthDeps,
  { keyField }: UploadRoute,
  [name, value]: readonly [string, string],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (name !== keyField || value === '' || request.caller.kind !== 'anonymous') return;
  request.caller = await identifyCaller(deps, `Bearer ${value}`, callerAddress(request.ip));
  await countCaller(deps, request, reply);
  requireTicketUse(request);
  requireAccess(UPLOADS, request.caller);
}
