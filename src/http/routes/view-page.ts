import { requireImage } from '../../actions/describe-image.ts';
import type { HttpDeps } from '../deps.ts';
import { edgeTags, keptFor } from '../pages/cache.ts';
import { sendPage } from '../pages/send-page.ts';
import { VIEW_PAGE_SECONDS, viewPage } from '../pages/view-page.ts';
import type { App } from '../routing.ts';

/** GET /image/<id>: the page of an image. Looking at the page is no view; loading the picture is. */
export function viewPageRoute(site: App, deps: HttpDeps): void {
  site.get<{ Params: { id: string } }>(
    '/image/:id',
    { schema: { hide: true }, config: { page: true } },
    async (request, reply) => {
      const image = await requireImage(deps, request.params.id);
      reply.headers({ ...keptFor(VIEW_PAGE_SECONDS, image.expires_at, deps.clock.now()), ...edgeTags(image.id) });
      return sendPage(reply, viewPage(image, deps), deps);
    },
  );
}
