import type { FormatName } from './formats.ts';
import { linksOf } from './links.ts';

/** What an address of another host showed: the file, a small version of it, or a page about it. */
export type RedirectTarget = 'direct' | 'thumbnail' | 'view_page';

/** An address that an image had at another host. */
export interface OldAddress {
  /** In the form of `oldPathOf`. */
  path: string;
  target: RedirectTarget;
}

/** In bytes of UTF-8. Databases do not index longer texts. */
const MAX_OLD_PATH_BYTES = 1_024;

/** A control character, or half of a surrogate pair: no address of a file has one. */
const UNUSABLE = /[\p{Control}\p{Surrogate}]/u;

/**
 * The form in which old addresses are stored and looked up: decoded, NFC, with one slash at the start and none at the end.
 * @param decoded path of a URL without its query
 * @returns undefined for a path that is not stored: the root, a path with control characters, a very long one
 */
function cleanOldPath(decoded: string): string | undefined {
  const clean = `/${decoded.normalize('NFC').replace(/^\/+|\/+$/g, '')}`;
  if (clean === '/' || UNUSABLE.test(clean) || Buffer.byteLength(clean) > MAX_OLD_PATH_BYTES) return undefined;
  return clean;
}

/** The same for the path of a request, in which characters may be encoded. */
export function oldPathOf(path: string): string | undefined {
  try {
    return cleanOldPath(decodeURIComponent(path));
  } catch {
    return undefined;
  }
}

/**
 * The addresses of an image that can be stored, each once.
 * @param given decoded paths; null = none
 */
export function oldAddresses(given: readonly { path: string | null; target: RedirectTarget }[]): OldAddress[] {
  const byPath = new Map<string, OldAddress>();
  for (const { path, target } of given) {
    const clean = path === null ? undefined : cleanOldPath(path);
    if (clean !== undefined && !byPath.has(clean)) byPath.set(clean, { path: clean, target });
  }
  return [...byPath.values()];
}

/** The address of an image at this service. @param imageHost `{image_host}` */
export function newAddressOf(imageHost: string, id: string, format: FormatName, target: RedirectTarget): string {
  return linksOf(imageHost, id, format)[target];
}
