import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from './errors.ts';

const MAC_BYTES = 16;

/** The end of a page: the value that the list is sorted by, and the id that breaks ties. */
export interface Position {
  value: number;
  id: string;
}

/**
 * Encodes a position as a cursor: base64url of the position and a MAC over position and scope.
 * @param scope owner, filters and order of the list; the cursor is valid for this scope only
 */
export function encodeCursor(secret: Uint8Array, scope: readonly unknown[], { value, id }: Position): string {
  const payload = Buffer.from(JSON.stringify([value, id]));
  return Buffer.concat([mac(secret, scope, payload), payload]).toString('base64url');
}

/** Decodes a cursor. @throws AppError INVALID_CURSOR unless it was encoded with the same secret and scope */
export function decodeCursor(secret: Uint8Array, scope: readonly unknown[], cursor: string): Position {
  const bytes = Buffer.from(cursor, 'base64url');
  const payload = bytes.subarray(MAC_BYTES);
  // The base64url decoder ignores invalid characters, so only the canonical form is accepted.
  const wellFormed = bytes.length > MAC_BYTES && bytes.toString('base64url') === cursor;
  if (!wellFormed || !timingSafeEqual(bytes.subarray(0, MAC_BYTES), mac(secret, scope, payload))) {
    throw new AppError('INVALID_CURSOR', { param: 'cursor' });
  }
  const [value, id] = JSON.parse(payload.toString()) as [number, string];
  return { value, id };
}

/** A part of a list. A cursor is present if and only if there are more items. */
export interface Page<T> {
  items: T[];
  nextCursor: string | null;
}

/**
 * One page of a list.
 * @param request.secret signs cursors; the same on all nodes
 * @param request.scope names the list; a cursor is valid for one scope only
 * @param request.cursor from the previous page; undefined = the first page
 * @param read returns the first rows behind a position, at most `limit`
 * @throws AppError INVALID_CURSOR
 */
export async function readPage<T>(
  request: { secret: Uint8Array; scope: readonly unknown[]; limit: number; cursor: string | undefined },
  read: (after: Position | undefined, limit: number) => Promise<T[]>,
  positionOf: (row: T) => Position,
): Promise<Page<T>> {
  const { secret, scope, limit, cursor } = request;
  const after = cursor === undefined ? undefined : decodeCursor(secret, scope, cursor);
  // One more row than the page holds shows whether there is another page.
  const rows = await read(after, limit + 1);
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return { items, nextCursor: last === undefined ? null : encodeCursor(secret, scope, positionOf(last)) };
}

function mac(secret: Uint8Array, scope: readonly unknown[], payload: Uint8Array): Buffer {
  return createHmac('sha256', secret)
    .update(JSON.stringify(scope))
    .update('\0')
    .update(payload)
    .digest()
    .subarray(0, MAC_BYTES);
}
