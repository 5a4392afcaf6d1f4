import type { FastifyRequest } from 'fastify';
import { changeImages } from '../../actions/images/change-image.ts';
import { claimImages } from '../../actions/images/claim-images.ts';
import { deleteImages } from '../../actions/images/delete-image.ts';
import { ErrorResponse } from '../../api/envelope.ts';
import { ImageBodies, ImageResponses } from '../../api/images.ts';
import { requireScope } from '../../core/caller.ts';
import type { HttpDeps } from '../deps.ts';
import { idempotentJson } from '../guards/idempotency.ts';
import { success } from '../protocol/success.ts';
import type { App } from '../routing.ts';
import { eachView } from './bulk-view.ts';
import { deletedView } from './deletion-view.ts';
import { imageChange } from './image-options.ts';
import { infoView } from './image-view.ts';

const common = { tags: ['Images'], security: [{ session: [] }, { sessionCookie: [] }, { apiKey: [] }] };
const failures = { '4xx': ErrorResponse, '5xx': ErrorResponse };
const config = { needsCredential: true };
const writers = { config, onRequest: async ({ caller }: FastifyRequest) => void requireScope(caller, 'images:write') };

/** POST /images/update, /images/delete and /images/claim: the same for up to a hundred images, each with its own outcome. */
export function imagesBulkRoutes(api: App, deps: HttpDeps): void {
  api.post(
    '/images/update',
    {
      schema: {
        ...common,
        operationId: 'changeImages',
        summary: 'Change album or expiry of several images',
        body: ImageBodies.changeImages,
        response: { 200: ImageResponses.imagesChanged, ...failures },
      },
      ...writers,
    },
    async (request, reply) => {
      const caller = requireScope(request.caller, 'images:write');
      return idempotentJson(deps, request, reply, async () => {
        const { ids, ...change } = request.body;
        const outcomes = await changeImages(deps, ids, imageChange(deps, change), caller);
        const data = eachView(outcomes, (image) => infoView(image, deps));
        return success(data, `${data.succeeded} of ${data.total} images changed`);
      });
    },
  );

  api.post(
    '/images/delete',
    {
      schema: {
        ...common,
        operationId: 'deleteImages',
        summary: 'Delete several images',
        body: ImageBodies.deleteImages,
        response: { 200: ImageResponses.imagesDeleted, ...failures },
      },
      config,
      onRequest: async ({ caller }) => void requireScope(caller, 'images:delete'),
    },
    async (request, reply) => {
      const caller = requireScope(request.caller, 'images:delete');
      return idempotentJson(deps, request, reply, async () => {
        const outcomes = await deleteImages(deps, request.body.ids, caller);
        const data = eachView(outcomes, deletedView);
        return success(data, `${data.succeeded} of ${data.total} images deleted`);
      });
    },
  );

  api.post(
    '/images/claim',
    {
      schema: {
        ...common,
        operationId: 'claimImages',
        summary: 'Take anonymous images into the account',
        body: ImageBodies.claimImages,
        response: { 200: ImageResponses.imagesChanged, ...failures },
      },
      ...writers,
    },
    async (request, reply) => {
      const caller = requireScope(request.caller, 'images:write');
      return idempotentJson(deps, request, reply, async () => {
        const claims = request.body.images.map(({ id, delete_token }) => ({ id, deleteToken: delete_token }));
        const outcomes = await claimImages(deps, claims, caller);
        const data = eachView(outcomes, (image) => infoView(image, deps));
        return success(data, `${data.succeeded} of ${data.total} images claimed`);
      });
    },
  );
}
