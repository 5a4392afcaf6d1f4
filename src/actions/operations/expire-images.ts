import { listExpired } from '../../catalog/images/images.ts';
import type { Removals } from '../../catalog/images/removals.ts';
import { collectGarbage, type GarbageDeps } from './collect-garbage.ts';

const PAGE = 200;

/**
 * Removes images whose time has come, rows and bytes. They have been answered 404 since that instant, whenever this runs.
 * @returns how many were removed
 */
export async function expireImages(deps: GarbageDeps & { removals: Removals }): Promise<number> {
  let removed = 0;
  for (;;) {
    const now = deps.clock.now();
    const ids = await listExpired(deps.db, now, PAGE);
    if (ids.length === 0) break;
    removed += await deps.db.transaction().execute(async (tx) => {
      let gone = 0;
      for (const id of ids) if (await deps.removals.removeImage(tx, id, 'expiry', now)) gone++;
      return gone;
    });
  }
  if (removed > 0) await collectGarbage(deps);
  return removed;
}
