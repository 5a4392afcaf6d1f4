import cookie from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { identifyCaller, identifySession } from '../../actions/accounts/identify-caller.ts';
import type { SnapshotReader } from '../../catalog/images/image-reader.ts';
import type { Db } from '../../catalog/schema.ts';
import type { Caller } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import type { Plans } from '../../core/plans.ts';
import type { Clock } from '../../lib/clock.ts';
import { callerAddress, type FixedWindow } from '../../limits/limits.ts';
import { requireAccess, requireCredential } from '../routing/access.ts';
import type { App } from '../routing/app-type.ts';
import { countRequest } from './quota.ts';
import { clearCookie, readCookie, requireSameSite } from './session-cookie.ts';

export interface AuthDeps {
  db: Db;
  clock: Clock;
  /** Reads of the in-memory fast path; undefined where the catalog is in another process. */
  snapshot: SnapshotReader | undefined;
  plans: Plans;
  quota: FixedWindow;
  readonly baseUrl: string;
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
    const { access, counted = true } = request.routeOptions.config;
    if (request.is404 || access === undefined) return;
    const address = callerAddress(request.ip);
    try {
      request.caller = await callerOf(deps, request, reply, address);
      requireCredential(access, request.caller);
    } catch (error) {
      // Wrong credentials count against the address, so that guessing does not use up an account's quota.
      if (counted) await deps.quota.take(`address:${address}`);
      throw error;
    }
    if (counted) await countRequest(deps, request.caller, reply);
    requireAccess(access, request.caller);
  });
}

/** The caller by the Authorization header, or without one by the session cookie. */
async function callerOf(
  deps: AuthDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  address: string,
): Promise<Caller> {
  const { authorization } = request.headers;
  const token = readCookie(deps, request);
  if (authorization !== undefined || token === undefined || request.routeOptions.config.ignoresCookie === true) {
    return identifyCaller(deps, authorization, address);
  }
  try {
    const caller = await identifySession(deps, token);
    requireSameSite(deps, request, token);
    request.csrfSource = token;
    return caller;
  } catch (error) {
    // The browser would go on sending the cookie of a session that has ended.
    if (error instanceof AppError && ENDS_SESSION.has(error.code)) clearCookie(deps, reply);
    throw error;
  }
}
