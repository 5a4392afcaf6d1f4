import { blockNetwork, unblockNetwork } from '../../actions/moderation/block-network.ts';
import { IdParams } from '../../api/envelope.ts';
import { ModerationBodies, ModerationResponses, type NetworkBlock } from '../../api/moderation.ts';
import { type BlockedNetwork, listBlockedNetworks } from '../../catalog/moderation/blocked-networks.ts';
import { timestamp, timestampOrNull } from '../../core/time.ts';
import { counted, success } from '../protocol/success.ts';
import type { App } from '../routing/app-type.ts';
import { route } from '../routing/route.ts';
import type { AdminDeps } from './accounts.ts';

/** /admin/networks: lists, adds and removes blocked networks. */
export function adminNetworkRoutes(api: App, deps: AdminDeps): void {
  route(api, {
    method: 'GET',
    path: '/admin/networks',
    operationId: 'listBlockedNetworks',
    summary: 'Blocked networks, the newest first',
    tag: 'Administration',
    access: 'admin',
    answer: ModerationResponses.networks,
    async handler() {
      const networks = (await listBlockedNetworks(deps.db, deps.clock.now())).map(networkView);
      return success({ networks }, counted(networks.length, 'network'));
    },
  });

  route(api, {
    method: 'POST',
    path: '/admin/networks',
    operationId: 'blockNetwork',
    summary: 'Refuse uploads, registrations and sign-ins from a network',
    tag: 'Administration',
    access: 'admin',
    body: ModerationBodies.network,
    answer: ModerationResponses.network,
    isIdempotent: true,
    async handler(request) {
      const { network, reason = null, ends_at: end = null } = request.body;
      const { accountId } = request.caller;
      const wanted = { target: { network }, reason, endsAt: end === null ? null : Date.parse(end) };
      const { id } = await blockNetwork(deps, accountId, wanted);
      deps.networkBlocks.forget();
      const blocks = await listBlockedNetworks(deps.db, 0);
      return success(networkView(blocks.find((one) => one.id === id) as BlockedNetwork), 'Network blocked');
    },
  });

  route(api, {
    method: 'DELETE',
    path: '/admin/networks/:id',
    operationId: 'unblockNetwork',
    summary: 'End the block of a network',
    tag: 'Administration',
    access: 'admin',
    params: IdParams,
    answer: ModerationResponses.unblocked,
    errors: ['NETWORK_BLOCK_NOT_FOUND'],
    async handler({ caller, params: { id } }) {
      await unblockNetwork(deps, caller.accountId, id);
      deps.networkBlocks.forget();
      return success({ id, unblocked: true }, 'Network unblocked');
    },
  });
}

function networkView(block: BlockedNetwork): NetworkBlock {
  return {
    id: block.id,
    network: block.network,
    reason: block.reason,
    created_at: timestamp(block.created_at),
    created_by: block.created_by === null ? null : { id: block.created_by, email: block.creator_email },
    ends_at: timestampOrNull(block.ends_at),
  };
}
