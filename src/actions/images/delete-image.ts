import { type Deletion, findDeletion, findDeletions } from '../../catalog/images/deletions.ts';
import { findStoredImages } from '../../catalog/images/image-lists.ts';
import type { ImageRecord } from '../../catalog/images/images.ts';
import type { Removals } from '../../catalog/images/removals.ts';
import type { Db } from '../../catalog/schema.ts';
import type { AccountCaller, Caller } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import { isDeletionId } from '../../core/ids.ts';
import { covers } from '../../core/scopes.ts';
import type { CountStatistic } from '../../core/statistics.ts';
import { type GarbageDeps, removeGarbage } from '../operations/collect-garbage.ts';
import { forEachImage, type ImageOutcome } from './for-each-image.ts';
import { auditAsAdmin, requireStoredImage } from './get-image.ts';

/** An image that was deleted for good. */
export interface DeletedImage {
  filename: string;
  deletion: Deletion;
}

export interface DeleteDeps extends GarbageDeps {
  removals: Removals;
  statistics?: { count: CountStatistic };
}

/**
 * Deletes an image for good, also one in the trash: first its row, then its blobs. Blobs that the store does not remove now stay garbage, and the
 * collector retries.
 * @returns the progress of the deletion, and the name of the image
 * @throws AppError MISSING_API_KEY, IMAGE_NOT_FOUND, FORBIDDEN, INSUFFICIENT_SCOPE
 */
export async function deleteImage(deps: DeleteDeps, id: string, caller: Caller): Promise<DeletedImage> {
  if (caller.kind === 'anonymous') throw new AppError('MISSING_API_KEY');
  const image = await requireStoredImage(deps, id);
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
  return { filename: image.filename, deletion: (await findDeletion(deps.db, deletion.id)) ?? deletion };
}

/**
 * Deletes several images for good. The errors of an outcome are those of `deleteImage`.
 * @param check a further condition of each image, which throws an AppError
 */
export async function deleteImages(
  deps: DeleteDeps,
  ids: readonly string[],
  caller: AccountCaller,
  check: (image: ImageRecord, caller: AccountCaller) => void = () => {},
): Promise<ImageOutcome<DeletedImage>[]> {
  const now = deps.clock.now();
  const keys: string[] = [];
  const outcomes = await forEachImage(deps, ids, findStoredImages, async (tx, image) => {
    check(image, caller);
    requireMayDelete(image, caller);
    const deletion = await deps.removals.removeImage(tx, image.id, 'request', now);
    if (deletion === undefined) throw new AppError('IMAGE_NOT_FOUND');
    await auditAsAdmin(tx, caller, image, 'image.delete', {}, now);
    keys.push(image.original_key, image.thumbnail_key);
    return { filename: image.filename, deletion };
  });
  deps.statistics?.count('deletes', outcomes.filter((outcome) => outcome.ok).length);
  await removeGarbage(deps, keys);
  const deletions = await findDeletions(
    deps.db,
    outcomes.flatMap((outcome) => (outcome.ok ? outcome.value.deletion.id : [])),
  );
  return outcomes.map((outcome) => {
    if (!outcome.ok) return outcome;
    const { filename, deletion } = outcome.value;
    return { ...outcome, value: { filename, deletion: deletions.get(deletion.id) ?? deletion } };
  });
}

/** The progress of a deletion. @throws AppError DELETION_NOT_FOUND for malformed, unknown and outdated ids alike */
export async function requireDeletion({ db }: { db: Db }, id: string): Promise<Deletion> {
  const deletion = isDeletionId(id) ? await findDeletion(db, id) : undefined;
  if (deletion === undefined) throw new AppError('DELETION_NOT_FOUND');
  return deletion;
}

/**
 * The account that owns an image in quarantine or in the trash may delete it; for all others but administrators it does
 * not exist. The delete token also deletes an image in the trash.
 * @throws AppError IMAGE_NOT_FOUND, FORBIDDEN, INSUFFICIENT_SCOPE
 */
function requireMayDelete(
  image: Pick<ImageRecord, 'account_id' | 'delete_token_hash' | 'quarantined_at' | 'trashed_at'>,
  caller: Exclude<Caller, { kind: 'anonymous' }>,
): void {
  const isPublic = image.quarantined_at === null && image.trashed_at === null;
  const refusal = isPublic ? 'FORBIDDEN' : 'IMAGE_NOT_FOUND';
  if (caller.kind === 'delete-token') {
    // The evidence stays until an administrator has decided: the holder of a token is unknown.
    if (caller.tokenHash !== image.delete_token_hash || image.quarantined_at !== null) throw new AppError(refusal);
    return;
  }
  if (covers(caller.grants, 'admin')) return;
  if (image.account_id !== caller.accountId) throw new AppError(refusal);
  const scope = 'images:delete';
  if (!covers(caller.grants, scope)) throw new AppError('INSUFFICIENT_SCOPE', { details: { scope } });
}
