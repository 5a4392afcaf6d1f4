import type { ImageRecord } from '../../catalog/images/images.ts';
import type { Removals } from '../../catalog/images/removals.ts';
import { addAudit } from '../../catalog/moderation/audit.ts';
import { releaseImage, quarantineImage as setQuarantine } from '../../catalog/moderation/quarantine.ts';
import type { Db } from '../../catalog/schema.ts';
import { cleanDescription } from '../../core/names.ts';
import type { Clock } from '../../lib/clock.ts';
import { requireStoredImage } from '../images/get-image.ts';

interface Deps {
  db: Db;
  clock: Clock;
  removals: Removals;
}

/**
 * Hides an image from all callers but administrators. An image in quarantine stays as it is.
 * @param actorId account of the administrator
 * @throws AppError IMAGE_NOT_FOUND
 */
export async function quarantineImage(
  deps: Deps,
  actorId: string,
  id: string,
  given: string | null,
): Promise<ImageRecord> {
  const reason = cleanDescription(given);
  await requireStoredImage(deps, id);
  const now = deps.clock.now();
  await deps.db.transaction().execute(async (tx) => {
    if (!(await setQuarantine(tx, id, { cause: 'administrator', reason }, now, deps.removals))) return;
    await addAudit(tx, { actorId, action: 'image.quarantine', subject: id, details: { reason } }, now);
  });
  return requireStoredImage(deps, id);
}

/** Ends the quarantine of an image, if it is in quarantine. @throws AppError IMAGE_NOT_FOUND */
export async function releaseFromQuarantine(deps: Omit<Deps, 'removals'>, actorId: string, id: string): Promise<void> {
  const { quarantine_cause: cause, quarantine_reason: reason } = await requireStoredImage(deps, id);
  await deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now();
    if (!(await releaseImage(tx, id, now))) return;
    const details = { cause, reason };
    await addAudit(tx, { actorId, action: 'image.release', subject: id, details }, now);
  });
}
