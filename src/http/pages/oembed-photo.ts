import type { ImageRecord } from '../../catalog/images/images.ts';
import { linksOf } from '../../core/links.ts';
import { SITE_NAME } from './document.ts';

/** The space a consumer has, in pixels. */
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
  /** All three, or none: a thumbnail has to keep within the box as well. */
  thumbnail_url?: string;
  thumbnail_width?: number;
  thumbnail_height?: number;
}

/** An image for embedding: the original where it fits into the box, else the thumbnail, shown smaller where even that does not fit. */
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
    title: image.filename,
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
