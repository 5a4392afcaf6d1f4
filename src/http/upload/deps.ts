import type { Statistics } from '../../actions/operations/statistics.ts';
import type { UploadDeps } from '../../actions/upload/upload-images.ts';
import type { PublicUrls } from '../../core/links.ts';

/** Dependencies of the upload endpoints. */
export interface UploadRouteDeps extends UploadDeps, PublicUrls {
  statistics: Statistics;
  /** Uploads are refused while fewer bytes are free. */
  minFreeBytes: number;
  maxExpiryHours: number;
  maxAlbumLength: number;
}
