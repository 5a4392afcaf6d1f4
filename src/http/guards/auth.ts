import cookie from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { identifyCaller, identifySession, sessionEnded } from '../../actions/accounts/identify-caller.ts';
import type { NetworkBlocks } from '../../actions/moderation/create-network-blocks.ts';
import type { SnapshotReader } from '../../catalog/images/image-reader.ts';
import type { Db } from '../../catalog/schema.ts';
import type { Caller } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import type { Plans } from '../../core/plans.ts';
import type { Clock } from '../../lib/clock.ts';
import { callerAddress } from '../../limits/caller-address.ts';
import type { FixedWindow } from '../../limits/limits.ts';
import type { Windows } from '../../limits/windows.ts';
import { requireAccess, requireCredential, requireUsesLeft } from '../routing/access.ts';
import type { App } from '../routing/app-type.ts';
import { credentialOf } from './credential.ts';
import { countInWindow, countRead, countRefused, countRequest, countTicket } from './quota.ts';
import { requireSolution, type SolutionDeps } from './require-solution.ts';
import { requireSameSite } from './same-site.ts';
import { clearCookie, readCookie } from './session-cookie.ts';

export interface AuthDeps extends SolutionDeps {
  networkBlocks: NetworkBlocks;
  db: Db;
  clock: Clock;
  /** Reads of the in-memory fast path; undefined where the catalog is in another process. */
  snapshot: SnapshotReader | undefined;
  plans: Plans;
  quota: FixedWindow;
  sessionIdleDays: number;
  windows: Windows;
}

/** Errors that end the session, whatever the request was. */
const ENDS_SESSION: ReadonlySet<string> = new Set(['INVALID_API_KEY', 'ACCOUNT_SUSPENDED']);

/** Identifies the caller, counts the request and checks the scope, before the body is read. */
export async function registerAuth(api: App, deps: AuthDeps): Promise<void> {
  await api.register(cookie);
  api.decorateRequest('caller');
  api.decorateRequest('csrfSource', undefined);
  api.addHook('onRoute', ({ method, url, config }) => {
    const isFallback = config?.methodFallback === true || method === 'OPTIONS';
    if (!isFallback && config?.access === undefined) throw new Error(`${method} ${url} does not say who may call it`);
  });
  api.addHook('onRequest', async (request, reply) => {
    const { access, counted = true, form, takesBytes, ticketUse } = request.routeOptions.config;
    if (request.is404 || access === undefined) return;
    const address = callerAddress(request.ip);
    if (counted === 'auth') {
      await countInWindow(deps.windows.auth, { address }, reply);
      await deps.networkBlocks.refuseBlocked(address, false);
    }
    try {
      request.caller = await callerOf(deps, request, reply, address);
      requireCredential(access, request.caller);
    } catch (error) {
      if (counted === true || (counted === false && isWrongCredential(error))) {
        await countRefused(deps, address, reply);
      }
      throw error;
    }
    if (counted === true) await countCaller(deps, request, reply);
    if (form !== undefined || takesBytes === true) {
      const isAnonymous = request.caller.kind !== 'account';
      await deps.networkBlocks.refuseUploader(address, isAnonymous);
      // What continues an upload was admitted when it began.
      if (isAnonymous && ticketUse !== 'follow-up') await requireSolution(deps, 'uploads', request);
    }
    requireTicketUse(request);
    requireAccess(access, request.caller);
  });
}

/** Endpoints that do not count are often called without a credential, but a wrong one may be a guess. */
function isWrongCredential(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'INVALID_API_KEY' || error.code === 'INVALID_TICKET');
}

/** Pages of this site read many small parts: what they read does not use up the hour of uploads and changes. */
export async function countCaller(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { caller, csrfSource, method } = request;
  if (caller.kind === 'account' && caller.ticket !== undefined) await countTicket(deps, caller.ticket, reply);
  const isReadOfPage = csrfSource !== undefined && (method === 'GET' || method === 'HEAD');
  if (isReadOfPage && caller.kind === 'account') await countRead(deps, caller, reply);
  else await countRequest(deps, caller, reply);
}

/**
 * Refuses what an upload ticket does not permit. A request that repeats an earlier one by its Idempotency-Key may find its
 * ticket used up by that one: `idempotently` refuses it unless there is an answer to repeat.
 * @throws AppError FORBIDDEN, TICKET_USED_UP
 */
export function requireTicketUse({ caller, routeOptions: { config }, headers }: FastifyRequest): void {
  const ticket = caller.kind === 'account' ? caller.ticket : undefined;
  if (ticket === undefined) return;
  const use = config.ticketUse ?? (config.form === undefined ? undefined : 'upload');
  if (use === undefined) throw new AppError('FORBIDDEN', { detail: 'An upload ticket permits uploads only.' });
  const mayRepeat = config.isIdempotent === true && headers['idempotency-key'] !== undefined;
  if (use === 'upload' && !mayRepeat) requireUsesLeft(ticket);
}

/** The caller by the credential in the header, or without one by the session cookie. */
async function callerOf(
  deps: AuthDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  address: string,
): Promise<Caller> {
  const authorization = credentialOf(request.headers);
  const token = readCookie(deps, request);
  if (authorization !== undefined || request.routeOptions.config.ignoresCookie === true) {
    return identifyCaller(deps, authorization, address);
  }
  if (token === undefined) {
    // The page believes that it has a session: what it sends must not become that of an anonymous caller.
    if (request.headers['x-csrf-token'] !== undefined) throw sessionEnded();
    return identifyCaller(deps, undefined, address);
  }
  try {
    const caller = await identifySession(deps, token, address);
    requireSameSite(deps, request, token);
    request.csrfSource = token;
    return caller;
  } catch (error) {
    // The browser would go on sending the cookie of a session that has ended.
    if (error instanceof AppError && ENDS_SESSION.has(error.code)) clearCookie(deps, reply);
    throw error;
  }
}
