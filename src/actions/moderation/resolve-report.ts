import { addAudit } from '../../catalog/moderation/audit.ts';
import { findReport, type ReportRecord, resolveReports } from '../../catalog/moderation/reports.ts';
import type { Tx } from '../../catalog/schema.ts';
import { AppError } from '../../core/errors.ts';
import type { ReportState, Resolution } from '../../core/states.ts';
import { withHash } from '../derive/hash-stored.ts';
import { requireKeptImage } from '../images/find-image.ts';
import { suspendWithin } from './suspend-account.ts';
import { removeBytes, type TakedownDeps, takeDownWithin } from './take-down.ts';

/**
 * Decides on a report, and with it on all open reports of the same image: in vain, or the image goes and the picture is
 * kept from coming back, or its account is suspended too.
 * @returns the report as it is now
 * @throws AppError REPORT_NOT_FOUND, REPORT_RESOLVED; where the image shall go IMAGE_NOT_FOUND when it is gone; where the
 *   account shall be suspended INVALID_PARAMETER when there is none, FORBIDDEN when it is the administrator's own
 */
export async function resolveReport(
  deps: TakedownDeps,
  actorId: string,
  id: string,
  { action, note }: { action: Resolution; note: string | null },
): Promise<ReportRecord> {
  const { db, clock } = deps;
  const report = await findReport(db, id);
  if (report === undefined) throw new AppError('REPORT_NOT_FOUND');
  if (report.state !== 'open') throw new AppError('REPORT_RESOLVED', { details: { state: report.state } });
  const now = clock.now();

  async function conclude(tx: Tx, state: ReportState, imageIds: string[]): Promise<void> {
    const resolved = await resolveReports(tx, imageIds, { state, by: actorId, note }, now);
    const details = { decision: action, image: report?.image_id, note, reports: resolved };
    await addAudit(tx, { actorId, action: 'report.resolve', subject: id, details }, now);
  }

  if (action === 'dismiss') {
    await db.transaction().execute((tx) => conclude(tx, 'dismissed', [report.image_id]));
  } else {
    const image = await withHash(deps, await requireKeptImage(deps, report.image_id));
    const takenDown = await db.transaction().execute(async (tx) => {
      const reason = note ?? report.reason;
      const done = await takeDownWithin(tx, image, actorId, { reason, block: true }, { now, hasEdge: deps.hasEdge });
      if (action === 'takedown_and_suspend') {
        if (image.account_id === null) {
          throw new AppError('INVALID_PARAMETER', { detail: 'The image belongs to no account.', param: 'action' });
        }
        await suspendWithin(
          tx,
          actorId,
          image.account_id,
          { suspended: true, reason, hideImages: false },
          { nowMs: now, hasEdge: deps.hasEdge },
        );
      }
      await conclude(
        tx,
        'taken_down',
        done.copies.map((copy) => copy.id),
      );
      return done;
    });
    await removeBytes(deps, takenDown);
  }
  return (await findReport(db, id)) ?? report;
}
