import type { App } from '../routing/app-type.ts';
import { accountRoutes, passwordRoutes } from './account.ts';
import type { AccountDeps } from './deps.ts';
import { keyRoutes } from './keys.ts';
import { oidcRoutes } from './oidc.ts';
import { registerRoute, sessionRoutes } from './sessions.ts';

/** The endpoints about accounts, sessions and API keys. */
export function registerAccounts(api: App, deps: AccountDeps): void {
  registerRoute(api, deps);
  sessionRoutes(api, deps);
  oidcRoutes(api, deps);
  passwordRoutes(api, deps);
  accountRoutes(api, deps);
  keyRoutes(api, deps);
}
