import { addAudit } from '../../catalog/moderation/audit.ts';
import { type AdministeredJob, findJob, removeJob, retryJob as rescheduleNow } from '../../catalog/operations/jobs.ts';
import type { Db } from '../../catalog/schema.ts';
import { AppError } from '../../core/errors.ts';
import type { Clock } from '../../lib/clock.ts';

interface Deps {
  db: Db;
  clock: Clock;
}

/**
 * Schedules a job to run now and resets its attempts.
 * @param actorId account of the administrator
 * @throws AppError JOB_NOT_FOUND, JOB_LOCKED while it runs
 */
export async function retryJob({ db, clock }: Deps, actorId: string, id: string): Promise<AdministeredJob> {
  const now = clock.now();
  return db.transaction().execute(async (tx) => {
    const job = await requireJob(tx, id);
    if (!(await rescheduleNow(tx, id, now))) throw new AppError('JOB_LOCKED', { detail: 'It is running.' });
    const details = { kind: job.kind, attempts: job.attempts, error: job.last_error };
    await addAudit(tx, { actorId, action: 'job.retry', subject: id, details }, now);
    return requireJob(tx, id);
  });
}

/**
 * Removes a job.
 * @throws AppError JOB_NOT_FOUND; JOB_LOCKED while it runs, and for periodic jobs
 */
export async function discardJob({ db, clock }: Deps, actorId: string, id: string): Promise<void> {
  const now = clock.now();
  await db.transaction().execute(async (tx) => {
    const job = await requireJob(tx, id);
    // Only the next start of a server would add it again.
    if (job.name !== null) throw new AppError('JOB_LOCKED', { detail: 'It is a periodic job.' });
    if (!(await removeJob(tx, id, now))) throw new AppError('JOB_LOCKED', { detail: 'It is running.' });
    const details = { kind: job.kind, attempts: job.attempts, error: job.last_error };
    await addAudit(tx, { actorId, action: 'job.remove', subject: id, details }, now);
  });
}

async function requireJob(db: Db, id: string): Promise<AdministeredJob> {
  const job = await findJob(db, id);
  if (job === undefined) throw new AppError('JOB_NOT_FOUND');
  return job;
}
