import type { GarbageDeps } from '../../actions/operations/collect-garbage.ts';
import type { Statistics } from '../../actions/operations/statistics.ts';
import type { Removals } from '../../catalog/images/removals.ts';
import type { PublicUrls } from '../../core/links.ts';
import type { AttemptGuard } from '../../limits/limits.ts';

/** Dependencies of the endpoints about images and albums. */
export interface ImageDeps extends PublicUrls, GarbageDeps {
  removals: Removals;
  statistics: Statistics;
  /** Limits the reports of one address. */
  reportAttempts: AttemptGuard;
  /** Total size of the images of one account; 0 = no limit. */
  maxAccountBytes: number;
  maxExpiryHours: number;
  maxAlbumLength: number;
  /** Widths of variants in pixels. */
  variantWidths: readonly number[];
  /** Signs the cursors of lists; the same in all processes. */
  cursorSecret: Uint8Array;
}
