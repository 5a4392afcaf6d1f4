import { insertReport } from '../../catalog/moderation/reports.ts';
import type { Db } from '../../catalog/schema.ts';
import { newId } from '../../core/ids.ts';
import type { ReportReason } from '../../core/states.ts';
import type { Clock } from '../../lib/clock.ts';
import { requireImage } from '../images/get-image.ts';

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
    created_at: deps.clock.now(),
    state: 'open',
    resolved_at: null,
    resolved_by: null,
    note: null,
  });
}
