import type { FormatName } from '../core/formats.ts';
import type { ImageOrder } from '../core/states.ts';

/** Which page of a list. */
export interface PageOptions {
  /** 1 to 100. */
  limit?: number | undefined;
  /** `next_cursor` of the page before. */
  cursor?: string | undefined;
}

/** Filters and order of a list of images. */
export interface ImageListOptions extends PageOptions {
  /** Album name; '' = only images in no album. */
  album?: string | undefined;
  album_id?: string | undefined;
  format?: FormatName | undefined;
  order?: ImageOrder | undefined;
  /** Text that the file name contains. */
  q?: string | undefined;
}

/** The query string of parameters, `?` included; undefined ones are left out. */
export function queryOf(parameters: object): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}
