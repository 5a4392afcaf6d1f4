import { setImmediate } from 'node:timers/promises';
import type { Deletion } from '../../catalog/images/deletions.ts';
import { findImages } from '../../catalog/images/image-lists.ts';
import type { ImageRecord } from '../../catalog/images/images.ts';
import {
  countTrash,
  findInTrash,
  listTrash,
  lockTrash,
  moveToTrash,
  type TrashedImage,
  takeOutOfTrash,
} from '../../catalog/images/trash.ts';
import type { Tx } from '../../catalog/schema.ts';
import { type AccountCaller, type Caller, requireScope } from '../../core/caller.ts';
import { type Page, readPage } from '../../core/cursor.ts';
import { AppError } from '../../core/errors.ts';
import { isImageId } from '../../core/ids.ts';
import { purgeTime } from '../../core/time.ts';
import { removeGarbage } from '../operations/collect-garbage.ts';
import { type DeleteDeps, deleteImage, deleteImages } from './delete-image.ts';
import { forEachImage, type ImageOutcome, withImages } from './for-each-image.ts';
import { requireKeptImage, type VisibleImage } from './get-image.ts';

/** Images of one transaction: other writers wait some milliseconds for it. */
const BATCH = 100;

export interface TrashDeps extends DeleteDeps {
  /** How long an image stays in the trash; 0 = there is none, and images are deleted for good at once. */
  trashDays: number;
}

/** What became of an image: it is in the trash, or deleted for good where there is no trash. */
export type Trashed = { id: string; filename: string } & (
  | { deletion: null; trashedAtMs: number; purgeAtMs: number }
  | { deletion: Deletion }
);

/**
 * Moves an image of the caller's account to its trash: its links answer 404 from that instant, its bytes stay.
 * @throws AppError MISSING_API_KEY, INSUFFICIENT_SCOPE, IMAGE_NOT_FOUND; FORBIDDEN for images of others, also to
 *   administrators and holders of delete tokens
 */
export async function trashImage(deps: TrashDeps, id: string, given: Caller): Promise<Trashed> {
  const caller = requireScope(given, 'images:delete');
  const image = await requireKeptImage(deps, id);
  requireOwn(image, caller);
  if (deps.trashDays === 0) {
    return { id, ...(await deleteImage(deps, id, caller)) };
  }
  return deps.db.transaction().execute((tx) => trashOne(deps, tx, image));
}

/** Moves several images to the trash. The errors of an outcome are those of `trashImage`. */
export async function trashImages(
  deps: TrashDeps,
  ids: readonly string[],
  caller: AccountCaller,
): Promise<ImageOutcome<Trashed>[]> {
  if (deps.trashDays === 0) {
    const outcomes = await deleteImages(deps, ids, caller, requireOwn);
    return outcomes.map((outcome) =>
      outcome.ok ? { ...outcome, value: { id: outcome.id, ...outcome.value } } : outcome,
    );
  }
  return forEachImage(deps, ids, findImages, async (tx, image) => {
    requireOwn(image, caller);
    return trashOne(deps, tx, image);
  });
}

/** @throws AppError IMAGE_NOT_FOUND when a concurrent request deleted it first */
async function trashOne(
  { clock, trashDays, removals }: Pick<TrashDeps, 'clock' | 'trashDays' | 'removals'>,
  tx: Tx,
  { id, filename, expires_at: expiresAt }: Pick<ImageRecord, 'id' | 'filename' | 'expires_at'>,
): Promise<Trashed> {
  const nowMs = clock.now();
  const purgeAtMs = purgeTime(nowMs, trashDays);
  if (!(await moveToTrash(tx, id, { nowMs, purgeAtMs }, removals))) throw new AppError('IMAGE_NOT_FOUND');
  return { id, filename, deletion: null, trashedAtMs: nowMs, purgeAtMs: Math.min(purgeAtMs, expiresAt ?? purgeAtMs) };
}

/** @throws AppError FORBIDDEN; IMAGE_NOT_FOUND where the image is in quarantine */
function requireOwn(
  image: Pick<ImageRecord, 'account_id' | 'quarantined_at'>,
  caller: Pick<AccountCaller, 'accountId'>,
): void {
  if (image.account_id === caller.accountId) return;
  if (image.quarantined_at !== null) throw new AppError('IMAGE_NOT_FOUND');
  throw new AppError('FORBIDDEN', { detail: 'Only the account that owns an image moves it to its trash.' });
}

/** One page of an account's trash, what was moved there last first. @throws AppError INVALID_CURSOR */
export function listAccountTrash(
  { db, clock, cursorSecret: secret }: Pick<TrashDeps, 'db' | 'clock'> & { cursorSecret: Uint8Array },
  accountId: string,
  limit: number,
  cursor: string | undefined,
): Promise<Page<TrashedImage>> {
  return readPage(
    { secret, scope: ['trash', accountId], limit, cursor },
    (after, count) => listTrash(db, accountId, after, clock.now(), count),
    ({ id, trashed_at }) => ({ id, value: trashed_at }),
  );
}

/** An image in the caller's trash. @throws AppError IMAGE_NOT_FOUND also for images outside it */
export async function requireTrashed(
  { db, clock }: Pick<TrashDeps, 'db' | 'clock'>,
  id: string,
  { accountId }: AccountCaller,
): Promise<TrashedImage> {
  const found = isImageId(id) ? (await findInTrash(db, accountId, [id], clock.now())).get(id) : undefined;
  if (found === undefined) throw new AppError('IMAGE_NOT_FOUND');
  return found;
}

/**
 * Takes images out of the caller's trash: their links work again, and an image returns to its album if that still exists.
 * The error of an outcome is IMAGE_NOT_FOUND, also for images outside the caller's trash.
 */
export async function restoreImages(
  deps: Pick<TrashDeps, 'db' | 'clock' | 'removals'>,
  ids: readonly string[],
  caller: AccountCaller,
): Promise<ImageOutcome<VisibleImage>[]> {
  const outcomes: ImageOutcome<unknown>[] = [];
  for (let from = 0; from < ids.length; from += BATCH) {
    if (from > 0) await setImmediate();
    const part = ids.slice(from, from + BATCH);
    const restored = await deps.db.transaction().execute(async (tx) => {
      const now = deps.clock.now();
      const inTrash = await findInTrash(tx, caller.accountId, part, now);
      const done = new Set<string>();
      for (const id of part) if (inTrash.has(id) && (await takeOutOfTrash(tx, id, now, deps.removals))) done.add(id);
      return done;
    });
    for (const id of part) {
      if (restored.has(id)) outcomes.push({ id, ok: true, value: undefined });
      else outcomes.push({ id, ok: false, error: new AppError('IMAGE_NOT_FOUND') });
    }
  }
  return withImages(deps, outcomes, caller);
}

/** What a call that empties the trash did. */
export interface Emptied {
  deleted: number;
  /** Images that are still in the trash. */
  remaining: number;
}

/**
 * Deletes images in the caller's trash for good, in several transactions; after an interruption the same call continues.
 * Ids of images outside the trash are ignored, so that the call is safe to repeat. The collector removes the blobs of
 * large parts.
 * @param ids undefined = all, the oldest first
 * @param maxImages the largest number that one call deletes
 */
export async function emptyTrash(
  deps: DeleteDeps,
  ids: readonly string[] | undefined,
  { accountId }: AccountCaller,
  maxImages: number,
): Promise<Emptied> {
  const { db, clock, removals } = deps;
  let deleted = 0;
  for (let from = 0; from < (ids?.length ?? maxImages); from += BATCH) {
    if (from > 0) await setImmediate();
    const removed = await db.transaction().execute(async (tx) => {
      const now = clock.now();
      const limit = Math.min(BATCH, maxImages - from);
      const part = await lockTrash(tx, accountId, ids?.slice(from, from + BATCH), now, limit);
      for (const { id } of part) await removals.removeImage(tx, id, 'request', now);
      return part;
    });
    deleted += removed.length;
    if (from === 0) {
      await removeGarbage(
        deps,
        removed.flatMap((one) => [one.original_key, one.thumbnail_key]),
      );
    }
    if (ids === undefined && removed.length < BATCH) break;
  }
  deps.statistics?.count('deletes', deleted);
  return { deleted, remaining: await countTrash(db, accountId, clock.now()) };
}
