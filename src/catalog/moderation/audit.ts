import type { Position } from '../../core/cursor.ts';
import { newId } from '../../core/ids.ts';
import type { Db } from '../schema.ts';
import type { AuditRow } from './rows.ts';

/** One administrative action. */
export interface AuditEntry {
  /** The account of the administrator; null for a command. */
  actorId: string | null;
  /** For example `image.takedown`. */
  action: string;
  /** The id of the object of the action. */
  subject: string;
  details: Record<string, unknown>;
}

/** Records an action. Call it in the transaction of the action, so that neither exists without the other. */
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

/** Audit entries, newest first. @param after the last item of the previous page */
export async function listAudit(db: Db, after: Position | undefined, limit: number): Promise<AuditRow[]> {
  let query = db.selectFrom('audit').selectAll().orderBy('at', 'desc').orderBy('id', 'desc').limit(limit);
  if (after !== undefined)
    query = query.where((eb) => eb(eb.refTuple('at', 'id'), '<', eb.tuple(after.value, after.id)));
  return query.execute();
}
