import type { BlobReading } from '../../actions/images/open-blob.ts';
import type { NetworkBlocks } from '../../actions/moderation/create-network-blocks.ts';
import { administerAccount, requireAccount } from '../../actions/moderation/suspend-account.ts';
import type { TakedownDeps } from '../../actions/moderation/take-down-image.ts';
import type { Statistics } from '../../actions/operations/statistics.ts';
import { AccountsQuery, type AdminAccount, AdminBodies, AdminResponses } from '../../api/admin.ts';
import { IdParams } from '../../api/envelope.ts';
import { addUpChanges } from '../../catalog/accounts/account-changes.ts';
import { type AdministeredAccount, listAdministered } from '../../catalog/accounts/administered.ts';
import { readPage } from '../../core/cursor.ts';
import type { PublicUrls } from '../../core/links.ts';
import type { PlanName } from '../../core/plans.ts';
import { timestamp, timestampOrNull } from '../../core/time.ts';
import type { Derivation } from '../delivery/representation.ts';
import type { IdempotencyDeps } from '../guards/idempotency.ts';
import { endPage, pageOf } from '../images/images.ts';
import { counted, success } from '../protocol/success.ts';
import type { App } from '../routing/app-type.ts';
import { route } from '../routing/route.ts';

/** Dependencies of the administration endpoints. */
export interface AdminDeps extends IdempotencyDeps, PublicUrls, TakedownDeps, BlobReading {
  derive: Derivation;
  networkBlocks: NetworkBlocks;
  statistics: Statistics;
  /** Signs the cursors of lists; the same in all processes. */
  cursorSecret: Uint8Array;
}

/** /admin/accounts: lists, shows and changes accounts. */
export function adminAccountRoutes(api: App, deps: AdminDeps): void {
  route(api, {
    method: 'GET',
    path: '/admin/accounts',
    operationId: 'listAccounts',
    summary: 'Accounts in the order of their creation, bytes, images or last use',
    tag: 'Administration',
    access: 'admin',
    query: AccountsQuery,
    answer: AdminResponses.adminAccounts,
    async handler(request, reply) {
      const { q, plan, suspended, sort = 'created', order = 'desc' } = request.query;
      if (sort !== 'created') await addUpChanges(deps.db);
      const filter = {
        text: q || undefined,
        plan: (plan || undefined) as PlanName | undefined,
        suspended: suspended ? suspended === 'true' : undefined,
      };
      const page = await readPage(
        { secret: deps.cursorSecret, scope: ['accounts', filter, sort, order], ...pageOf(request.query) },
        (after, limit) => listAdministered(deps.db, filter, { by: sort, direction: order }, after, limit),
        ({ id, position }) => ({ id, value: position }),
      );
      const accounts = page.items.map(accountView);
      return success({ accounts, ...endPage(deps, request, reply, page) }, counted(accounts.length, 'account'));
    },
  });

  route(api, {
    method: 'GET',
    path: '/admin/accounts/:id',
    operationId: 'getAccountAsAdmin',
    summary: 'An account',
    tag: 'Administration',
    access: 'admin',
    params: IdParams,
    answer: AdminResponses.adminAccount,
    errors: ['ACCOUNT_NOT_FOUND'],
    async handler({ params }) {
      return success(accountView(await requireAccount(deps.db, params.id)), 'Account found');
    },
  });

  route(api, {
    method: 'PATCH',
    path: '/admin/accounts/:id',
    operationId: 'changeAccountAsAdmin',
    summary: 'Change the plan of an account, suspend or resume it; effective from the next request',
    tag: 'Administration',
    access: 'admin',
    params: IdParams,
    body: AdminBodies.changeAccount,
    answer: AdminResponses.adminAccount,
    errors: ['ACCOUNT_NOT_FOUND'],
    async handler({ caller, params, body }) {
      const { hide_images: hideImages, ...change } = body;
      const account = await administerAccount(deps, caller.accountId, params.id, { ...change, hideImages });
      return success(accountView(account), 'Account changed');
    },
  });
}

function accountView(account: AdministeredAccount): AdminAccount {
  return {
    id: account.id,
    email: account.email,
    name: account.name,
    plan: account.plan,
    admin: account.isAdmin,
    suspended_at: timestampOrNull(account.suspendedAt),
    suspended_reason: account.suspendedReason,
    created_at: timestamp(account.createdAt),
    images: account.images,
    bytes: account.bytes,
    last_seen_at: timestampOrNull(account.lastSeenAt),
  };
}
