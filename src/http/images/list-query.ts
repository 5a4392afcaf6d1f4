import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ImageQuery } from '../../actions/images/list-account-images.ts';
import type { PageEnd } from '../../api/pages.ts';
import type { Page } from '../../core/cursor.ts';
import { AppError } from '../../core/errors.ts';
import type { FormatName } from '../../core/formats.ts';
import { parseAlbumName } from '../../core/names.ts';
import type { ImageOrder } from '../../core/states.ts';

const DEFAULT_LIMIT = 50;

type Given = Partial<Record<'limit' | 'cursor' | 'format' | 'order' | 'q' | 'album' | 'album_id', string>>;

/** The requested part of a list. */
export function pageOf({ limit, cursor }: Given): { limit: number; cursor: string | undefined } {
  return { limit: Number(limit || DEFAULT_LIMIT), cursor: cursor || undefined };
}

/** The requested images. @throws AppError INVALID_ALBUM; INVALID_PARAMETER when the query names two albums */
export function imageQueryOf(given: Given, maxAlbumLength: number): ImageQuery {
  const { album, album_id, format, order, q } = given;
  if (album !== undefined && album_id) {
    throw new AppError('INVALID_PARAMETER', { detail: 'Give album or album_id.', param: 'album_id' });
  }
  return {
    album: album === undefined ? undefined : (parseAlbumName(album, maxAlbumLength) ?? ''),
    albumId: album_id || undefined,
    format: (format || undefined) as FormatName | undefined,
    text: q || undefined,
    order: (order || 'newest') as ImageOrder,
  };
}

/** The last members of a page. Sets the `Link` header to the next page (RFC 8288), where there is one. */
export function endPage(
  { baseUrl }: { readonly baseUrl: string },
  { url }: FastifyRequest,
  reply: FastifyReply,
  { nextCursor }: Page<unknown>,
): PageEnd {
  if (nextCursor === null) return { next_cursor: null, has_more: false };
  const [path = '', query = ''] = url.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set('cursor', nextCursor);
  reply.header('link', `<${baseUrl}${path}?${parameters}>; rel="next"`);
  return { next_cursor: nextCursor, has_more: true };
}
