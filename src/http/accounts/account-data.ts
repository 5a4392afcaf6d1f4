import { changePreferences, type PreferenceDeps } from '../../actions/accounts/change-account.ts';
import { reportAccountDays } from '../../actions/operations/statistics.ts';
import { AccountBodies, AccountResponses, AccountUsageQuery } from '../../api/accounts.ts';
import { findPreferences } from '../../catalog/accounts/accounts.ts';
import { readPreferences } from '../../core/preferences.ts';
import { counted, success } from '../protocol/success.ts';
import type { App } from '../routing/app-type.ts';
import { route } from '../routing/route.ts';
import type { AccountDeps } from './account.ts';

const DEFAULT_DAYS = 30;

/** Dependencies of the endpoints about the data of an account. */
export interface AccountDataDeps extends AccountDeps, PreferenceDeps {}

/** /account/usage: daily figures. /account/preferences: preferences of the web application. */
export function accountDataRoutes(api: App, deps: AccountDataDeps): void {
  route(api, {
    method: 'GET',
    path: '/account/usage',
    operationId: 'getAccountUsage',
    summary: "The account's uploads, bytes and requests of the last days (UTC)",
    tag: 'Accounts',
    access: 'account:read',
    query: AccountUsageQuery,
    answer: AccountResponses.usage,
    async handler({ caller, query }) {
      const days = await reportAccountDays(deps, caller.accountId, Number(query.days || DEFAULT_DAYS));
      return success({ days }, counted(days.length, 'day'));
    },
  });

  route(api, {
    method: 'GET',
    path: '/account/preferences',
    operationId: 'getPreferences',
    summary: 'Preferences of the web application',
    tag: 'Accounts',
    access: 'account:read',
    // Pages request it whenever they are opened.
    counted: false,
    answer: AccountResponses.preferences,
    async handler({ caller }) {
      return success(readPreferences(await findPreferences(deps.db, caller.accountId)), 'Preferences');
    },
  });

  route(api, {
    method: 'PATCH',
    path: '/account/preferences',
    operationId: 'changePreferences',
    summary: 'Change preferences of the web application; null = not chosen',
    tag: 'Accounts',
    access: 'account:write',
    body: AccountBodies.changePreferences,
    answer: AccountResponses.preferences,
    errors: ['INVALID_ALBUM', 'INVALID_EXPIRY'],
    async handler({ caller, body }) {
      return success(await changePreferences(deps, caller, body), 'Preferences changed');
    },
  });
}
