import type { FastifyReply } from 'fastify';
import { openPublicAlbum, openPublicImage } from '../../../actions/albums/open-public-album.ts';
import type { HttpDeps } from '../../deps.ts';
import type { App } from '../../routing.ts';
import { albumImagePage, albumPage } from '../album-page.ts';
import { sendPage } from '../send-page.ts';

const IMAGES_A_PAGE = 60;

const options = {
  schema: { hide: true },
  config: { page: true },
  // Nobody keeps a copy: the owner can end the link at any time.
  onSend: async (_request: unknown, reply: FastifyReply) => {
    reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
  },
};

/** GET /a/<token> and /a/<token>/<image id>: an album that its owner shares by link, and an image in it. */
export function albumPageRoutes(site: App, deps: HttpDeps): void {
  site.get<{ Params: { token: string }; Querystring: { cursor?: unknown } }>(
    '/a/:token',
    options,
    async ({ params, query }, reply) => {
      const cursor = query.cursor === undefined ? undefined : String(query.cursor);
      const part = await openPublicAlbum(deps, params.token, IMAGES_A_PAGE, cursor);
      return sendPage(reply, albumPage({ ...part, isFirst: cursor === undefined }, deps.imageHost), deps);
    },
  );

  site.get<{ Params: { token: string; id: string } }>('/a/:token/:id', options, async ({ params }, reply) => {
    const shown = await openPublicImage(deps, params.token, params.id);
    return sendPage(reply, albumImagePage(shown, deps), deps);
  });
}
