import { removeBlock } from '../../actions/moderation/take-down-image.ts';
import { IdParams } from '../../api/envelope.ts';
import { ModerationResponses } from '../../api/moderation.ts';
import { PageQuery } from '../../api/pages.ts';
import { listBlocks } from '../../catalog/moderation/blocks.ts';
import { readPage } from '../../core/cursor.ts';
import type { HttpDeps } from '../deps.ts';
import { counted, nextLink, pageOf, pageView } from '../images/list-query.ts';
import { success } from '../protocol/success.ts';
import type { App } from '../routing.ts';
import { adminFailures, adminOnly, adminSchema, requireAdmin } from './require-admin.ts';
import { blockView } from './views.ts';

/** /admin/blocks: pictures that are kept from coming back. */
export function adminBlockRoutes(api: App, deps: HttpDeps): void {
  api.get(
    '/admin/blocks',
    {
      schema: {
        ...adminSchema,
        operationId: 'listBlocks',
        summary: 'Pictures that are kept from coming back, the newest block first',
        querystring: PageQuery,
        response: { 200: ModerationResponses.blocks, ...adminFailures },
      },
      ...adminOnly,
    },
    async (request, reply) => {
      const page = await readPage(
        { secret: deps.cursorSecret, scope: ['blocks'], ...pageOf(request.query) },
        (after, limit) => listBlocks(deps.db, after, limit),
        ({ id, created_at }) => ({ id, value: created_at }),
      );
      reply.headers(nextLink(deps.baseUrl, request.url, page.nextCursor));
      const blocks = page.items.map(blockView);
      return success({ blocks, ...pageView(page) }, counted(blocks.length, 'block'));
    },
  );

  api.delete(
    '/admin/blocks/:id',
    {
      schema: {
        ...adminSchema,
        operationId: 'deleteBlock',
        summary: 'Let a picture come back',
        params: IdParams,
        response: { 200: ModerationResponses.unblocked, ...adminFailures },
      },
      ...adminOnly,
    },
    async (request) => {
      const { id } = request.params;
      await removeBlock(deps, requireAdmin(request).accountId, id);
      return success({ id, unblocked: true }, 'Block removed');
    },
  );
}
