import { setImmediate } from 'node:timers/promises';
import type { AccountCaller } from '../../core/caller.ts';
import type { ImageOutcome } from './for-each-image.ts';
import { findMatches } from './list-account-images.ts';
import type { ImageFilter } from './scan-images.ts';

/** Images that one call handles. */
const MAX_HANDLED = 500;
/** Images of one transaction: other writers wait some milliseconds for it. */
const BATCH = 100;

/** What one call did with the images that match a query. */
export interface HandledMatches<T> {
  outcomes: ImageOutcome<T>[];
  /** Matches behind the cursor when the call began. */
  matched: number;
  /** Those that this call did not handle. */
  remaining: number;
  /** Whether counting ended at a bound: there may be more than `matched`. */
  isBounded: boolean;
  nextCursor: string | null;
}

/**
 * Does the same work on the images of the caller's account that match a query, the newest first, at most 500 in one call.
 * The next cursor continues behind them, whether or not they still match. A repeated call handles what still matches.
 * @param work handles up to 100 images in one transaction
 * @throws AppError INVALID_CURSOR, ALBUM_NOT_FOUND
 */
export async function forEachMatch<T>(
  deps: Parameters<typeof findMatches>[0],
  { accountId }: AccountCaller,
  filter: ImageFilter,
  cursor: string | undefined,
  work: (ids: string[]) => Promise<ImageOutcome<T>[]>,
): Promise<HandledMatches<T>> {
  const query = { ...filter, order: 'newest' } as const;
  const found = await findMatches(deps, accountId, query, MAX_HANDLED, cursor, { counts: true });
  const { items, nextCursor, remaining, isBounded } = found;
  const ids = items.map(({ id }) => id);
  const outcomes: ImageOutcome<T>[] = [];
  for (let from = 0; from < ids.length; from += BATCH) {
    if (from > 0) await setImmediate();
    outcomes.push(...(await work(ids.slice(from, from + BATCH))));
  }
  return { outcomes, matched: ids.length + remaining, remaining, isBounded, nextCursor };
}
