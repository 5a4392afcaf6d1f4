import type { Position } from '../../core/cursor.ts';
import type { Db, ImageRow, Tx } from '../schema.ts';
import { isHeard, REMOVED_COLUMNS, recordImageEvent, recordRemoval } from '../webhooks/events.ts';
import { type ListedImage, listedImages } from './image-lists.ts';
import { isInTrash } from './images.ts';
import type { Removals } from './removals.ts';
import { addToTagIndex, removeFromTagIndex, TAGGED_COLUMNS } from './tags.ts';

/** An image in the trash. */
export type TrashedImage = ListedImage & { trashed_at: number; purge_at: number };

/**
 * Moves an image to the trash of its account and purges its copies: from now on everybody else finds no image.
 * @param purgeAtMs when it is deleted for good
 * @returns false when it is in the trash already, anonymous, or does not exist
 */
export async function moveToTrash(
  tx: Tx,
  id: string,
  { nowMs, purgeAtMs }: { nowMs: number; purgeAtMs: number },
  removals: Pick<Removals, 'purgeCopies'>,
): Promise<boolean> {
  const moved = await tx
    .updateTable('images')
    .set({ trashed_at: nowMs, purge_at: purgeAtMs })
    .where('id', '=', id)
    .where('account_id', 'is not', null)
    .where('trashed_at', 'is', null)
    .returning(REMOVED_COLUMNS)
    .returning(isHeard)
    .executeTakeFirst();
  if (moved === undefined) return false;
  await removeFromTagIndex(tx, moved.id);
  if (moved.is_heard) await recordRemoval(tx, moved, 'trash', nowMs, purgeAtMs);
  await removals.purgeCopies(tx, [id], 'deletion', nowMs);
  return true;
}

/**
 * Takes an image out of the trash. It returns to its album, unless that was deleted since. The purge removes the answers
 * 404 that an edge keeps.
 * @returns false when it is not in the trash
 */
export async function takeOutOfTrash(
  tx: Tx,
  id: string,
  nowMs: number,
  removals: Pick<Removals, 'purgeCopies'>,
): Promise<boolean> {
  const restored = await tx
    .updateTable('images')
    .set({ trashed_at: null, purge_at: null })
    .where('id', '=', id)
    .where(isInTrash(nowMs))
    .returning([...TAGGED_COLUMNS, 'format'])
    .returning(isHeard)
    .executeTakeFirst();
  if (restored === undefined) return false;
  await addToTagIndex(tx, restored);
  if (restored.is_heard) await recordImageEvent(tx, 'image.updated', restored, nowMs, ['trashed_at']);
  await removals.purgeCopies(tx, [id], 'change', nowMs);
  return true;
}

/** The trash of an account, the images that were moved there last first. @param after the last item of the previous page */
export async function listTrash(
  db: Db,
  accountId: string,
  after: Position | undefined,
  nowMs: number,
  limit: number,
): Promise<TrashedImage[]> {
  return trashQuery(db, accountId, after, nowMs, limit).execute() as Promise<TrashedImage[]>;
}

/** The query of `listTrash`, also for tests of its query plan. */
export function trashQuery(db: Db, accountId: string, after: Position | undefined, nowMs: number, limit: number) {
  const query = listedImages(db)
    .where('images.account_id', '=', accountId)
    .where(isInTrash(nowMs))
    .orderBy('images.trashed_at', 'desc')
    .orderBy('images.id', 'desc')
    .limit(limit);
  if (after === undefined) return query;
  return query.where((eb) => eb(eb.refTuple('images.trashed_at', 'images.id'), '<', eb.tuple(after.value, after.id)));
}

/** @returns those of the images that are in the trash of this account */
export async function findInTrash(
  db: Db,
  accountId: string,
  ids: readonly string[],
  nowMs: number,
): Promise<Map<string, TrashedImage>> {
  if (ids.length === 0) return new Map();
  const rows = await listedImages(db)
    .where('images.id', 'in', ids)
    .where('images.account_id', '=', accountId)
    .where(isInTrash(nowMs))
    .execute();
  return new Map((rows as TrashedImage[]).map((row) => [row.id, row]));
}

/**
 * Locks images in the trash of an account, so that no request restores them before the transaction ends.
 * @param ids only these; undefined = all, those that were moved there first at the start
 */
export async function lockTrash(
  tx: Tx,
  accountId: string,
  ids: readonly string[] | undefined,
  nowMs: number,
  limit: number,
): Promise<Pick<ImageRow, 'id' | 'original_key' | 'thumbnail_key'>[]> {
  return tx
    .selectFrom('images')
    .select(['id', 'original_key', 'thumbnail_key'])
    .where('account_id', '=', accountId)
    .where(isInTrash(nowMs))
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
    .orderBy('trashed_at')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute();
}

/** The number of images in the trash of an account. */
export async function countTrash(db: Db, accountId: string, nowMs: number): Promise<number> {
  const { count } = await db
    .selectFrom('images')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where(isInTrash(nowMs))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Locks images whose time in the trash is over. @returns their ids, those that are due longest at the start */
export async function lockPurgeable(tx: Tx, nowMs: number, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('images')
    .select('id')
    .where('purge_at', '<=', nowMs)
    .orderBy('purge_at')
    .limit(limit)
    .forUpdate()
    .execute();
  return rows.map((row) => row.id);
}
