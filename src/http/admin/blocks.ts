import { removeBlock } from '../../actions/moderation/take-down-image.ts';
import { IdParams } from '../../api/envelope.ts';
import { type BlockInfo, ModerationResponses } from '../../api/moderation.ts';
import { PageQuery } from '../../api/pages.ts';
import { type BlockRecord, listBlocks } from '../../catalog/moderation/blocks.ts';
import { readPage } from '../../core/cursor.ts';
import { timestamp } from '../../core/time.ts';
import { endPage, pageOf } from '../images/list-query.ts';
import { counted, success } from '../protocol/success.ts';
import { route } from '../route.ts';
import type { App } from '../routing.ts';
import type { AdminDeps } from './deps.ts';

/** /admin/blocks: lists and removes blocks, which refuse uploads of pictures that were taken down. */
export function adminBlockRoutes(api: App, deps: AdminDeps): void {
  route(api, {
    method: 'GET',
    path: '/admin/blocks',
    operationId: 'listBlocks',
    summary: 'Blocked pictures, the newest block first',
    tag: 'Administration',
    access: 'admin',
    query: PageQuery,
    answer: ModerationResponses.blocks,
    async handler(request, reply) {
      const page = await readPage(
        { secret: deps.cursorSecret, scope: ['blocks'], ...pageOf(request.query) },
        (after, limit) => listBlocks(deps.db, after, limit),
        ({ id, created_at }) => ({ id, value: created_at }),
      );
      const blocks = page.items.map(blockView);
      return success({ blocks, ...endPage(deps, request, reply, page) }, counted(blocks.length, 'block'));
    },
  });

  route(api, {
    method: 'DELETE',
    path: '/admin/blocks/:id',
    operationId: 'deleteBlock',
    summary: 'Allow uploads of a blocked picture again',
    tag: 'Administration',
    access: 'admin',
    params: IdParams,
    answer: ModerationResponses.unblocked,
    async handler({ caller, params: { id } }) {
      await removeBlock(deps, caller.accountId, id);
      return success({ id, unblocked: true }, 'Block removed');
    },
  });
}

function blockView(block: BlockRecord): BlockInfo {
  return {
    id: block.id,
    image_id: block.image_id,
    sha256: block.stored_sha256,
    uploaded_sha256: block.uploaded_sha256,
    perceptual_hash: block.perceptual_hash,
    reason: block.reason,
    created_at: timestamp(block.created_at),
    created_by: block.created_by === null ? null : { id: block.created_by, email: block.creator_email },
  };
}
