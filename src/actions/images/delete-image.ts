import { type Deletion, findDeletion, findDeletions } from '../../catalog/images/deletions.ts';
import type { ImageRecord } from '../../catalog/images/images.ts';
import type { Removals } from '../../catalog/images/removals.ts';
import type { Db } from '../../catalog/schema.ts';
import { type AccountCaller, type Caller, covers } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import { isDeletionId } from '../../core/ids.ts';
import type { CountStatistic } from '../../core/statistics.ts';
import { type GarbageDeps, removeGarbage } from '../operations/collect-garbage.ts';
import { forEachImage, type ImageOutcome } from './for-each-image.ts';
import { auditAsAdmin, requireKeptImage } from './get-image.ts';

interface DeleteDeps extends GarbageDeps {
  removals: Removals;
  statistics?: { count: CountStatistic };
}

/**
 * Deletes an image: first its row, then its blobs. Blobs that the store does not remove now stay garbage, and the
 * collector retries.
 * @returns the progress of the deletion
 * @throws AppError MISSING_API_KEY, IMAGE_NOT_FOUND, FORBIDDEN, INSUFFICIENT_SCOPE
 */
export async function deleteImage(deps: DeleteDeps, id: string, caller: Caller): Promise<Deletion> {
  if (caller.kind === 'anonymous') throw new AppError('MISSING_API_KEY');
  const image = await requireKeptImage(deps, id);
  requireMayDelete(image, caller);
  const now = deps.clock.now();
  const deletion = await deps.db.transaction().execute(async (tx) => {
    const removed = await deps.removals.removeImage(tx, id, 'request', now);
    // A concurrent request deleted it first.
    if (removed === undefined) throw new AppError('IMAGE_NOT_FOUND');
    await auditAsAdmin(tx, caller, image, 'image.delete', {}, now);
    return removed;
  });
  deps.statistics?.count('deletes');
  await removeGarbage(deps, [image.original_key, image.thumbnail_key]);
  return (await findDeletion(deps.db, deletion.id)) ?? deletion;
}

/** Deletes several images. The errors of an outcome are those of `deleteImage`. */
export async function deleteImages(
  deps: DeleteDeps,
  ids: readonly string[],
  caller: AccountCaller,
): Promise<ImageOutcome<Deletion>[]> {
  const now = deps.clock.now();
  const keys: string[] = [];
  const outcomes = await forEachImage(deps, ids, async (tx, image) => {
    requireMayDelete(image, caller);
    const deletion = await deps.removals.removeImage(tx, image.id, 'request', now);
    if (deletion === undefined) throw new AppError('IMAGE_NOT_FOUND');
    await auditAsAdmin(tx, caller, image, 'image.delete', {}, now);
    keys.push(image.original_key, image.thumbnail_key);
    return deletion;
  });
  deps.statistics?.count('deletes', outcomes.filter((outcome) => outcome.ok).length);
  await removeGarbage(deps, keys);
  const deletions = await findDeletions(
    deps.db,
    outcomes.flatMap((outcome) => (outcome.ok ? outcome.value.id : [])),
  );
  return outcomes.map((outcome) =>
    outcome.ok ? { ...outcome, value: deletions.get(outcome.value.id) ?? outcome.value } : outcome,
  );
}

/** The progress of a deletion. @throws AppError DELETION_NOT_FOUND for malformed, unknown and outdated ids alike */
export async function requireDeletion({ db }: { db: Db }, id: string): Promise<Deletion> {
  const deletion = isDeletionId(id) ? await findDeletion(db, id) : undefined;
  if (deletion === undefined) throw new AppError('DELETION_NOT_FOUND');
  return deletion;
}

/**
 * The owner of an image in quarantine may delete it; for all others but administrators it does not exist.
 * @throws AppError IMAGE_NOT_FOUND, FORBIDDEN, INSUFFICIENT_SCOPE
 */
function requireMayDelete(
  image: Pick<ImageRecord, 'account_id' | 'delete_token_hash' | 'quarantined_at'>,
  caller: Exclude<Caller, { kind: 'anonymous' }>,
): void {
  const refusal = image.quarantined_at === null ? 'FORBIDDEN' : 'IMAGE_NOT_FOUND';
  if (caller.kind === 'delete-token') {
    if (caller.tokenHash !== image.delete_token_hash) throw new AppError(refusal);
    return;
  }
  if (covers(caller.grants, 'admin')) return;
  if (image.account_id !== caller.accountId) throw new AppError(refusal);
  const scope = 'images:delete';
  if (!covers(caller.grants, scope)) throw new AppError('INSUFFICIENT_SCOPE', { details: { scope } });
}
