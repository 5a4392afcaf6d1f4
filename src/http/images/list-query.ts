import Type, { type TSchema } from 'typebox';
import type { ImageQuery, Page } from '../../actions/images/list-images.ts';
import { IMAGE_ORDERS, type ImageOrder } from '../../catalog/images/image-lists.ts';
import { AppError } from '../../core/errors.ts';
import { FORMAT_NAMES, type FormatName } from '../../core/formats.ts';
import { parseAlbumName } from '../../core/names.ts';

const DEFAULT_LIMIT = 50;
const MAX_SEARCH_LENGTH = 255;

/** A parameter that may be empty, which counts as absent. */
export const orEmpty = (schema: TSchema) => Type.Unsafe<string>({ anyOf: [schema, { type: 'string', maxLength: 0 }] });

/** Query of every list that comes in pages. Parameters that are empty count as absent. */
export const PageQuery = {
  limit: Type.Optional(
    Type.String({ pattern: '^([1-9][0-9]?|100)?$', description: 'Most items on a page: 1 to 100. Default 50.' }),
  ),
  cursor: Type.Optional(Type.String({ description: '`next_cursor` of the page before.' })),
};

/** Query of lists of images. */
export const ImageListQuery = {
  ...PageQuery,
  format: Type.Optional(orEmpty(Type.Enum([...FORMAT_NAMES]))),
  order: Type.Optional(orEmpty(Type.Enum([...IMAGE_ORDERS]))),
  q: Type.Optional(
    Type.String({ maxLength: MAX_SEARCH_LENGTH, description: 'Text that the file name holds, in capitals or not.' }),
  ),
};

/** Query of the list of all images of an account. */
export const LibraryQuery = {
  ...ImageListQuery,
  album: Type.Optional(Type.String({ description: 'Album name; empty = only images in no album.' })),
  album_id: Type.Optional(Type.String({ description: 'Album id.' })),
};

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
export function pageView(page: Page<unknown>): { next_cursor: string | null; has_more: boolean } {
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
