import type { HttpDeps } from '../../deps.ts';
import type { App } from '../../routing.ts';
import { landingPage } from '../landing-page.ts';
import { sendPage } from '../send-page.ts';

/**
 * GET /about: what this is, and what the plans allow. Without the browser application it is the front page as well.
 */
export function landingRoute(site: App, deps: HttpDeps): void {
  const paths = deps.web === undefined ? ['/', '/about'] : ['/about'];
  for (const path of paths) {
    site.get(path, { schema: { hide: true }, config: { page: true } }, async (_request, reply) =>
      sendPage(reply.header('cache-control', 'public, max-age=300'), landingPage(deps), deps),
    );
  }
}
