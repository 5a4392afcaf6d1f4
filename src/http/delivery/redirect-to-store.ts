import contentDisposition from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ImageRecord } from '../../catalog/images/images.ts';
import { FORMATS } from '../../core/formats.ts';
import type { HttpDeps } from '../deps.ts';
import { BROWSER_SECONDS, cacheHeaders, cacheSeconds, edgeTags } from './cache-headers.ts';
import type { DeliveryAnswer } from './representation.ts';

/** How long a link to the store is valid at most. */
const LINK_SECONDS = 600;

/**
 * Redirects a request for an original to the store, where that has links. No link outlives the image, and no cache keeps
 * a redirect longer than half the validity of its link, so that the link of a cached redirect is still valid.
 * @returns whether the reply has been sent. Not the reply itself, which is a thenable and would be awaited.
 */
export async function redirectToStore(
  { links, clock }: Pick<HttpDeps, 'links' | 'clock'>,
  request: FastifyRequest,
  reply: FastifyReply,
  image: ImageRecord,
  { status, representation }: DeliveryAnswer,
): Promise<boolean> {
  if (links === undefined || status === 304) return false;
  const now = clock.now();
  const seconds = cacheSeconds(LINK_SECONDS, image.expires_at, now);
  if (seconds === 0) return false;
  const link = await links.link(representation.blobKey, {
    method: request.method === 'HEAD' ? 'HEAD' : 'GET',
    seconds,
    contentType: FORMATS[representation.format].mimeType,
    contentDisposition: contentDisposition(image.filename, { type: 'inline' }),
    cacheControl: cacheHeaders(BROWSER_SECONDS, image.expires_at, now)['cache-control'],
  });
  if (link === undefined) return false;
  const cached = cacheHeaders(Math.floor(seconds / 2), image.expires_at, now);
  reply
    .code(302)
    .headers({
      location: link,
      ...cached,
      'cdn-cache-control': cached['cache-control'],
      ...edgeTags(image.id),
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      'timing-allow-origin': '*',
    })
    .send();
  return true;
}
