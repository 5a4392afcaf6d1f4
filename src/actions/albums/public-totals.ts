import { type AlbumTotals, publicTotalsOf } from '../../catalog/images/albums.ts';
import type { AlbumRow, Db } from '../../catalog/schema.ts';
import { cacheOfEntries } from '../../lib/bounded-cache.ts';
import type { Clock } from '../../lib/clock.ts';

/** Number and size of the images that a public album shows. */
export type PublicTotals = (album: Pick<AlbumRow, 'id' | 'account_id'>) => Promise<AlbumTotals>;

/** Up to this number, the totals are counted for each reader and are exact. */
const MAX_EXACT = 1_000;
const KEPT_MS = 60_000;
const MAX_KEPT = 1_000;

/**
 * Counts the images of public albums. Anonymous callers cause it, and it is linear in the album: one count of a large
 * album serves all readers of a minute.
 */
export function createPublicTotals({ db, clock }: { db: Db; clock: Clock }): PublicTotals {
  const kept = cacheOfEntries<{ atMs: number; totals: Promise<AlbumTotals> }>(MAX_KEPT);
  return async (album) => {
    const now = clock.now();
    const known = kept.get(album.id);
    // A clock that was set back must not keep a count for longer.
    if (known !== undefined && Math.abs(now - known.atMs) < KEPT_MS && !isSmall(await known.totals))
      return known.totals;
    const totals = publicTotalsOf(db, album, now);
    kept.set(album.id, { atMs: now, totals });
    totals.catch(() => kept.set(album.id, { atMs: Number.NEGATIVE_INFINITY, totals: NOTHING }));
    return totals;
  };
}

const NOTHING = Promise.resolve({ count: 0, bytes: 0 });

const isSmall = ({ count }: AlbumTotals) => count <= MAX_EXACT;
