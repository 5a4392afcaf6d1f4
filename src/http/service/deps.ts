import type { HealthDeps } from '../../actions/operations/check-health.ts';
import type { InputFormat } from '../../core/formats.ts';
import type { PublicUrls } from '../../core/links.ts';
import type { Plans } from '../../core/plans.ts';
import type { IdentityProvider } from '../../identity/port.ts';
import type { Clock } from '../../lib/clock.ts';
import type { FixedWindow } from '../../limits/limits.ts';

/** Dependencies of the endpoints about the service itself. */
export interface ServiceDeps extends PublicUrls, HealthDeps {
  clock: Clock;
  plans: Plans;
  quota: FixedWindow;
  /** Accepted formats. */
  formats: readonly InputFormat[];
  maxExpiryHours: number;
  maxAlbumLength: number;
  /** Total size of the images of one account; 0 = no limit. */
  maxAccountBytes: number;
  registrationOpen: boolean;
  /** undefined where no provider is configured. */
  identityProvider: IdentityProvider | undefined;
  /** Whether password resets can be sent by mail. */
  sendsMail: boolean;
  version: string;
  /** Whether the service is shutting down and accepts no new work. */
  isDraining(): boolean;
}
