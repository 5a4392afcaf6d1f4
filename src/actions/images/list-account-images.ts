import { countByDay, findImages, type Listed } from '../../catalog/images/image-lists.ts';
import type { Db } from '../../catalog/schema.ts';
import { decodeCursor, encodeCursor, type Page } from '../../core/cursor.ts';
import type { Clock } from '../../lib/clock.ts';
import { asOwned } from './for-each-image.ts';
import type { VisibleImage } from './get-image.ts';
import { type ImageFilter, type ImageQuery, listOf, MAX_SCANNED, scanImages, scopeOf } from './scan-images.ts';

interface ListDeps {
  db: Db;
  clock: Clock;
  /** Signs cursors; the same in all processes. */
  cursorSecret: Uint8Array;
}

/**
 * One page of an account's images, as their owner sees them. Concurrent uploads and deletes shift nothing: each other
 * image is on exactly one page.
 * @param cursor from the previous page; undefined = the first page
 * @param maxScanned rows after which a page ends, however few images it has
 * @throws AppError INVALID_CURSOR, ALBUM_NOT_FOUND
 */
export async function listAccountImages(
  deps: ListDeps,
  accountId: string,
  query: ImageQuery,
  limit: number,
  cursor: string | undefined,
  maxScanned = MAX_SCANNED,
): Promise<Page<VisibleImage>> {
  const { items, nextCursor } = await findMatches(deps, accountId, query, limit, cursor, { maxScanned });
  const ids = items.map(({ id }) => id);
  return { items: (await findImages(deps.db, ids, deps.clock.now())).map(asOwned), nextCursor };
}

/** The first matches of a query, and what is known of the others. */
export interface Matches extends Page<Listed> {
  /** Matches behind those, counted only on request. */
  remaining: number;
  /** Whether the count ended at the bound of scanned rows: there may be more. */
  isBounded: boolean;
}

/**
 * Finds the images that match a query, in its order.
 * @param options.counts whether to count the remaining matches
 * @throws AppError INVALID_CURSOR, ALBUM_NOT_FOUND
 */
export async function findMatches(
  { db, clock, cursorSecret }: ListDeps,
  accountId: string,
  query: ImageQuery,
  limit: number,
  cursor: string | undefined,
  { maxScanned = MAX_SCANNED, counts = false } = {},
): Promise<Matches> {
  const scope = ['images', accountId, ...scopeOf(query)];
  const after = cursor === undefined ? undefined : decodeCursor(cursorSecret, scope, cursor);
  const list = await listOf(db, accountId, query);
  if (list === undefined) return { items: [], nextCursor: null, remaining: 0, isBounded: false };

  const items: Listed[] = [];
  let remaining = 0;
  let last = after;
  let isComplete = false;
  const bounds = { firstRows: limit + 1, nowMs: clock.now(), maxScanned };
  for await (const step of scanImages(db, list, query, after, bounds)) {
    const free = limit - items.length;
    items.push(...step.matches.slice(0, free));
    remaining += Math.max(0, step.matches.length - free);
    last = step.last;
    isComplete = step.atEnd;
    if (remaining > 0 && !counts) break;
  }
  const end = remaining > 0 ? items.at(-1) : isComplete ? undefined : last;
  const nextCursor = end === undefined ? null : encodeCursor(cursorSecret, scope, end);
  return { items, nextCursor, remaining, isBounded: counts && !isComplete };
}

/** The images of a month. */
export interface MonthCount {
  /** `YYYY-MM`. */
  month: string;
  images: number;
}

/**
 * Counts the images of a query by the month of their upload, the newest first.
 * @param offsetMinutes of the clock that divides the months, east of UTC
 * @returns `isBounded`: the scan ended at its bound, and older months are missing
 * @throws AppError ALBUM_NOT_FOUND
 */
export async function countMonths(
  { db, clock }: Omit<ListDeps, 'cursorSecret'>,
  accountId: string,
  filter: ImageFilter,
  offsetMinutes: number,
  maxScanned = MAX_SCANNED,
): Promise<{ months: MonthCount[]; total: number; isBounded: boolean }> {
  const list = await listOf(db, accountId, { ...filter, order: 'newest' });
  if (list === undefined) return { months: [], total: 0, isBounded: false };
  const nowMs = clock.now();
  const days = new Map<number, number>();
  const add = (day: number, images: number) => days.set(day, (days.get(day) ?? 0) + images);
  const { text, format, size, uploaded } = filter;
  let isBounded = false;
  if (text === undefined && format === undefined && size === undefined && list.within === undefined) {
    for (const { day, images } of await countByDay(db, { ...list, uploaded }, offsetMinutes, nowMs)) add(day, images);
  } else {
    isBounded = true;
    for await (const step of scanImages(db, list, filter, undefined, { firstRows: 500, nowMs, maxScanned })) {
      for (const { uploadedAt } of step.matches) add(dayAt(uploadedAt, offsetMinutes), 1);
      isBounded = !step.atEnd;
    }
  }
  const months = new Map<string, number>();
  for (const [day, images] of [...days].sort(([a], [b]) => b - a)) {
    const month = new Date(day * DAY_MS).toISOString().slice(0, 7);
    months.set(month, (months.get(month) ?? 0) + images);
  }
  const counted = [...months].map(([month, images]) => ({ month, images }));
  return { months: counted, total: counted.reduce((sum, { images }) => sum + images, 0), isBounded };
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

function dayAt(ms: number, offsetMinutes: number): number {
  return Math.floor((ms + offsetMinutes * MINUTE_MS) / DAY_MS);
}
