import { requireOwnAccount } from '../../actions/require-account.ts';
import { requireScope } from '../../core/caller.ts';
import { profileView } from '../account-view.ts';
import type { HttpDeps } from '../deps.ts';
import type { App } from '../routing.ts';
import { ErrorResponse } from '../schemas.ts';
import { AccountResponses } from '../schemas-accounts.ts';
import { csrfTokenOf } from '../session-cookie.ts';
import { success } from '../success.ts';

const common = { tags: ['Accounts'], security: [{ session: [] }, { sessionCookie: [] }, { apiKey: [] }] };
const failures = { '4xx': ErrorResponse, '5xx': ErrorResponse };
const config = { needsCredential: true };

/** /account: the caller's own. */
export function accountRoutes(api: App, deps: HttpDeps): void {
  api.get(
    '/account',
    {
      schema: {
        ...common,
        operationId: 'getAccount',
        summary: "The caller's account; with a session cookie also its CSRF token",
        response: { 200: AccountResponses.account, ...failures },
      },
      config,
    },
    async (request) => {
      const account = await requireOwnAccount(deps, requireScope(request.caller, 'account:read'));
      const { csrfSource } = request;
      const csrf = csrfSource === undefined ? {} : { csrf_token: csrfTokenOf(csrfSource) };
      return success({ ...profileView(account), ...csrf }, 'Your account');
    },
  );
}
