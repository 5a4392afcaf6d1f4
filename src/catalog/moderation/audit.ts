import type { Position } from '../../core/cursor.ts';
import { newId } from '../../core/ids.ts';
import type { AuditRow, Db } from '../schema.ts';

/** One administrative act, as it is written down. */
export interface AuditEntry {
  /** Account of the administrator; null for a command. */
  actorId: string | null;
  /** Such as `image.takedown`. */
  action: string;
  /** Id of what was acted on. */
  subject: string;
  details: Record<string, unknown>;
}

/** Writes an act down; in the transaction of the act, so that there is never one without the other. */
export async function addAudit(
  db: Db,
  { actorId, action, subject, details }: AuditEntry,
  nowMs: number,
): Promise<void> {
  const actor =
    actorId === null
      ? undefined
      : await db.selectFrom('accounts').select('email').where('id', '=', actorId).executeTakeFirst();
  await db
    .insertInto('audit')
    .values({
      id: newId('aud'),
      at: nowMs,
      actor_id: actorId,
      actor_email: actor?.email ?? null,
      action,
      subject,
      details: JSON.stringify(details),
    })
    .execute();
}

/** Acts, the newest first. @param after where the page before ended */
export async function listAudit(db: Db, after: Position | undefined, limit: number): Promise<AuditRow[]> {
  let query = db.selectFrom('audit').selectAll().orderBy('at', 'desc').orderBy('id', 'desc').limit(limit);
  if (after !== undefined)
    query = query.where((eb) => eb(eb.refTuple('at', 'id'), '<', eb.tuple(after.value, after.id)));
  return query.execute();
}
