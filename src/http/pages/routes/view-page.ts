import { requireImage } from '../../../actions/images/get-image.ts';
import { cacheHeaders, edgeTags } from '../../delivery/cache-headers.ts';
import type { HttpDeps } from '../../deps.ts';
import type { App } from '../../routing.ts';
import { sendPage } from '../send-page.ts';
import { VIEW_PAGE_SECONDS, viewPage } from '../view-page.ts';

/** GET /image/<id>: the page of an image. Looking at the page is no view; loading the picture is. */
export function viewPageRoute(site: App, deps: HttpDeps): void {
  site.get<{ Params: { id: string } }>(
    '/image/:id',
    { schema: { hide: true }, config: { page: true } },
    async (request, reply) => {
      const image = await requireImage(deps, request.params.id);
      reply.headers({ ...cacheHeaders(VIEW_PAGE_SECONDS, image.expires_at, deps.clock.now()), ...edgeTags(image.id) });
      return sendPage(reply, viewPage(image, deps), deps);
    },
  );
}
