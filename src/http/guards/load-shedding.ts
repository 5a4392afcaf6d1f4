import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../core/errors.ts';
import type { LoadShedder } from '../../lib/load-shedding.ts';
import { callerAddress } from '../../limits/caller-address.ts';
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
    const { form, takesBytes } = request.routeOptions.config;
    if (form !== undefined || takesBytes === true) takeUploadSlot(loadShedder, request, reply);
  });
}

/** Takes a slot until the answer is sent. @throws AppError SERVICE_UNAVAILABLE */
export function takeUploadSlot(loadShedder: LoadShedder, request: FastifyRequest, reply: FastifyReply): void {
  request.uploadSlot = loadShedder.acquire(callerAddress(request.ip));
  if (request.uploadSlot === undefined) {
    throw new AppError('SERVICE_UNAVAILABLE', {
      detail: 'Too many uploads are in progress.',
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
  reply.raw.once('close', request.uploadSlot.release);
}
