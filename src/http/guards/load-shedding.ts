import { AppError } from '../../core/errors.ts';
import type { LoadShedder } from '../../lib/load-shedding.ts';
import type { App } from '../routing/app-type.ts';

const RETRY_AFTER_SECONDS = 2;

export interface LoadSheddingDeps {
  /** Limits the uploads in progress. */
  loadShedder: LoadShedder;
}

/**
 * Refuses uploads beyond the capacity with 503, before the credential is looked up, a request of the quota is counted or
 * a byte of the body is read. Accepted uploads keep almost the same latency, and all other requests are unaffected.
 */
export function registerLoadShedding(api: App, { loadShedder }: LoadSheddingDeps): void {
  api.decorateRequest('uploadSlot', undefined);
  api.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.form === undefined) return;
    request.uploadSlot = loadShedder.acquire();
    if (request.uploadSlot === undefined) {
      throw new AppError('SERVICE_UNAVAILABLE', {
        detail: 'Too many uploads are in progress.',
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
    reply.raw.once('close', request.uploadSlot.release);
  });
}
