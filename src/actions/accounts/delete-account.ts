import { closeAccount, deleteAccountRow, lockAccount } from '../../catalog/accounts/accounts.ts';
import { anonymizeImages, listImagesOfAccount } from '../../catalog/images/images.ts';
import type { Removals } from '../../catalog/images/removals.ts';
import { addAudit } from '../../catalog/moderation/audit.ts';
import { addJob } from '../../catalog/operations/jobs.ts';
import { endUploadsOf } from '../../catalog/operations/resumable-uploads.ts';
import type { Tx } from '../../catalog/schema.ts';
import { collectGarbage, type GarbageDeps } from '../operations/collect-garbage.ts';

export const DELETE_ACCOUNT_JOB = 'delete-account';

const PAGE = 200;
/** By this time the request has ended, or its process has died. */
const TAKE_OVER_MS = 60_000;

export interface AccountDeletionDeps extends GarbageDeps {
  removals: Removals;
}

/** Whether the images are deleted with the account, or kept as anonymous images. */
export type ImagesOfDeleted = 'delete' | 'keep';

/**
 * Deletes an account. The first transaction ends its keys and sessions and adds a job, which finishes the deletion if
 * this process dies. Then the images go, and the row of the account last.
 * @param alongside runs in that transaction
 * @returns number of deleted images
 */
export async function deleteAccount(
  deps: AccountDeletionDeps,
  id: string,
  images: ImagesOfDeleted,
  alongside: (tx: Tx) => Promise<void> = async () => {},
): Promise<number> {
  const now = deps.clock.now();
  await deps.db.transaction().execute(async (tx) => {
    await alongside(tx);
    await closeAccount(tx, id, now);
    await endUploadsOf(tx, id, now);
    const payload = { accountId: id, images };
    await addJob(tx, { kind: DELETE_ACCOUNT_JOB, payload, runAtMs: now + TAKE_OVER_MS }, now);
  });
  const removed = await removeClosedAccount(deps, id, images);
  // Blobs that the store does not delete now stay garbage, and the collector retries.
  if (removed > 0) await collectGarbage(deps).catch(() => {});
  return removed;
}

/** Deletes an account for the operator, with an entry in the audit log. @returns number of deleted images */
export async function deleteAccountOfOperator(
  deps: AccountDeletionDeps,
  id: string,
  images: ImagesOfDeleted,
): Promise<number> {
  const entry = { actorId: null, action: 'account.delete', subject: id, details: { images } };
  return deleteAccount(deps, id, images, (tx) => addAudit(tx, entry, deps.clock.now()));
}

/** Deletes what remains of a closed account; safe to repeat. @returns number of deleted images */
export async function removeClosedAccount(
  deps: AccountDeletionDeps,
  id: string,
  images: ImagesOfDeleted,
): Promise<number> {
  let removed = 0;
  for (let left = true; left; ) {
    const page = await deps.db.transaction().execute(async (tx) => {
      // The lock waits for uploads that are committing; later uploads find no account.
      await lockAccount(tx, id);
      if (images === 'keep') await anonymizeImages(tx, id);
      const ids = await listImagesOfAccount(tx, id, PAGE);
      const now = deps.clock.now();
      let deleted = 0;
      for (const imageId of ids) if (await deps.removals.removeImage(tx, imageId, 'request', now)) deleted++;
      if (ids.length === PAGE) return { left: true, deleted };
      await deleteAccountRow(tx, id);
      return { left: false, deleted };
    });
    removed += page.deleted;
    left = page.left;
  }
  return removed;
}
