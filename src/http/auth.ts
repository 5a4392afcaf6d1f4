import { identifyCaller } from '../actions/identify-caller.ts';
import { AppError } from '../core/errors.ts';
import { callerAddress } from '../limits/caller-address.ts';
import type { HttpDeps } from './deps.ts';
import { countRequest } from './quota.ts';
import type { App } from './routing.ts';

/** Finds out who asks and takes one request of their hour, before any body is read. */
export function registerAuth(api: App, deps: HttpDeps): void {
  api.decorateRequest('caller');
  api.addHook('onRequest', async (request, reply) => {
    const { config } = request.routeOptions;
    if (request.is404 || config.methodFallback === true || request.method === 'OPTIONS') return;
    const address = callerAddress(request.ip);
    try {
      request.caller = await identifyCaller(deps, request.headers.authorization, address);
      if (config.needsCredential === true && request.caller.kind === 'anonymous') throw new AppError('MISSING_API_KEY');
    } catch (error) {
      // Guessing is charged to the address it comes from, never to an account.
      if (config.counted !== false) await deps.quota.take(`address:${address}`);
      throw error;
    }
    if (config.counted !== false) await countRequest(deps, request.caller, reply);
  });
}
