import type { Position } from '../../core/cursor.ts';
import type { JobState } from '../../core/states.ts';
import type { Db, JobRow, Tx } from '../schema.ts';

/** A job as administrators see it: what it carries may hold secrets and is left out. */
export type AdministeredJob = Omit<JobRow, 'payload' | 'lease_owner'>;

const COLUMNS = [
  'id',
  'kind',
  'name',
  'run_at',
  'attempts',
  'lease_until',
  'last_error',
  'dead_at',
  'created_at',
] as const;

/** Jobs, the newest first. @param state undefined = all @param after where the page before ended */
export async function listJobs(
  db: Db,
  state: JobState | undefined,
  after: Position | undefined,
  nowMs: number,
  limit: number,
): Promise<AdministeredJob[]> {
  let query = db.selectFrom('jobs').select(COLUMNS).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit);
  if (state !== undefined) query = query.where('dead_at', state === 'dead' ? 'is not' : 'is', null);
  if (state === 'running') query = query.where('lease_until', '>', nowMs);
  if (state === 'waiting') {
    query = query.where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', nowMs)]));
  }
  if (after !== undefined) {
    query = query.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after.value, after.id)));
  }
  return query.execute();
}

export async function findJob(db: Db, id: string): Promise<AdministeredJob | undefined> {
  return db.selectFrom('jobs').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** Has a job that nobody works on run now, with all its attempts again. @returns false when somebody does, or it is gone */
export async function retryJob(tx: Tx, id: string, nowMs: number): Promise<boolean> {
  const retried = await tx
    .updateTable('jobs')
    .set({ run_at: nowMs, attempts: 0, dead_at: null, lease_until: null, lease_owner: null })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', nowMs)]))
    .returning('id')
    .executeTakeFirst();
  return retried !== undefined;
}

/** Gives up a job that nobody works on. @returns false when somebody does, or it is gone */
export async function removeJob(tx: Tx, id: string, nowMs: number): Promise<boolean> {
  const removed = await tx
    .deleteFrom('jobs')
    .where('id', '=', id)
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', nowMs)]))
    .returning('id')
    .executeTakeFirst();
  return removed !== undefined;
}
