import type { Position } from '../../core/cursor.ts';
import type { ReportState } from '../../core/states.ts';
import type { Db } from '../schema.ts';
import type { ReportRow } from './rows.ts';

/** A report with the email address of the administrator who resolved it. */
export type ReportRecord = ReportRow & { resolver_email: string | null };

export async function insertReport(db: Db, row: ReportRow): Promise<void> {
  await db.insertInto('reports').values(row).execute();
}

export async function findReport(db: Db, id: string): Promise<ReportRecord | undefined> {
  return reports(db).where('reports.id', '=', id).executeTakeFirst();
}

/** Reports, newest first. @param state undefined = all @param after the last item of the previous page */
export async function listReports(
  db: Db,
  state: ReportState | undefined,
  after: Position | undefined,
  limit: number,
): Promise<ReportRecord[]> {
  let query = reports(db).orderBy('reports.created_at', 'desc').orderBy('reports.id', 'desc').limit(limit);
  if (state !== undefined) query = query.where('reports.state', '=', state);
  if (after !== undefined) {
    query = query.where((eb) =>
      eb(eb.refTuple('reports.created_at', 'reports.id'), '<', eb.tuple(after.value, after.id)),
    );
  }
  return query.execute();
}

/** Resolves all open reports of these images. @returns their number */
export async function resolveReports(
  db: Db,
  imageIds: readonly string[],
  resolution: { state: ReportState; by: string | null; note: string | null },
  nowMs: number,
): Promise<number> {
  let resolved = 0;
  for (const imageId of imageIds) {
    const rows = await db
      .updateTable('reports')
      .set({ state: resolution.state, resolved_at: nowMs, resolved_by: resolution.by, note: resolution.note })
      .where('image_id', '=', imageId)
      .where('state', '=', 'open')
      .returning('id')
      .execute();
    resolved += rows.length;
  }
  return resolved;
}

function reports(db: Db) {
  return db
    .selectFrom('reports')
    .leftJoin('accounts', 'accounts.id', 'reports.resolved_by')
    .selectAll('reports')
    .select('accounts.email as resolver_email');
}
