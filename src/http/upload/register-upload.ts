import type { App } from '../routing/app-type.ts';
import type { UploadRouteDeps } from './deps.ts';
import { uploadRoute } from './upload.ts';
import { uploadBulkRoute } from './upload-bulk.ts';

/** The upload endpoints. */
export function registerUpload(api: App, deps: UploadRouteDeps): void {
  uploadRoute(api, deps);
  uploadBulkRoute(api, deps);
}
