import { type Deletion, findDeletions } from '../../catalog/images/deletions.ts';
import { findImages } from '../../catalog/images/image-lists.ts';
import { removeImage } from '../../catalog/images/remove-image.ts';
import type { AccountCaller } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import { auditAsAdmin } from '../moderation/audit-as-admin.ts';
import { removeGarbage } from '../operations/collect-garbage.ts';
import type { StoreDeps } from '../upload/store-blobs.ts';
import { applyChange, type ImageChange, requireMayChange } from './change-image.ts';
import { checkMayDelete } from './delete-image.ts';
import type { DescribedImage } from './find-image.ts';
import { eachImage, type ImageOutcome } from './for-each-image.ts';
import { asOwned } from './list-images.ts';

/** Changes several images alike. Each outcome is as of a change alone. */
export async function changeImages(
  deps: Pick<StoreDeps, 'db' | 'clock' | 'hasEdge'>,
  ids: readonly string[],
  change: Omit<ImageChange, 'filename'>,
  caller: AccountCaller,
): Promise<ImageOutcome<DescribedImage>[]> {
  const outcomes = await eachImage(deps, ids, async (tx, image) => {
    requireMayChange(image, caller);
    await applyChange(tx, image, change, deps.clock.now(), deps.hasEdge);
    await auditAsAdmin(tx, caller, image, 'image.change', { ...change }, deps.clock.now());
  });
  return described(deps, outcomes, caller);
}

/** Deletes several images. Each outcome is as of a deletion alone. */
export async function deleteImages(
  deps: StoreDeps,
  ids: readonly string[],
  caller: AccountCaller,
): Promise<ImageOutcome<Deletion>[]> {
  const removal = { cause: 'request', hasEdge: deps.hasEdge } as const;
  const keys: string[] = [];
  const outcomes = await eachImage(deps, ids, async (tx, image) => {
    checkMayDelete(image, caller);
    const deletion = await removeImage(tx, image.id, deps.clock.now(), removal);
    if (deletion === undefined) throw new AppError('IMAGE_NOT_FOUND');
    await auditAsAdmin(tx, caller, image, 'image.delete', {}, deps.clock.now());
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

/** The images of the outcomes as the caller sees them now. */
export async function described(
  { db, clock }: Pick<StoreDeps, 'db' | 'clock'>,
  outcomes: readonly ImageOutcome<unknown>[],
  caller: AccountCaller,
): Promise<ImageOutcome<DescribedImage>[]> {
  const ids = outcomes.flatMap((outcome) => (outcome.ok ? outcome.id : []));
  const images = new Map((await findImages(db, ids, clock.now())).map((image) => [image.id, image]));
  return outcomes.map((outcome) => {
    const { id } = outcome;
    if (!outcome.ok) return outcome;
    const image = images.get(id);
    if (image === undefined) return { id, ok: false, error: new AppError('IMAGE_NOT_FOUND') };
    return { id, ok: true, value: image.account_id === caller.accountId ? asOwned(image) : { image } };
  });
}
