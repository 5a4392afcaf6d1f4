import type { AccountDeletionDeps } from '../../actions/accounts/delete-account.ts';
import type { ReauthenticationDeps } from '../../actions/accounts/reauthenticate.ts';
import type { SessionDeps } from '../../actions/accounts/sessions.ts';
import type { Statistics } from '../../actions/operations/statistics.ts';
import type { PublicUrls } from '../../core/links.ts';
import type { IdentityProvider } from '../../identity/port.ts';
import type { AttemptGuard } from '../../limits/limits.ts';

/** Dependencies of the endpoints about accounts, sessions and API keys. */
export interface AccountDeps extends PublicUrls, AccountDeletionDeps, ReauthenticationDeps, SessionDeps {
  statistics: Statistics;
  /** Limits the attempts to guess a password. */
  attempts: AttemptGuard;
  registrationOpen: boolean;
  /** undefined where no provider is configured. */
  identityProvider: IdentityProvider | undefined;
  /** Whether password resets can be sent by mail. */
  sendsMail: boolean;
}
