import { findOrCreateAlbum } from '../../catalog/images/albums.ts';
import { moveToAccount } from '../../catalog/images/images.ts';
import type { Tx } from '../../catalog/schema.ts';
import type { AccountCaller } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import { hashToken } from '../../core/ids.ts';
import { accountBytes } from '../upload/account-bytes.ts';
import type { StoreDeps } from '../upload/store-blobs.ts';
import { described } from './change-images.ts';
import { type DescribedImage, requireMaySee } from './find-image.ts';
import { eachImage, type ImageOutcome } from './for-each-image.ts';

/** An anonymous image, and what shows that it is the caller's. */
export interface Claim {
  id: string;
  deleteToken: string;
}

type ClaimDeps = Pick<StoreDeps, 'db' | 'clock'> & { maxAccountBytes: number };

/**
 * Takes anonymous images into the caller's account, each into the account's album of the name that it was uploaded with.
 * Their delete tokens stay good. Refused may be: IMAGE_NOT_FOUND, FORBIDDEN (not its token), IMAGE_ALREADY_OWNED,
 * STORAGE_QUOTA_EXCEEDED.
 */
export async function claimImages(
  deps: ClaimDeps,
  claims: readonly Claim[],
  caller: AccountCaller,
): Promise<ImageOutcome<DescribedImage>[]> {
  const { accountId } = caller;
  const now = deps.clock.now();
  // A transaction that begins again counts anew.
  let counting: { tx: Tx; add(bytes: number): void } | undefined;
  const outcomes = await eachImage(
    deps,
    claims.map(({ id }) => id),
    async (tx, image, index) => {
      requireMaySee(image, caller);
      if (hashToken(claims[index]?.deleteToken ?? '') !== image.delete_token_hash) throw new AppError('FORBIDDEN');
      if (image.account_id !== null) throw new AppError('IMAGE_ALREADY_OWNED');
      if (counting?.tx !== tx) counting = { tx, add: await accountBytes(tx, accountId, deps.maxAccountBytes, now) };
      counting.add(image.size_bytes);
      const label = image.album_label;
      const albumId = label === null ? null : await findOrCreateAlbum(tx, accountId, label, now);
      if (!(await moveToAccount(tx, image.id, accountId, albumId))) throw new AppError('IMAGE_ALREADY_OWNED');
      // The same image may be in the request twice.
      image.account_id = accountId;
    },
  );
  return described(deps, outcomes, caller);
}

/** The same for one image. @throws AppError as above */
export async function claimImage(deps: ClaimDeps, claim: Claim, caller: AccountCaller): Promise<DescribedImage> {
  const [outcome] = await claimImages(deps, [claim], caller);
  if (outcome?.ok === true) return outcome.value;
  throw outcome?.error ?? new AppError('IMAGE_NOT_FOUND');
}
