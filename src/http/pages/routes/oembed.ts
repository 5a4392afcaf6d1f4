import Type from 'typebox';
import { requireImage } from '../../../actions/images/get-image.ts';
import { AppError } from '../../../core/errors.ts';
import { cacheHeaders, cacheSeconds, edgeTags } from '../../delivery/cache-headers.ts';
import type { HttpDeps } from '../../deps.ts';
import type { App } from '../../routing.ts';
import { oembedPhoto } from '../oembed-photo.ts';

const KEPT_SECONDS = 60;
const CONSUMER_SECONDS = 86_400;

const Sides = Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,8}$' }));
const Query = Type.Object({
  url: Type.String({ minLength: 1 }),
  maxwidth: Sides,
  maxheight: Sides,
  format: Type.Optional(Type.String()),
});

/** GET /oembed (oEmbed 1.0): an image as other sites embed it, for the address of its page or of its bytes. */
export function oembedRoute(site: App, deps: HttpDeps): void {
  site.get('/oembed', { schema: { hide: true, querystring: Query } }, async (request, reply) => {
    const { url, maxwidth, maxheight, format = 'json' } = request.query;
    if (format !== 'json') throw new AppError('FORMAT_NOT_SUPPORTED', { param: 'format' });
    const image = await requireImage(deps, imageIdOf(url, deps.imageHost));
    const box = { width: Number(maxwidth ?? Infinity), height: Number(maxheight ?? Infinity) };
    const now = deps.clock.now();
    reply.headers({
      ...cacheHeaders(KEPT_SECONDS, image.expires_at, now),
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
      ...edgeTags(image.id),
    });
    return {
      ...oembedPhoto(image, box, deps),
      cache_age: cacheSeconds(CONSUMER_SECONDS, image.expires_at, now),
    };
  });
}

/** The id in a link of ours; http and https are the same page. Empty for any other address, which no image has. */
function imageIdOf(url: string, imageHost: string): string {
  const asked = URL.canParse(url) ? new URL(url) : undefined;
  const ours = new URL(imageHost);
  const folder = ours.pathname.replace(/\/$/, '');
  if (asked === undefined || asked.host !== ours.host || !asked.pathname.startsWith(`${folder}/`)) return '';
  const path = asked.pathname.slice(folder.length);
  return /^\/(?:image\/|[it]\/(?=[^/]*\.))([0-9A-Za-z]+)(?:\.[a-z]+)?$/.exec(path)?.[1] ?? '';
}
