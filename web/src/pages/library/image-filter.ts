/** The filter of the image list, as in the URL. An empty member does not filter. */
export interface ImageFilter {
  q: string;
  /** An album id; `none` = images in no album. */
  album: string;
  format: string;
  order: string;
}

const PAGE = 100;
/** Enough to fill most windows. A smaller first page arrives sooner. */
const FIRST_PAGE = 60;

export function filterFromQuery(query: URLSearchParams): ImageFilter {
  return {
    q: query.get('q') ?? '',
    album: query.get('album') ?? '',
    format: query.get('format') ?? '',
    order: query.get('order') ?? 'newest',
  };
}

/** The API path of one page of images. @param cursor undefined = the first page */
export function imagesPath({ q, album, format, order }: ImageFilter, cursor?: string): string {
  const params = {
    limit: String(cursor === undefined ? FIRST_PAGE : PAGE),
    q,
    format,
    order,
    cursor: cursor ?? '',
    album_id: album === 'none' ? '' : album,
  };
  const query = new URLSearchParams(Object.entries(params).filter(([, value]) => value !== ''));
  // An empty album id selects the images in no album.
  if (album === 'none') query.set('album', '');
  return `/images?${query}`;
}
