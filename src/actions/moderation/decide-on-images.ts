import { findOpenReports } from '../../catalog/moderation/reported-images.ts';
import { AppError } from '../../core/errors.ts';
import type { ReportState, Resolution } from '../../core/states.ts';
import type { ImageOutcome } from '../images/for-each-image.ts';
import { resolveReport } from './report-image.ts';
import type { TakedownDeps } from './take-down-image.ts';

/**
 * Decides on all open reports of several images, one image after the other, each in a transaction with its entry in the
 * audit log. A refusal of one image leaves the others alone. A takedown also removes the duplicates of an image: those
 * among the images count as decided.
 * @param actorId account of the administrator
 * @returns the state of the reports of each image; refusals are REPORT_NOT_FOUND without an open report, and those of
 *   `resolveReport`
 */
export async function decideOnImages(
  deps: TakedownDeps,
  actorId: string,
  imageIds: readonly string[],
  decision: { action: Resolution; note: string | null },
): Promise<ImageOutcome<ReportState>[]> {
  const open = await findOpenReports(deps.db, imageIds);
  const state = decision.action === 'dismiss' ? 'dismissed' : 'taken_down';
  const outcomes: ImageOutcome<ReportState>[] = [];
  for (const id of imageIds) {
    try {
      const reportId = open.get(id);
      if (reportId === undefined) throw new AppError('REPORT_NOT_FOUND');
      await resolveReport(deps, actorId, reportId, decision);
      outcomes.push({ id, ok: true, value: state });
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      const isDone = error.code === 'REPORT_RESOLVED' && error.details?.state === state;
      outcomes.push(isDone ? { id, ok: true, value: state } : { id, ok: false, error });
    }
  }
  return outcomes;
}
