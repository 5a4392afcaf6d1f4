import type { Position } from '../../core/cursor.ts';
import type { QuarantineCause } from '../../core/states.ts';
import { type ImageRecord, imageRecords } from '../images/images.ts';
import type { Removals } from '../images/removals.ts';
import type { Db, Tx } from '../schema.ts';

/** Why an image is in quarantine. */
export interface Quarantine {
  cause: QuarantineCause;
  reason: string | null;
}

/** Puts an image into quarantine and purges its copies. @returns false when it is in quarantine already, or does not exist */
export async function quarantineImage(
  tx: Tx,
  id: string,
  { cause, reason }: Quarantine,
  nowMs: number,
  removals: Pick<Removals, 'purgeCopies'>,
): Promise<boolean> {
  const put = await tx
    .updateTable('images')
    .set({ quarantined_at: nowMs, quarantine_cause: cause, quarantine_reason: reason })
    .where('id', '=', id)
    .where('quarantined_at', 'is', null)
    .returning(['id', 'format'])
    .executeTakeFirst();
  if (put !== undefined) await removals.purgeCopies(tx, put, nowMs);
  return put !== undefined;
}

/** Puts all images of an account into quarantine. @returns how many were not there before */
export async function quarantineAccount(
  tx: Tx,
  accountId: string,
  { cause, reason }: Quarantine,
  nowMs: number,
  removals: Pick<Removals, 'purgeCopies'>,
): Promise<number> {
  const put = await tx
    .updateTable('images')
    .set({ quarantined_at: nowMs, quarantine_cause: cause, quarantine_reason: reason })
    .where('account_id', '=', accountId)
    .where('quarantined_at', 'is', null)
    .returning(['id', 'format'])
    .execute();
  for (const image of put) await removals.purgeCopies(tx, image, nowMs);
  return put.length;
}

/** Shows an image again. @returns false when it is not in quarantine, or gone */
export async function releaseImage(tx: Tx, id: string): Promise<boolean> {
  const released = await tx
    .updateTable('images')
    .set({ quarantined_at: null, quarantine_cause: null, quarantine_reason: null })
    .where('id', '=', id)
    .where('quarantined_at', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return released !== undefined;
}

/** Shows the images of an account again that were put away for this cause. @returns how many */
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

/** What is in quarantine, the latest first. @param after where the page before ended */
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
