import { closeAccount, deleteAccountRow, lockAccount } from '../../catalog/accounts/accounts.ts';
import { anonymizeImages, listImagesOfAccount } from '../../catalog/images/images.ts';
import type { Removals } from '../../catalog/images/removals.ts';
import { addJob } from '../../catalog/operations/jobs.ts';
import { collectGarbage, type GarbageDeps } from '../operations/collect-garbage.ts';

export const DELETE_ACCOUNT_JOB = 'delete-account';

const PAGE = 200;
/** By then the request that began it is over, or its process is dead. */
const TAKE_OVER_MS = 60_000;

export interface AccountDeletionDeps extends GarbageDeps {
  removals: Removals;
}

/** What becomes of the images of a deleted account: gone with it, or kept as nobody's. */
export type ImagesOfDeleted = 'delete' | 'keep';

/**
 * Deletes an account for good. Its keys and sessions end first, in one transaction with a job that finishes the rest
 * if this process dies; then its images go, row first, and its own row last.
 * @returns how many images were deleted
 */
export async function deleteAccount(deps: AccountDeletionDeps, id: string, images: ImagesOfDeleted): Promise<number> {
  const now = deps.clock.now();
  await deps.db.transaction().execute(async (tx) => {
    await closeAccount(tx, id, now);
    const payload = { accountId: id, images };
    await addJob(tx, { kind: DELETE_ACCOUNT_JOB, payload, runAtMs: now + TAKE_OVER_MS }, now);
  });
  const removed = await removeClosedAccount(deps, id, images);
  // What the store does not give up now stays garbage, and the collector tries again.
  if (removed > 0) await collectGarbage(deps).catch(() => {});
  return removed;
}

/** What is left of a closed account goes; nothing happens when nothing is left. @returns how many images were deleted */
export async function removeClosedAccount(
  deps: AccountDeletionDeps,
  id: string,
  images: ImagesOfDeleted,
): Promise<number> {
  let removed = 0;
  for (let left = true; left; ) {
    const page = await deps.db.transaction().execute(async (tx) => {
      // An upload that has begun is waited for, so that its image goes too; one that comes later finds no account.
      await lockAccount(tx, id);
      if (images === 'keep') await anonymizeImages(tx, id);
      const ids = await listImagesOfAccount(tx, id, PAGE);
      const now = deps.clock.now();
      let gone = 0;
      for (const imageId of ids) if (await deps.removals.removeImage(tx, imageId, 'request', now)) gone++;
      if (ids.length === PAGE) return { left: true, gone };
      await deleteAccountRow(tx, id);
      return { left: false, gone };
    });
    removed += page.gone;
    left = page.left;
  }
  return removed;
}
