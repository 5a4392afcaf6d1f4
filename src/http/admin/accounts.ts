import { administerAccount, requireAccount } from '../../actions/moderation/suspend-account.ts';
import { AccountsQuery, AdminBodies, AdminResponses } from '../../api/admin.ts';
import { IdParams } from '../../api/envelope.ts';
import { listAdministered } from '../../catalog/accounts/accounts.ts';
import { readPage } from '../../core/cursor.ts';
import type { PlanName } from '../../core/plans.ts';
import type { HttpDeps } from '../deps.ts';
import { counted, nextLink, pageOf, pageView } from '../images/list-query.ts';
import { success } from '../protocol/success.ts';
import type { App } from '../routing.ts';
import { adminFailures, adminOnly, adminSchema, requireAdmin } from './require-admin.ts';
import { adminAccountView } from './views.ts';

/** /admin/accounts: list, look at, change. */
export function adminAccountRoutes(api: App, deps: HttpDeps): void {
  api.get(
    '/admin/accounts',
    {
      schema: {
        ...adminSchema,
        operationId: 'listAccounts',
        summary: 'Accounts, the newest first',
        querystring: AccountsQuery,
        response: { 200: AdminResponses.adminAccounts, ...adminFailures },
      },
      ...adminOnly,
    },
    async (request, reply) => {
      const { q, plan, suspended } = request.query;
      const filter = {
        text: q || undefined,
        plan: (plan || undefined) as PlanName | undefined,
        suspended: suspended ? suspended === 'true' : undefined,
      };
      const page = await readPage(
        { secret: deps.cursorSecret, scope: ['accounts', filter], ...pageOf(request.query) },
        (after, limit) => listAdministered(deps.db, filter, after, limit),
        ({ id, createdAt }) => ({ id, value: createdAt }),
      );
      reply.headers(nextLink(deps.baseUrl, request.url, page.nextCursor));
      const accounts = page.items.map(adminAccountView);
      return success({ accounts, ...pageView(page) }, counted(accounts.length, 'account'));
    },
  );

  api.get(
    '/admin/accounts/:id',
    {
      schema: {
        ...adminSchema,
        operationId: 'getAccountAsAdmin',
        summary: 'An account',
        params: IdParams,
        response: { 200: AdminResponses.adminAccount, ...adminFailures },
      },
      ...adminOnly,
    },
    async ({ params }) => success(adminAccountView(await requireAccount(deps.db, params.id)), 'Account found'),
  );

  api.patch(
    '/admin/accounts/:id',
    {
      schema: {
        ...adminSchema,
        operationId: 'changeAccountAsAdmin',
        summary: 'Put an account on another plan, suspend it or let it go on; holds from the next request on',
        params: IdParams,
        body: AdminBodies.changeAccount,
        response: { 200: AdminResponses.adminAccount, ...adminFailures },
      },
      ...adminOnly,
    },
    async (request) => {
      const { accountId } = requireAdmin(request);
      const { plan, suspended, reason, hide_images: hideImages } = request.body;
      const account = await administerAccount(deps, accountId, request.params.id, {
        plan,
        suspended,
        reason,
        hideImages,
      });
      return success(adminAccountView(account), 'Account changed');
    },
  );
}
