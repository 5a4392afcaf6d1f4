import type { HttpDeps } from '../deps.ts';
import { landingPage } from '../pages/landing-page.ts';
import { sendPage } from '../pages/send-page.ts';
import type { App } from '../routing.ts';

/** GET /: the front page. */
export function landingRoute(site: App, deps: HttpDeps): void {
  site.get('/', { schema: { hide: true }, config: { page: true } }, async (_request, reply) =>
    sendPage(reply.header('cache-control', 'public, max-age=300'), landingPage(deps), deps),
  );
}
