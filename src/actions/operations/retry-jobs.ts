import { addAudit } from '../../catalog/moderation/audit.ts';
import { type AdministeredJob, findJob, removeJob, retryJob } from '../../catalog/operations/jobs.ts';
import type { Db } from '../../catalog/schema.ts';
import { AppError } from '../../core/errors.ts';
import type { Clock } from '../../lib/clock.ts';

interface Deps {
  db: Db;
  clock: Clock;
}

/**
 * Has a job run now, as if it had never failed.
 * @param actorId account of the administrator
 * @throws AppError JOB_NOT_FOUND, JOB_LOCKED while it runs
 */
export async function retryJobNow({ db, clock }: Deps, actorId: string, id: string): Promise<AdministeredJob> {
  const now = clock.now();
  return db.transaction().execute(async (tx) => {
    const job = await requireJob(tx, id);
    if (!(await retryJob(tx, id, now))) throw new AppError('JOB_LOCKED', { detail: 'It is running.' });
    const details = { kind: job.kind, attempts: job.attempts, error: job.last_error };
    await addAudit(tx, { actorId, action: 'job.retry', subject: id, details }, now);
    return requireJob(tx, id);
  });
}

/**
 * Gives a job up.
 * @throws AppError JOB_NOT_FOUND, JOB_LOCKED while it runs, and for jobs that come back again and again
 */
export async function giveUpJob({ db, clock }: Deps, actorId: string, id: string): Promise<void> {
  const now = clock.now();
  await db.transaction().execute(async (tx) => {
    const job = await requireJob(tx, id);
    // Only the next start of a server would bring it back.
    if (job.name !== null) throw new AppError('JOB_LOCKED', { detail: 'It comes back again and again.' });
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
