import { setImmediate } from 'node:timers/promises';
import {
  type AccountTask,
  findTask,
  lockTask,
  type TaskRecord,
  updateTask,
} from '../../catalog/accounts/account-tasks.ts';
import { taskImagesQuery } from '../../catalog/accounts/task-images.ts';
import { quarantineImages, releaseImages } from '../../catalog/moderation/quarantine.ts';
import type { Db, Tx } from '../../catalog/schema.ts';
import { AppError } from '../../core/errors.ts';
import type { CountStatistic } from '../../core/statistics.ts';
import { type AccountDeletionDeps, removeClosedAccount } from '../accounts/delete-account.ts';
import { removeGarbage } from '../operations/collect-garbage.ts';

export const ACCOUNT_TASK_JOB = 'account-task';

/** Images of one transaction: other writers wait some milliseconds for it. */
const BATCH = 100;

export interface TaskDeps extends AccountDeletionDeps {
  statistics?: { count: CountStatistic };
}

/** @throws AppError TASK_NOT_FOUND */
export async function requireTask(db: Db, id: string): Promise<TaskRecord> {
  const task = await findTask(db, id);
  if (task === undefined) throw new AppError('TASK_NOT_FOUND');
  return task;
}

/**
 * Works on a task for some time. Each batch is one transaction with its progress, so any process can go on where another
 * died, and two at once do nothing twice.
 * @returns whether the task is finished
 */
export async function runAccountTask(deps: TaskDeps, id: string, maxMs: number): Promise<boolean> {
  const { db, clock } = deps;
  for (const end = performance.now() + maxMs; ; ) {
    const { task, keys, deleted } = await db.transaction().execute((tx) => runBatch(deps, tx, id));
    deps.statistics?.count('deletes', deleted);
    // Blobs that the store does not delete now stay garbage, and the collector retries.
    await removeGarbage(deps, keys);
    if (task !== undefined) {
      // Also images of uploads that were in progress when the account was closed.
      if (task.kind === 'delete_account') await removeClosedAccount(deps, task.account_id, 'delete');
      if (task.finished_at === null) await updateTask(db, id, { finished_at: clock.now(), problem: null });
      return true;
    }
    if (performance.now() > end) return false;
    await setImmediate();
  }
}

/** @returns the keys of blobs whose bytes can go; the task when there is no image left */
async function runBatch(
  { removals, clock }: TaskDeps,
  tx: Tx,
  id: string,
): Promise<{ keys: string[]; deleted: number; task?: AccountTask }> {
  const now = clock.now();
  const task = await lockTask(tx, id);
  if (task === undefined) throw new AppError('TASK_NOT_FOUND');
  const nothing = { keys: [], deleted: 0 };
  if (task.finished_at !== null) return { ...nothing, task };
  const images = await taskImagesQuery(tx, task, BATCH).forUpdate().execute();
  const last = images.at(-1);
  if (last === undefined) {
    if (task.in_trash === 1) return { ...nothing, task };
    await updateTask(tx, id, { in_trash: 1, after_value: -1, after_id: '' });
    return nothing;
  }
  await updateTask(tx, id, {
    done_images: task.done_images + images.length,
    done_bytes: task.done_bytes + images.reduce((sum, image) => sum + image.size_bytes, 0),
    after_value: last.position,
    after_id: last.id,
    problem: null,
  });
  const ids = images.map((image) => image.id);
  const why = { cause: 'account', reason: task.reason } as const;
  if (task.kind === 'hide_images') await quarantineImages(tx, ids, why, now, removals);
  else if (task.kind === 'show_images') await releaseImages(tx, ids, why.cause, now);
  else return { keys: await removals.removeImages(tx, ids, 'request', now), deleted: ids.length };
  return nothing;
}
