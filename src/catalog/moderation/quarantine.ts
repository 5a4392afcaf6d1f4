import type { Position } from '../../core/cursor.ts';
import type { QuarantineCause } from '../../core/states.ts';
import { type ImageRecord, imageRecords } from '../images/images.ts';
import type { Removals } from '../images/removals.ts';
import type { Db, Tx } from '../schema.ts';
import { isHeard, recordImageEvent } from '../webhooks/events.ts';

/** Why an image is in quarantine. */
export interface Quarantine {
  cause: QuarantineCause;
  reason: string | null;
}

/** Quarantines an image and purges its copies. @returns false when it is quarantined already or does not exist */
export async function quarantineImage(
  tx: Tx,
  id: string,
  why: Quarantine,
  nowMs: number,
  removals: Pick<Removals, 'purgeCopies'>,
): Promise<boolean> {
  return (await quarantine(tx, 'id', [id], why, nowMs, removals)) > 0;
}

/** Quarantines images and purges their copies. @returns the number of newly quarantined images */
export async function quarantineImages(
  tx: Tx,
  ids: readonly string[],
  why: Quarantine,
  nowMs: number,
  removals: Pick<Removals, 'purgeCopies'>,
): Promise<number> {
  return ids.length === 0 ? 0 : quarantine(tx, 'id', ids, why, nowMs, removals);
}

/** Quarantines all images of an account and purges their copies. @returns the number of newly quarantined images */
export async function quarantineAccount(
  tx: Tx,
  accountId: string,
  why: Quarantine,
  nowMs: number,
  removals: Pick<Removals, 'purgeCopies'>,
): Promise<number> {
  return quarantine(tx, 'account_id', [accountId], why, nowMs, removals);
}

async function quarantine(
  tx: Tx,
  column: 'id' | 'account_id',
  values: readonly string[],
  { cause, reason }: Quarantine,
  nowMs: number,
  removals: Pick<Removals, 'purgeCopies'>,
): Promise<number> {
  const quarantined = await tx
    .updateTable('images')
    .set({ quarantined_at: nowMs, quarantine_cause: cause, quarantine_reason: reason })
    .where(column, 'in', values)
    .where('quarantined_at', 'is', null)
    .returning(['id', 'account_id'])
    .returning(isHeard)
    .execute();
  const ids = quarantined.map((image) => image.id);
  await removals.purgeCopies(tx, ids, 'moderation', nowMs);
  for (const image of quarantined) {
    // No events for whole accounts: the transaction would grow with their images.
    if (column === 'id' && image.is_heard) await recordImageEvent(tx, 'image.updated', image, nowMs, ['quarantined']);
  }
  return quarantined.length;
}

/** Releases an image from quarantine. @returns false when it is not quarantined or does not exist */
export async function releaseImage(tx: Tx, id: string, nowMs: number): Promise<boolean> {
  const released = await tx
    .updateTable('images')
    .set({ quarantined_at: null, quarantine_cause: null, quarantine_reason: null })
    .where('id', '=', id)
    .where('quarantined_at', 'is not', null)
    .returning(['id', 'account_id'])
    .returning(isHeard)
    .executeTakeFirst();
  if (released?.is_heard) await recordImageEvent(tx, 'image.updated', released, nowMs, ['quarantined']);
  return released !== undefined;
}

/** Releases those of the images that were quarantined for this cause. @returns their number */
export async function releaseImages(
  tx: Tx,
  ids: readonly string[],
  cause: QuarantineCause,
  nowMs: number,
): Promise<number> {
  const released = await tx
    .updateTable('images')
    .set({ quarantined_at: null, quarantine_cause: null, quarantine_reason: null })
    .where('id', 'in', ids)
    .where('quarantine_cause', '=', cause)
    .returning(['id', 'account_id'])
    .returning(isHeard)
    .execute();
  for (const image of released) {
    if (image.is_heard) await recordImageEvent(tx, 'image.updated', image, nowMs, ['quarantined']);
  }
  return released.length;
}

/** Releases the images of an account that were quarantined for this cause. @returns their number */
export async function releaseAccount(tx: Tx, accountId: string, cause: QuarantineCause): Promise<number> {
  const released = await tx
    .updateTable('images')
    .set({ quarantined_at: null, quarantine_cause: null, quarantine_reason: null })
    .where('account_id', '=', accountId)
    .where('quarantine_cause', '=', cause)
    .returning('id')
    .execute();
  return released.length;
}

/** Quarantined images, those quarantined last first. @param after the last item of the previous page */
export async function listQuarantine(
  db: Db,
  after: Position | undefined,
  nowMs: number,
  limit: number,
): Promise<ImageRecord[]> {
  let query = imageRecords(db)
    .where('images.quarantined_at', 'is not', null)
    .where((eb) => eb.or([eb('images.expires_at', 'is', null), eb('images.expires_at', '>', nowMs)]))
    .orderBy('images.quarantined_at', 'desc')
    .orderBy('images.id', 'desc')
    .limit(limit);
  if (after !== undefined) {
    query = query.where((eb) =>
      eb(eb.refTuple('images.quarantined_at', 'images.id'), '<', eb.tuple(after.value, after.id)),
    );
  }
  return query.execute();
}
