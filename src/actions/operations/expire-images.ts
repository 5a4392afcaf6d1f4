import { listExpired } from '../../catalog/images/images.ts';
import type { Removals } from '../../catalog/images/removals.ts';
import { collectGarbage, type GarbageDeps } from './collect-garbage.ts';

const PAGE = 200;

/**
 * Deletes expired images with their blobs. Requests for an image get 404 from the instant of its expiry, even before
 * this runs.
 * @returns number of deleted images
 */
export async function expireImages(deps: GarbageDeps & { removals: Removals }): Promise<number> {
  let deleted = 0;
  for (;;) {
    const now = deps.clock.now();
    const ids = await listExpired(deps.db, now, PAGE);
    if (ids.length === 0) break;
    deleted += await deps.db.transaction().execute(async (tx) => {
      let count = 0;
      for (const id of ids) if (await deps.removals.removeImage(tx, id, 'expiry', now)) count++;
      return count;
    });
  }
  if (deleted > 0) await collectGarbage(deps);
  return deleted;
}
