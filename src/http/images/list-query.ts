import type { ImageQuery } from '../../actions/images/list-account-images.ts';
import type { PageEnd } from '../../api/pages.ts';
import type { Page } from '../../core/cursor.ts';
import { AppError } from '../../core/errors.ts';
import type { FormatName } from '../../core/formats.ts';
import { parseAlbumName } from '../../core/names.ts';
import type { ImageOrder } from '../../core/states.ts';

const DEFAULT_LIMIT = 50;

type Given = Partial<Record<'limit' | 'cursor' | 'format' | 'order' | 'q' | 'album' | 'album_id', string>>;

/** The part of a list that is asked for. */
export function pageOf({ limit, cursor }: Given): { limit: number; cursor: string | undefined } {
  return { limit: Number(limit || DEFAULT_LIMIT), cursor: cursor || undefined };
}

/** What images are asked for. @throws AppError INVALID_ALBUM; INVALID_PARAMETER where two albums are named */
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

/** Members that every page has. */
export function pageView(page: Page<unknown>): PageEnd {
  return { next_cursor: page.nextCursor, has_more: page.nextCursor !== null };
}

/** The `Link` field that leads to the next page (RFC 8288): the same request with its cursor. No field on the last page. */
export function nextLink(baseUrl: string, url: string, cursor: string | null): Record<string, string> {
  if (cursor === null) return {};
  const [path = '', query = ''] = url.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set('cursor', cursor);
  return { link: `<${baseUrl}${path}?${parameters}>; rel="next"` };
}

/** A count with its noun. */
export function counted(count: number, noun: string, show: (count: number) => string = String): string {
  return `${show(count)} ${noun}${count === 1 ? '' : 's'}`;
}
