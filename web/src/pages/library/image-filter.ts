import type { DateRange } from '../../grid/month-sections.ts';

/** The filter of the image list, as in the URL. An empty member does not filter. */
export interface ImageFilter {
  q: string;
  /** An album id; `none` = images in no album. */
  album: string;
  format: string;
  tag: string;
  /** The first and the last day of the upload in UTC, such as `2026-11-21`. */
  from: string;
  to: string;
  /** Bytes at least. */
  min_size: string;
  order: string;
}

export const NO_FILTER: ImageFilter = {
  q: '',
  album: '',
  format: '',
  tag: '',
  from: '',
  to: '',
  min_size: '',
  order: 'newest',
};

const PAGE = 100;
/** Enough to fill most windows. A smaller first page arrives sooner. */
const FIRST_PAGE = 60;

export function filterFromQuery(query: URLSearchParams): ImageFilter {
  const names = Object.keys(NO_FILTER) as (keyof ImageFilter)[];
  return Object.fromEntries(names.map((name) => [name, query.get(name) ?? NO_FILTER[name]])) as unknown as ImageFilter;
}

/** The query of a page for a filter, without a question mark; empty without a filter. */
export function queryOf(filter: ImageFilter): string {
  const given = Object.entries(filter).filter(([name, value]) => value !== NO_FILTER[name as keyof ImageFilter]);
  return new URLSearchParams(given).toString();
}

/** Whether the filter leaves images out. */
export function isFiltering({ order: _, ...filter }: ImageFilter): boolean {
  return Object.values(filter).some((value) => value !== '');
}

/** The members of the API's query that select the images of a filter. */
export function selectorOf({ album, order: _, ...filter }: ImageFilter): Readonly<Record<string, string>> {
  const given = { ...filter, album_id: album === 'none' ? '' : album };
  const selector = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
  // An empty album name selects the images in no album.
  return album === 'none' ? { ...selector, album: '' } : selector;
}

/**
 * The API path of one page of images.
 * @param cursor undefined = the first page
 * @param range only images of these dates, within those of the filter
 */
export function imagesPath(filter: ImageFilter, cursor?: string, range?: DateRange): string {
  const selector = selectorOf(filter);
  const limit = String(cursor === undefined && range === undefined ? FIRST_PAGE : PAGE);
  const query = new URLSearchParams({ limit, ...selector, order: filter.order, ...(range && within(range, selector)) });
  if (cursor !== undefined) query.set('cursor', cursor);
  return `/images?${query}`;
}

/** The API path of the number of images of each month; undefined when the list is not in order of time. */
export function monthsPath(filter: ImageFilter): string | undefined {
  if (filter.order !== 'newest' && filter.order !== 'oldest') return undefined;
  const query = new URLSearchParams({ ...selectorOf(filter) }).toString();
  return query === '' ? '/images/months' : `/images/months?${query}`;
}

function within(range: DateRange, { from, to }: { from?: string; to?: string }): DateRange {
  return {
    from: from !== undefined && from > range.from ? from : range.from,
    to: to !== undefined && to < range.to ? to : range.to,
  };
}
