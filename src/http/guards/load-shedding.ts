import { AppError } from '../../core/errors.ts';
import type { HttpDeps } from '../deps.ts';
import type { App } from '../routing.ts';

const RETRY_AFTER_SECONDS = 2;

/**
 * Refuses uploads that would have to wait long, before their credential is looked up, a request of their hour is taken
 * or a byte of their body is read: those that were let in are answered as soon as ever, and everything else goes on.
 */
export function registerAdmission(api: App, { admission }: HttpDeps): void {
  api.decorateRequest('place', undefined);
  api.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.isUpload !== true) return;
    request.place = admission.enter();
    if (request.place === undefined) {
      throw new AppError('SERVICE_UNAVAILABLE', {
        detail: 'Too many uploads are under way.',
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
    reply.raw.once('close', request.place.leave);
  });
}
