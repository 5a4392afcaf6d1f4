import Type from 'typebox';
import { requireImage } from '../../actions/images/get-image.ts';
import type { ImageRecord } from '../../catalog/images/images.ts';
import { AppError } from '../../core/errors.ts';
import { titleOf } from '../../core/image-texts.ts';
import { linksOf } from '../../core/links.ts';
import { cacheHeaders, cacheSeconds, edgeTags } from '../delivery/cache-headers.ts';
import type { App } from '../routing/app-type.ts';
import { type PageDeps, SITE_NAME } from './page.ts';

/** Available space, in pixels. */
export interface Box {
  width: number;
  height: number;
}

/** A response of oEmbed 1.0, type photo, without `cache_age`. */
export interface OembedPhoto extends Box {
  version: '1.0';
  type: 'photo';
  url: string;
  title: string;
  provider_name: string;
  provider_url: string;
  /** All three or none: the thumbnail has to fit the box as well. */
  thumbnail_url?: string;
  thumbnail_width?: number;
  thumbnail_height?: number;
}

/** An image for embedding: the original where it fits the box, otherwise the thumbnail, scaled down if necessary. */
export function oembedPhoto(image: ImageRecord, box: Box, hosts: { imageHost: string; baseUrl: string }): OembedPhoto {
  const links = linksOf(hosts.imageHost, image.id, image.format);
  const thumbnail = { width: image.thumbnail_width, height: image.thumbnail_height };
  const photo = fits(image, box)
    ? { url: links.direct, width: image.width, height: image.height }
    : { url: links.thumbnail, ...shrink(thumbnail, box) };
  return {
    version: '1.0',
    type: 'photo',
    ...photo,
    title: titleOf(image),
    provider_name: SITE_NAME,
    provider_url: `${hosts.baseUrl}/`,
    ...(fits(thumbnail, box)
      ? { thumbnail_url: links.thumbnail, thumbnail_width: thumbnail.width, thumbnail_height: thumbnail.height }
      : {}),
  };
}

function fits(sides: Box, box: Box): boolean {
  return sides.width <= box.width && sides.height <= box.height;
}

function shrink({ width, height }: Box, box: Box): Box {
  const scale = Math.min(1, box.width / width, box.height / height);
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}

const KEPT_SECONDS = 60;
const CONSUMER_SECONDS = 86_400;

const Sides = Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,8}$' }));
const Query = Type.Object({
  url: Type.String({ minLength: 1 }),
  maxwidth: Sides,
  maxheight: Sides,
  format: Type.Optional(Type.String()),
});

/** GET /oembed (oEmbed 1.0): accepts the URL of a view page, an original or a thumbnail. */
export function oembedRoute(site: App, deps: PageDeps): void {
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

/** The image id in a URL of this service, http or https. Empty for other URLs: no image has an empty id. */
function imageIdOf(url: string, imageHost: string): string {
  const given = URL.canParse(url) ? new URL(url) : undefined;
  const own = new URL(imageHost);
  const folder = own.pathname.replace(/\/$/, '');
  if (given === undefined || given.host !== own.host || !given.pathname.startsWith(`${folder}/`)) return '';
  const path = given.pathname.slice(folder.length);
  return /^\/(?:image\/|[it]\/(?=[^/]*\.))([0-9A-Za-z]+)(?:\.[a-z]+)?$/.exec(path)?.[1] ?? '';
}
