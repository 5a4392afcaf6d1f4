import { addAudit } from '../../catalog/moderation/audit.ts';
import { findReport, insertReport, type ReportRecord, resolveReports } from '../../catalog/moderation/reports.ts';
import type { Db, Tx } from '../../catalog/schema.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { cleanDescription } from '../../core/names.ts';
import type { ReportReason, ReportState, Resolution } from '../../core/states.ts';
import type { Clock } from '../../lib/clock.ts';
import { requireImage } from '../images/get-image.ts';
import { suspendAccount } from './suspend-account.ts';
import { type TakedownDeps, takeDownImage } from './take-down-image.ts';

/** A visitor's complaint about an image. */
export interface Report {
  reason: ReportReason;
  comment: string | null;
  /** Address of the reporter, for questions. */
  email: string | null;
}

/** Stores a report for the administrators. @throws AppError IMAGE_NOT_FOUND */
export async function reportImage(deps: { db: Db; clock: Clock }, imageId: string, report: Report): Promise<void> {
  const { id } = await requireImage(deps, imageId);
  await insertReport(deps.db, {
    id: newId('rep'),
    image_id: id,
    ...report,
    comment: cleanDescription(report.comment),
    created_at: deps.clock.now(),
    state: 'open',
    resolved_at: null,
    resolved_by: null,
    note: null,
  });
}

/**
 * Decides on a report and on all other open reports of the same image: dismisses them, takes the image down and blocks
 * the picture, or also suspends the account.
 * @returns the resolved report
 * @throws AppError REPORT_NOT_FOUND, REPORT_RESOLVED; for a takedown IMAGE_NOT_FOUND; for a suspension
 *   INVALID_PARAMETER when the image is anonymous, FORBIDDEN when it is the administrator's own
 */
export async function resolveReport(
  deps: TakedownDeps,
  actorId: string,
  id: string,
  { action, note: given }: { action: Resolution; note: string | null },
): Promise<ReportRecord> {
  const note = cleanDescription(given);
  const { db, clock } = deps;
  const report = await findReport(db, id);
  if (report === undefined) throw new AppError('REPORT_NOT_FOUND');
  if (report.state !== 'open') throw new AppError('REPORT_RESOLVED', { details: { state: report.state } });

  async function close(tx: Tx, state: ReportState, imageIds: string[]): Promise<void> {
    const now = clock.now();
    const resolved = await resolveReports(tx, imageIds, { state, by: actorId, note }, now);
    const details = { decision: action, image: report?.image_id, note, reports: resolved };
    await addAudit(tx, { actorId, action: 'report.resolve', subject: id, details }, now);
  }

  if (action === 'dismiss') {
    await db.transaction().execute((tx) => close(tx, 'dismissed', [report.image_id]));
  } else {
    const reason = note ?? report.reason;
    await takeDownImage(deps, report.image_id, { actorId, reason, block: true }, async (tx, { copies }, image) => {
      if (action === 'takedown_and_suspend') {
        if (image.account_id === null) {
          throw new AppError('INVALID_PARAMETER', { detail: 'The image belongs to no account.', param: 'action' });
        }
        await suspendAccount(deps, tx, actorId, image.account_id, { suspended: true, reason, hideImages: false });
      }
      const imageIds = copies.map((copy) => copy.id);
      await close(tx, 'taken_down', imageIds);
    });
  }
  return (await findReport(db, id)) ?? report;
}
