import type { BlobReading } from '../actions/images/open-blob.ts';
import type { ViewCounter } from '../actions/images/view-counter.ts';
import type { Statistics } from '../actions/operations/statistics.ts';
import type { UploadDeps } from '../actions/upload/upload-images.ts';
import type { Variant } from '../catalog/blobs/variants.ts';
import type { ImageReader, SnapshotReader } from '../catalog/images/image-reader.ts';
import type { ImageRecord } from '../catalog/images/images.ts';
import type { Removals } from '../catalog/images/removals.ts';
import type { FormatName } from '../core/formats.ts';
import type { PublicUrls } from '../core/links.ts';
import type { Plans } from '../core/plans.ts';
import type { PasswordCheck } from '../identity/password-hash.ts';
import type { IdentityProvider } from '../identity/port.ts';
import type { LoadShedder } from '../lib/load-shedding.ts';
import type { AttemptGuard, FixedWindow } from '../limits/limits.ts';
import type { WebApp } from './pages/web-app.ts';

/** Links to originals in the store. */
export interface OriginalLinks {
  link: BlobReading['blobs']['link'];
  /** Of all links, for the policies of pages that show images. */
  origin: string;
}

/** Makes blobs of an original on demand, each once however many requests want it. */
export interface Derivation {
  /** The image with its thumbnail made. @throws AppError as `makeThumbnail` */
  thumbnail(image: ImageRecord): Promise<ImageRecord>;
  /** @throws AppError as `makeVariant` */
  variant(image: ImageRecord, width: number, wanted: { extension: string; name: FormatName }): Promise<Variant>;
}

/** What the HTTP side needs; adapters are chosen elsewhere. */
export interface HttpDeps extends UploadDeps, BlobReading, PublicUrls {
  derive: Derivation;
  /** How many uploads may be under way. */
  loadShedder: LoadShedder;
  /** Requests that were answered from memory since the start, before any routing. */
  memoryAnswers: { count: number };
  /** Presets of variants, in pixels. */
  variantWidths: readonly number[];
  images: ImageReader;
  /** Reads of the in-memory fast path; undefined where the catalog is in another process. */
  snapshot: SnapshotReader | undefined;
  removals: Removals;
  plans: Plans;
  quota: FixedWindow;
  attempts: AttemptGuard;
  /** Against floods of reports. */
  reportAttempts: AttemptGuard;
  /** What is wrong with the counting, in a sentence; undefined when all is well. */
  limitsProblem(): Promise<string | undefined>;
  views: ViewCounter;
  statistics: Statistics;
  /** Bearer credential of GET /metrics; undefined = there is no such page. */
  metricsToken: string | undefined;
  /** Where originals are fetched from the store itself; undefined where they are sent from here. */
  links: OriginalLinks | undefined;
  trustProxy: readonly string[];
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
  /** Signs the cursors of lists; the same in all processes. */
  cursorSecret: Uint8Array;
  /** The web application; undefined where it is not built or switched off. */
  web: WebApp | undefined;
  version: string;
  /** True during shutdown: no new work starts. */
  isDraining(): boolean;
}
