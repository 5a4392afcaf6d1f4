/** Which images are wanted, as the address of the page says it: empty members are left out. */
export interface Wanted {
  q: string;
  /** Id of an album; `none` = those in no album. */
  album: string;
  format: string;
  order: string;
}

const PAGE = 100;
/** As many as fill most windows, so that they are there sooner. */
const FIRST_PAGE = 60;

/** What the address of the page says. */
export function wantedOf(query: URLSearchParams): Wanted {
  return {
    q: query.get('q') ?? '',
    album: query.get('album') ?? '',
    format: query.get('format') ?? '',
    order: query.get('order') ?? 'newest',
  };
}

/** Where the API has a page of them. @param cursor undefined = the first */
export function imagesPath({ q, album, format, order }: Wanted, cursor?: string): string {
  const given = {
    limit: String(cursor === undefined ? FIRST_PAGE : PAGE),
    q,
    format,
    order,
    cursor: cursor ?? '',
    album_id: album === 'none' ? '' : album,
  };
  const query = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== ''));
  // Here an empty value says something: only those in no album.
  if (album === 'none') query.set('album', '');
  return `/images?${query}`;
}
