import { type Deletion, findDeletion } from '../../catalog/images/deletions.ts';
import type { ImageRecord } from '../../catalog/images/images.ts';
import { removeImage } from '../../catalog/images/remove-image.ts';
import { type AccountCaller, type Caller, covers } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import { auditAsAdmin } from '../moderation/audit-as-admin.ts';
import { removeGarbage } from '../operations/collect-garbage.ts';
import type { StoreDeps } from '../upload/store-blobs.ts';
import { requireKeptImage } from './find-image.ts';

/**
 * Deletes an image for good: its row first, then its bytes. Bytes that the store does not give up now are garbage in
 * the catalog, and the collector tries again.
 * @returns what has become of it so far
 * @throws AppError MISSING_API_KEY, IMAGE_NOT_FOUND, FORBIDDEN, INSUFFICIENT_SCOPE
 */
export async function deleteImage(deps: StoreDeps, id: string, caller: Caller): Promise<Deletion> {
  if (caller.kind === 'anonymous') throw new AppError('MISSING_API_KEY');
  const image = await requireKeptImage(deps, id);
  checkMayDelete(image, caller);
  const now = deps.clock.now();
  const removal = { cause: 'request', hasEdge: deps.hasEdge } as const;
  const deletion = await deps.db.transaction().execute(async (tx) => {
    const removed = await removeImage(tx, id, now, removal);
    // Somebody else's request was faster.
    if (removed === undefined) throw new AppError('IMAGE_NOT_FOUND');
    await auditAsAdmin(tx, caller, image, 'image.delete', {}, now);
    return removed;
  });
  deps.statistics?.count('deletes');
  await removeGarbage(deps, [image.original_key, image.thumbnail_key]);
  return (await findDeletion(deps.db, deletion.id)) ?? deletion;
}

/** What is in quarantine its owner may delete, and nobody else learns of. @throws AppError IMAGE_NOT_FOUND, FORBIDDEN, INSUFFICIENT_SCOPE */
export function checkMayDelete(
  image: Pick<ImageRecord, 'account_id' | 'delete_token_hash' | 'quarantined_at'>,
  caller: Exclude<Caller, { kind: 'anonymous' }>,
): void {
  const notTheirs = image.quarantined_at === null ? 'FORBIDDEN' : 'IMAGE_NOT_FOUND';
  if (caller.kind === 'delete-token') {
    if (caller.tokenHash !== image.delete_token_hash) throw new AppError(notTheirs);
    return;
  }
  if (covers(caller.grants, 'admin')) return;
  if (image.account_id !== caller.accountId) throw new AppError(notTheirs);
  requireDeleteScope(caller);
}

function requireDeleteScope(caller: AccountCaller): void {
  const scope = 'images:delete';
  if (!covers(caller.grants, scope)) throw new AppError('INSUFFICIENT_SCOPE', { details: { scope } });
}
