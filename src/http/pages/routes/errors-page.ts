import type { HttpDeps } from '../../deps.ts';
import type { App } from '../../routing.ts';
import { errorsPage } from '../errors-page.ts';
import { sendPage } from '../send-page.ts';

/** GET /errors: what every error code means. */
export function errorsPageRoute(site: App, deps: HttpDeps): void {
  site.get('/errors', { schema: { hide: true }, config: { page: true } }, async (_request, reply) =>
    sendPage(reply.header('cache-control', 'public, max-age=300'), errorsPage(), deps),
  );
}
