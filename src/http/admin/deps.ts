import type { BlobReading } from '../../actions/images/open-blob.ts';
import type { TakedownDeps } from '../../actions/moderation/take-down-image.ts';
import type { Statistics } from '../../actions/operations/statistics.ts';
import type { PublicUrls } from '../../core/links.ts';
import type { Derivation } from '../delivery/representation.ts';

/** Dependencies of the administration endpoints. */
export interface AdminDeps extends PublicUrls, TakedownDeps, BlobReading {
  derive: Derivation;
  statistics: Statistics;
  /** Signs the cursors of lists; the same in all processes. */
  cursorSecret: Uint8Array;
}
