import type { Selectable } from 'kysely';
import type { Position } from '../../core/cursor.ts';
import type { Db, Tx } from '../schema.ts';
import type { AccountTaskRow } from './rows.ts';

export type AccountTask = Selectable<AccountTaskRow>;

/** @returns false when the account has an unfinished task */
export async function insertTask(tx: Tx, task: AccountTask): Promise<boolean> {
  const inserted = await tx
    .insertInto('account_tasks')
    .values(task)
    .onConflict((conflict) => conflict.column('account_id').where('finished_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** A task with the email addresses of its account and its administrator, if they still exist. */
export type TaskRecord = AccountTask & { account_email: string | null; actor_email: string | null };

function taskRecords(db: Db) {
  return db
    .selectFrom('account_tasks')
    .leftJoin('accounts as account', 'account.id', 'account_tasks.account_id')
    .leftJoin('accounts as actor', 'actor.id', 'account_tasks.actor_id')
    .selectAll('account_tasks')
    .select(['account.email as account_email', 'actor.email as actor_email']);
}

export async function findTask(db: Db, id: string): Promise<TaskRecord | undefined> {
  return taskRecords(db).where('account_tasks.id', '=', id).executeTakeFirst();
}

export async function findUnfinishedTask(db: Db, accountId: string): Promise<string | undefined> {
  const query = db.selectFrom('account_tasks').select('id').where('account_id', '=', accountId);
  return (await query.where('finished_at', 'is', null).executeTakeFirst())?.id;
}

/** Tasks, newest first. @param accountId undefined = of all accounts @param after the last item of the previous page */
export async function listTasks(
  db: Db,
  accountId: string | undefined,
  after: Position | undefined,
  limit: number,
): Promise<TaskRecord[]> {
  let query = taskRecords(db)
    .orderBy('account_tasks.created_at', 'desc')
    .orderBy('account_tasks.id', 'desc')
    .limit(limit);
  if (accountId !== undefined) query = query.where('account_tasks.account_id', '=', accountId);
  if (after !== undefined) {
    const position = [after.value, after.id] as const;
    query = query.where((eb) =>
      eb(eb.refTuple('account_tasks.created_at', 'account_tasks.id'), '<', eb.tuple(...position)),
    );
  }
  return query.execute();
}

/** Locks a task: another process that works on it waits until the transaction ends. */
export async function lockTask(tx: Tx, id: string): Promise<AccountTask | undefined> {
  return tx.selectFrom('account_tasks').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function updateTask(db: Db, id: string, changes: Partial<AccountTask>): Promise<void> {
  await db.updateTable('account_tasks').set(changes).where('id', '=', id).execute();
}

/** Deletes finished tasks that began before the instant. */
export async function deleteOldTasks(db: Db, beforeMs: number): Promise<void> {
  const old = db.deleteFrom('account_tasks').where('created_at', '<', beforeMs);
  await old.where('finished_at', 'is not', null).execute();
}
