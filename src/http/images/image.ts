import Type from 'typebox';
import { changeImage } from '../../actions/images/change-image.ts';
import { claimImage } from '../../actions/images/claim-images.ts';
import { deleteImage } from '../../actions/images/delete-image.ts';
import { getImage } from '../../actions/images/get-image.ts';
import { ErrorResponse, IdParams } from '../../api/envelope.ts';
import { ImageBodies, ImageResponses } from '../../api/images.ts';
import { requireScope } from '../../core/caller.ts';
import type { HttpDeps } from '../deps.ts';
import { idempotentJson } from '../guards/idempotency.ts';
import { isUnchanged } from '../protocol/conditional.ts';
import { success } from '../protocol/success.ts';
import type { App } from '../routing.ts';
import { deletedView } from './deletion-view.ts';
import { imageChange } from './image-options.ts';
import { infoView } from './image-view.ts';
import { INFORMATION_KEPT, informationOf, JSON_TYPE } from './information.ts';

const NO_BODY = Type.Unsafe<undefined>(Type.Null());

/** GET, PATCH and DELETE /image/{id}; POST /image/{id}/claim. */
export function imageRoutes(api: App, deps: HttpDeps): void {
  api.get(
    '/image/:id',
    {
      schema: {
        operationId: 'getImage',
        summary: 'Image information',
        tags: ['Images'],
        params: IdParams,
        security: [{}, { apiKey: [] }],
        response: { 200: ImageResponses.image, 304: NO_BODY, '4xx': ErrorResponse, '5xx': ErrorResponse },
      },
    },
    async (request, reply) => {
      const described = await getImage(deps, request.params.id, request.caller);
      const { body, text, etag } = informationOf(described, deps);
      reply.headers({ 'cache-control': INFORMATION_KEPT, etag });
      if (isUnchanged(request.headers, { etag })) return reply.code(304).send(undefined);
      return reply
        .type(JSON_TYPE)
        .serializer(() => text)
        .send(body);
    },
  );

  api.patch(
    '/image/:id',
    {
      schema: {
        operationId: 'changeImage',
        summary: 'Change album, file name or expiry',
        tags: ['Images'],
        params: IdParams,
        body: ImageBodies.changeImage,
        security: [{ session: [] }, { sessionCookie: [] }, { apiKey: [] }],
        response: { 200: ImageResponses.image, '4xx': ErrorResponse, '5xx': ErrorResponse },
      },
      config: { needsCredential: true },
      onRequest: async ({ caller }) => void requireScope(caller, 'images:write'),
    },
    async (request) => {
      const caller = requireScope(request.caller, 'images:write');
      const change = imageChange(deps, request.body);
      const changed = await changeImage(deps, request.params.id, change, caller);
      return success(infoView(changed, deps), 'Image changed');
    },
  );

  api.post(
    '/image/:id/claim',
    {
      schema: {
        operationId: 'claimImage',
        summary: 'Take an anonymous image into the account',
        tags: ['Images'],
        params: IdParams,
        body: ImageBodies.claimImage,
        security: [{ session: [] }, { sessionCookie: [] }, { apiKey: [] }],
        response: { 200: ImageResponses.image, '4xx': ErrorResponse, '5xx': ErrorResponse },
      },
      config: { needsCredential: true },
      onRequest: async ({ caller }) => void requireScope(caller, 'images:write'),
    },
    async (request, reply) => {
      const caller = requireScope(request.caller, 'images:write');
      return idempotentJson(deps, request, reply, async () => {
        const claim = { id: request.params.id, deleteToken: request.body.delete_token };
        return success(infoView(await claimImage(deps, claim, caller), deps), 'Image claimed');
      });
    },
  );

  api.delete(
    '/image/:id',
    {
      schema: {
        operationId: 'deleteImage',
        summary: 'Delete an image',
        description: 'With an API key of the owner, or with the delete token of the image as bearer credential.',
        tags: ['Images'],
        params: IdParams,
        security: [{ apiKey: [] }, { deleteToken: [] }],
        response: { 200: ImageResponses.deleted, '4xx': ErrorResponse, '5xx': ErrorResponse },
      },
      config: { needsCredential: true },
    },
    async (request) => {
      const { id } = request.params;
      return success(deletedView(await deleteImage(deps, id, request.caller)), 'Image deleted');
    },
  );
}
