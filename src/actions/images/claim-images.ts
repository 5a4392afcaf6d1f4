import { findOrCreateAlbum } from '../../catalog/images/albums.ts';
import { findImages } from '../../catalog/images/image-lists.ts';
import { moveToAccount } from '../../catalog/images/images.ts';
import type { Db, Tx } from '../../catalog/schema.ts';
import type { AccountCaller } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import { hashToken } from '../../core/ids.ts';
import type { Clock } from '../../lib/clock.ts';
import { accountBytes } from '../upload/commit-images.ts';
import { forEachImage, type ImageOutcome, withImages } from './for-each-image.ts';
import { requireMaySee, type VisibleImage } from './get-image.ts';

/** An anonymous image, and the proof that the caller uploaded it. */
export interface Claim {
  id: string;
  deleteToken: string;
}

interface ClaimDeps {
  db: Db;
  clock: Clock;
  /** Total size of the images of one account; 0 = no limit. */
  maxAccountBytes: number;
}

/**
 * Moves anonymous images into the caller's account. An image with an album label goes into the account's album of that
 * name. Delete tokens stay valid. Errors of an outcome: IMAGE_NOT_FOUND, FORBIDDEN (wrong token), IMAGE_ALREADY_OWNED,
 * STORAGE_QUOTA_EXCEEDED.
 */
export async function claimImages(
  deps: ClaimDeps,
  claims: readonly Claim[],
  caller: AccountCaller,
): Promise<ImageOutcome<VisibleImage>[]> {
  const { accountId } = caller;
  const maxBytes = caller.plan.storageBytes ?? deps.maxAccountBytes;
  const now = deps.clock.now();
  // A transaction that is retried counts from the start.
  let counting: { tx: Tx; add(bytes: number): void } | undefined;
  const outcomes = await forEachImage(
    deps,
    claims.map(({ id }) => id),
    findImages,
    async (tx, image, index) => {
      requireMaySee(image, caller);
      if (hashToken(claims[index]?.deleteToken ?? '') !== image.delete_token_hash) throw new AppError('FORBIDDEN');
      if (image.account_id !== null) throw new AppError('IMAGE_ALREADY_OWNED');
      if (counting?.tx !== tx) counting = { tx, add: await accountBytes(tx, accountId, maxBytes, now) };
      counting.add(image.size_bytes);
      const label = image.album_label;
      const albumId = label === null ? null : await findOrCreateAlbum(tx, accountId, label, now);
      if (!(await moveToAccount(tx, image.id, accountId, albumId, now))) throw new AppError('IMAGE_ALREADY_OWNED');
      // The request may list the same image twice.
      image.account_id = accountId;
    },
  );
  return withImages(deps, outcomes, caller);
}

/** Claims one image. @throws AppError as `claimImages` */
export async function claimImage(deps: ClaimDeps, claim: Claim, caller: AccountCaller): Promise<VisibleImage> {
  const [outcome] = await claimImages(deps, [claim], caller);
  if (outcome?.ok === true) return outcome.value;
  throw outcome?.error ?? new AppError('IMAGE_NOT_FOUND');
}
