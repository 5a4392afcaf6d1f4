import { listAccountImages } from '../../actions/images/list-account-images.ts';
import { ErrorResponse } from '../../api/envelope.ts';
import { ImageResponses, LibraryQuery } from '../../api/images.ts';
import { requireScope } from '../../core/caller.ts';
import type { HttpDeps } from '../deps.ts';
import { success } from '../protocol/success.ts';
import type { App } from '../routing.ts';
import { infoView } from './image-view.ts';
import { counted, imageQueryOf, nextLink, pageOf, pageView } from './list-query.ts';

/** GET /images: the caller's own images, a page at a time. */
export function imageListRoute(api: App, deps: HttpDeps): void {
  api.get(
    '/images',
    {
      schema: {
        operationId: 'listImages',
        summary: "The account's images",
        description:
          'Follow `next_cursor` while `has_more` is true: with `q` or `format` a page may be short, even empty.',
        tags: ['Images'],
        querystring: LibraryQuery,
        security: [{ session: [] }, { sessionCookie: [] }, { apiKey: [] }],
        response: { 200: ImageResponses.images, '4xx': ErrorResponse, '5xx': ErrorResponse },
      },
      config: { needsCredential: true },
      onRequest: async ({ caller }) => void requireScope(caller, 'images:read'),
    },
    async (request, reply) => {
      const { accountId } = requireScope(request.caller, 'images:read');
      const { limit, cursor } = pageOf(request.query);
      const query = imageQueryOf(request.query, deps.maxAlbumLength);
      const page = await listAccountImages(deps, accountId, query, limit, cursor);
      reply.headers(nextLink(deps.baseUrl, request.url, page.nextCursor));
      const images = page.items.map((image) => infoView(image, { imageHost: deps.imageHost }));
      return success({ images, ...pageView(page) }, counted(images.length, 'image'));
    },
  );
}
