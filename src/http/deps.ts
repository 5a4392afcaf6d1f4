import type { Statistics } from '../actions/operations/statistics.ts';
import type { UploadDeps } from '../actions/upload/upload-images.ts';
import type { SnapshotReader } from '../catalog/images/image-reader.ts';
import type { PasswordCheck } from '../identity/password-hash.ts';
import type { IdentityProvider } from '../identity/port.ts';
import type { LoadShedder } from '../lib/load-shedding.ts';
import type { AttemptGuard } from '../limits/limits.ts';
import type { DeliveryDeps } from './delivery/delivery.ts';
import type { FastPathDeps } from './fast-path/fast-path.ts';
import type { PageDeps } from './pages/page.ts';

/** What the HTTP side needs; adapters are chosen elsewhere. */
export interface HttpDeps extends UploadDeps, DeliveryDeps, Omit<FastPathDeps & PageDeps, 'links'> {
  /** How many uploads may be under way. */
  loadShedder: LoadShedder;
  /** Reads of the in-memory fast path; undefined where the catalog is in another process. */
  snapshot: SnapshotReader | undefined;
  statistics: Statistics;
  attempts: AttemptGuard;
  /** What is wrong with the counting, in a sentence; undefined when all is well. */
  limitsProblem(): Promise<string | undefined>;
  /** Bearer credential of GET /metrics; undefined = there is no such page. */
  metricsToken: string | undefined;
  registrationOpen: boolean;
  /** How long a session lasts. */
  sessionDays: number;
  checkPassword: PasswordCheck;
  /** Absent without an OpenID Connect provider. */
  identityProvider: IdentityProvider | undefined;
  /** Whether links to a new password can be sent. */
  sendsMail: boolean;
  maxExpiryHours: number;
  maxAlbumLength: number;
  /** Uploads are refused while fewer bytes are free. */
  minFreeBytes: number;
  version: string;
}
