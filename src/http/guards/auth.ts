import cookie from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { identifyCaller, identifySession } from '../../actions/accounts/identify-caller.ts';
import type { Caller } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import { callerAddress } from '../../limits/limits.ts';
import type { HttpDeps } from '../deps.ts';
import type { App } from '../routing.ts';
import { countRequest } from './quota.ts';
import { clearCookie, readCookie, requireSameSite } from './session-cookie.ts';

/** What a session is refused for, whatever is asked. */
const ENDS_SESSION: ReadonlySet<string> = new Set(['INVALID_API_KEY', 'ACCOUNT_SUSPENDED']);

/** Finds out who asks and takes one request of their hour, before any body is read. */
export async function registerAuth(api: App, deps: HttpDeps): Promise<void> {
  await api.register(cookie);
  api.decorateRequest('caller');
  api.decorateRequest('csrfSource', undefined);
  api.addHook('onRequest', async (request, reply) => {
    const { config } = request.routeOptions;
    if (request.is404 || config.methodFallback === true || request.method === 'OPTIONS') return;
    const address = callerAddress(request.ip);
    try {
      request.caller = await callerOf(deps, request, reply, address);
      if (config.needsCredential === true && request.caller.kind === 'anonymous') throw new AppError('MISSING_API_KEY');
    } catch (error) {
      // Guessing is charged to the address it comes from, never to an account.
      if (config.counted !== false) await deps.quota.take(`address:${address}`);
      throw error;
    }
    if (config.counted !== false) await countRequest(deps, request.caller, reply);
  });
}

/** The Authorization field decides where it is sent; the session cookie of a browser only otherwise. */
async function callerOf(
  deps: HttpDeps,
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
    // A browser cannot drop it by itself, and would be refused until the cookie ends.
    if (error instanceof AppError && ENDS_SESSION.has(error.code)) clearCookie(deps, reply);
    throw error;
  }
}
