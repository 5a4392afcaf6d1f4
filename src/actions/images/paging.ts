import { decodeCursor, encodeCursor, type Position } from '../../core/cursor.ts';
import type { Page } from './list-images.ts';

/** What a page of any list needs. */
export interface PageRequest {
  /** Signs cursors; the same in all processes. */
  secret: Uint8Array;
  /** What the list is; a cursor is good for no other. */
  scope: readonly unknown[];
  limit: number;
  /** From the page before; undefined = the first page. */
  cursor: string | undefined;
}

/**
 * One page of a list.
 * @param read gives so many rows that come after a position
 * @param positionOf where a row is in the list
 * @throws AppError INVALID_CURSOR
 */
export async function readPage<T>(
  { secret, scope, limit, cursor }: PageRequest,
  read: (after: Position | undefined, limit: number) => Promise<T[]>,
  positionOf: (row: T) => Position,
): Promise<Page<T>> {
  const after = cursor === undefined ? undefined : decodeCursor(secret, scope, cursor);
  // One row more than the page tells whether there is another page.
  const rows = await read(after, limit + 1);
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return { items, nextCursor: last === undefined ? null : encodeCursor(secret, scope, positionOf(last)) };
}
