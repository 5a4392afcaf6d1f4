import { listExpired } from '../../catalog/images/images.ts';
import type { Removals } from '../../catalog/images/removals.ts';
import { lockPurgeable } from '../../catalog/images/trash.ts';
import type { DeletionRow, Tx } from '../../catalog/schema.ts';
import { collectGarbage, type GarbageDeps } from './collect-garbage.ts';

const PAGE = 200;

type Deps = GarbageDeps & { removals: Removals };

/**
 * Deletes expired images with their blobs, in the trash or not. Requests for an image get 404 from the instant of its
 * expiry, even before this runs.
 * @returns number of deleted images
 */
export async function expireImages(deps: Deps): Promise<number> {
  return deleteDue(deps, listExpired, 'expiry');
}

/** Deletes the images whose time in the trash is over, with their blobs. @returns number of deleted images */
export async function purgeTrash(deps: Deps): Promise<number> {
  return deleteDue(deps, lockPurgeable, 'request');
}

/** @param list ids of due images, those that are due longest at the start */
async function deleteDue(
  deps: Deps,
  list: (tx: Tx, nowMs: number, limit: number) => Promise<string[]>,
  cause: DeletionRow['cause'],
): Promise<number> {
  let deleted = 0;
  for (let due = PAGE; due === PAGE; ) {
    const now = deps.clock.now();
    const page = await deps.db.transaction().execute(async (tx) => {
      const ids = await list(tx, now, PAGE);
      let count = 0;
      for (const id of ids) if (await deps.removals.removeImage(tx, id, cause, now)) count++;
      return { due: ids.length, count };
    });
    deleted += page.count;
    due = page.due;
  }
  if (deleted > 0) await collectGarbage(deps);
  return deleted;
}
