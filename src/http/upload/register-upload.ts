import type { App } from '../routing/app-type.ts';
import type { UploadRouteDeps } from './upload.ts';
import { uploadBulkRoute, uploadRoute } from './upload.ts';

/** The upload endpoints. */
export function registerUpload(api: App, deps: UploadRouteDeps): void {
  uploadRoute(api, deps);
  uploadBulkRoute(api, deps);
}
