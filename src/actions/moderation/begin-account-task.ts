import { findUnfinishedTask, insertTask, type TaskRecord } from '../../catalog/accounts/account-tasks.ts';
import { closeAccount } from '../../catalog/accounts/accounts.ts';
import { countTaskImages } from '../../catalog/accounts/task-images.ts';
import { addAudit } from '../../catalog/moderation/audit.ts';
import { addJob } from '../../catalog/operations/jobs.ts';
import { endUploadsOf } from '../../catalog/operations/resumable-uploads.ts';
import type { Db } from '../../catalog/schema.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { cleanDescription } from '../../core/names.ts';
import type { TaskKind } from '../../core/states.ts';
import { timestamp } from '../../core/time.ts';
import type { Clock } from '../../lib/clock.ts';
import { ACCOUNT_TASK_JOB, requireTask } from './run-account-task.ts';
import { requireAccount } from './suspend-account.ts';

/** What an administrator wants to be done with the images of an account. */
export interface WantedTask {
  kind: TaskKind;
  /** Only images uploaded since this instant, in Unix milliseconds; 0 = all. */
  uploadedFrom?: number | undefined;
  /** Also deletes what an administrator or the validator has put into quarantine. */
  withHeld?: boolean | undefined;
  reason?: string | null | undefined;
  /** How long after now a job takes the task over; a command does it itself. */
  takeOverMs?: number | undefined;
}

const ACTIONS: Record<TaskKind, string> = {
  delete_images: 'account.delete_images',
  hide_images: 'account.hide_images',
  show_images: 'account.show_images',
  delete_account: 'account.delete',
};

/**
 * Begins work on the images of an account, with its entry in the audit log. A job does it in parts. An account that is to be
 * deleted is closed at once.
 * @param actorId account of the administrator; null for the command line
 * @throws AppError ACCOUNT_NOT_FOUND, TASK_IN_PROGRESS, FORBIDDEN for the deletion of an administrator's account
 */
export async function beginAccountTask(
  { db, clock }: { db: Db; clock: Clock },
  actorId: string | null,
  accountId: string,
  { kind, uploadedFrom = 0, withHeld = false, reason: given = null, takeOverMs = 0 }: WantedTask,
): Promise<TaskRecord> {
  const { isAdmin } = await requireAccount(db, accountId);
  if (kind === 'delete_account' && isAdmin) {
    throw new AppError('FORBIDDEN', {
      detail: 'First take the role of administrator away: imgd account admin --revoke.',
    });
  }
  const now = clock.now();
  const reason = cleanDescription(given);
  const what = {
    kind,
    account_id: accountId,
    uploaded_from: uploadedFrom,
    with_held: withHeld ? 1 : 0,
    created_at: now,
  };
  const total = await countTaskImages(db, what);
  const id = newId('tsk');
  await db.transaction().execute(async (tx) => {
    const start = { done_images: 0, done_bytes: 0, in_trash: 0, after_value: -1, after_id: '' };
    const row = { id, actor_id: actorId, reason, ...what, ...total, ...start, problem: null, finished_at: null };
    if (!(await insertTask(tx, row))) {
      throw new AppError('TASK_IN_PROGRESS', { details: { task: (await findUnfinishedTask(tx, accountId)) ?? null } });
    }
    if (kind === 'delete_account') {
      await closeAccount(tx, accountId, now);
      await endUploadsOf(tx, accountId, now);
    }
    await addJob(tx, { kind: ACCOUNT_TASK_JOB, payload: { taskId: id }, runAtMs: now + takeOverMs }, now);
    const since = uploadedFrom === 0 ? {} : { uploaded_since: timestamp(uploadedFrom) };
    const details = { task: id, ...total, ...since, ...(withHeld && { with_held: true }), reason };
    await addAudit(tx, { actorId, action: ACTIONS[kind], subject: accountId, details }, now);
  });
  return requireTask(db, id);
}
