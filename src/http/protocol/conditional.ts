import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** A weak entity tag of a text: the same for its compressed forms. */
export function bodyTag(text: string): string {
  return `W/"${createHash('sha256').update(text).digest('hex').slice(0, 32)}"`;
}

/**
 * Whether the client's copy is current (RFC 9110, section 13.2.2). If-None-Match decides; If-Modified-Since counts only
 * without it.
 */
export function isUnchanged(headers: IncomingHttpHeaders, current: { etag: string; lastModifiedMs?: number }): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) return tags.trim() === '*' || tagList(tags).includes(opaqueTag(current.etag));
  const since = headers['if-modified-since'];
  if (since === undefined || current.lastModifiedMs === undefined) return false;
  return Math.floor(current.lastModifiedMs / 1_000) * 1_000 <= Date.parse(since);
}

function tagList(text: string): string[] {
  return text.split(',').map((tag) => opaqueTag(tag.trim()));
}

/** A tag without its weakness prefix, because GET compares weakly. */
function opaqueTag(tag: string): string {
  return tag.replace(/^W\//, '');
}

/**
 * The range of a Range header (RFC 9110, section 14.2).
 * @returns the bytes, both ends included; 'all' without a range, and for several ranges, which are ignored;
 *   'unsatisfiable' when the range starts after the end
 */
export function rangeOf(
  headers: IncomingHttpHeaders,
  current: { sizeBytes: number; etag: string; lastModifiedMs: number },
): { start: number; end: number } | 'all' | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/i.exec(headers.range?.replaceAll(' ', '') ?? '');
  if (match === null || !rangeStillValid(headers['if-range'], current)) return 'all';
  const [, first = '', last = ''] = match;
  const size = current.sizeBytes;
  if (first === '' && last === '') return 'all';
  if (first === '') {
    const suffix = Number(last);
    return suffix === 0 ? 'unsatisfiable' : { start: Math.max(0, size - suffix), end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return 'all';
  return start >= size ? 'unsatisfiable' : { start, end };
}

/** If-Range: the range counts only when the client's copy is current, by strong comparison. */
function rangeStillValid(
  ifRange: string | string[] | undefined,
  current: { etag: string; lastModifiedMs: number },
): boolean {
  if (ifRange === undefined) return true;
  const text = String(ifRange).trim();
  if (text.startsWith('"')) return text === current.etag;
  return Date.parse(text) === Math.floor(current.lastModifiedMs / 1_000) * 1_000;
}
