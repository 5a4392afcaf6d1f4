import contentDisposition from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ImageRecord } from '../../catalog/images/images.ts';
import { FORMATS } from '../../core/formats.ts';
import type { HttpDeps } from '../deps.ts';
import { edgeTags, keptFor, secondsToKeep } from './cache-headers.ts';
import { answerDelivery, type Representation } from './representation.ts';

/** How long a link to the store works at most. */
const LINK_SECONDS = 600;
const BROWSER_SECONDS = 86_400;

/**
 * Sends a GET or HEAD for an original on to the store, where that has links. No link outlives the image, and no cache
 * keeps one for longer than half of its time, so whoever gets it from a cache can still follow it.
 * @returns whether it was answered: otherwise the bytes have to be sent from here. Not the reply, which cannot be awaited.
 */
export async function redirectOriginal(
  { links, clock }: Pick<HttpDeps, 'links' | 'clock'>,
  request: FastifyRequest,
  reply: FastifyReply,
  image: ImageRecord,
  shown: Representation,
): Promise<boolean> {
  if (links === undefined) return false;
  const now = clock.now();
  const seconds = secondsToKeep(LINK_SECONDS, image.expires_at, now);
  if (seconds === 0 || isUnchanged(request, image, shown, now)) return false;
  const link = await links.link(shown.blobKey, {
    method: request.method === 'HEAD' ? 'HEAD' : 'GET',
    seconds,
    contentType: FORMATS[shown.format].mimeType,
    contentDisposition: contentDisposition(image.filename, { type: 'inline' }),
    cacheControl: keptFor(BROWSER_SECONDS, image.expires_at, now)['cache-control'] ?? 'no-store',
  });
  if (link === undefined) return false;
  const kept = keptFor(Math.floor(seconds / 2), image.expires_at, now);
  reply
    .code(302)
    .headers({
      location: link,
      ...kept,
      'cdn-cache-control': kept['cache-control'],
      ...edgeTags(image.id),
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      'timing-allow-origin': '*',
    })
    .send();
  return true;
}

/** Whether the client has a copy that was sent from here. */
function isUnchanged(
  { method, headers }: FastifyRequest,
  image: ImageRecord,
  shown: Representation,
  nowMs: number,
): boolean {
  const { range, ...conditions } = headers;
  return answerDelivery(image, shown, { method, headers: conditions }, nowMs).status === 304;
}
