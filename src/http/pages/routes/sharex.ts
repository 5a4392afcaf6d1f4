import type { HttpDeps } from '../../deps.ts';
import type { App } from '../../routing.ts';
import { SITE_NAME } from '../document.ts';

/** The oldest version that reads this syntax; for a lower number ShareX rewrites the file. */
const SHAREX_VERSION = '14.1.0';

/** GET /sharex.sxcu: the custom uploader of ShareX for uploads without an account; a key goes into `Headers`. */
export function shareXRoute(site: App, deps: HttpDeps): void {
  site.get('/sharex.sxcu', { schema: { hide: true } }, async (_request, reply) => {
    const config = {
      Version: SHAREX_VERSION,
      Name: `${SITE_NAME} (${new URL(deps.baseUrl).host})`,
      DestinationType: 'ImageUploader',
      RequestMethod: 'POST',
      RequestURL: `${deps.baseUrl}/api/v1/upload`,
      Body: 'MultipartFormData',
      FileFormName: 'file',
      URL: '{json:data.links.direct}',
      ThumbnailURL: '{json:data.links.thumbnail}',
      DeletionURL: '{json:data.delete_url}',
      ErrorMessage: '{json:error.message}',
    };
    return reply
      .headers({
        'cache-control': 'public, max-age=300',
        'content-disposition': 'attachment; filename="imgd.sxcu"',
        'x-content-type-options': 'nosniff',
      })
      .type('application/json; charset=utf-8')
      .send(`${JSON.stringify(config, null, 2)}\n`);
  });
}
