import { type Selectable, sql } from 'kysely';
import type { Position } from '../../core/cursor.ts';
import { newId } from '../../core/ids.ts';
import type { JobState } from '../../core/states.ts';
import { currentTraceparent } from '../../lib/tracing.ts';
import type { Db, JobRow, Tx } from '../schema.ts';

export interface Job {
  id: string;
  kind: string;
  payload: unknown;
  /** Started runs, this one included. */
  attempts: number;
}

/** Of jobs that name none. */
const LAST_PRIORITY = 2;

/** Adds a job. Call it in the transaction of its cause, so that neither exists without the other. */
export async function addJob(db: Db, job: NewJob, nowMs: number): Promise<void> {
  await addJobs(db, [job], nowMs);
}

/** A job to add. */
export interface NewJob {
  kind: string;
  /** Unique: a second job of the same name is not added. */
  name?: string;
  payload?: unknown;
  runAtMs: number;
  /** The order among jobs of the kind: 0 = first. */
  priority?: number;
}

/** Adds several jobs with one statement. */
export async function addJobs(db: Db, jobs: readonly NewJob[], nowMs: number): Promise<void> {
  if (jobs.length === 0) return;
  const rows = jobs.map(({ kind, name = null, payload = null, runAtMs, priority = LAST_PRIORITY }) => ({
    id: newId('job'),
    kind,
    priority,
    name,
    payload: JSON.stringify(withCause(payload)),
    run_at: runAtMs,
    attempts: 0,
    lease_until: null,
    lease_owner: null,
    last_error: null,
    dead_at: null,
    created_at: nowMs,
  }));
  await db
    .insertInto('jobs')
    .values(rows)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

/** The payload with the span that caused the job, so that the trace of the job links to it. */
function withCause(payload: unknown): unknown {
  const traceparent = currentTraceparent();
  return traceparent === undefined || payload === null ? payload : { ...payload, traceparent };
}

/** `traceparent` of the span that caused a job or a delivery. */
export function causeOf(payload: unknown): unknown {
  return (payload as { traceparent?: unknown } | null)?.traceparent;
}

/** Selects jobs by kind; without either list all of them. */
export interface JobFilter {
  only?: readonly string[];
  except?: readonly string[];
  /** Only those of this priority; undefined = of all. */
  priority?: number | undefined;
}

/**
 * Leases up to `limit` jobs, those that are due longest first, so that no other runner takes them until the lease ends.
 * An expired lease (its owner has died) makes the job due again.
 */
export async function leaseJobs(
  db: Db,
  owner: string,
  nowMs: number,
  leaseMs: number,
  limit: number,
  { only = [], except = [], priority }: JobFilter = {},
): Promise<Job[]> {
  const rows = await db
    // Rows are selected and locked in a CTE: as a condition of the update, PostgreSQL might evaluate the subquery again.
    .with('due', (query) =>
      query
        .selectFrom('jobs')
        .select('id')
        .where('dead_at', 'is', null)
        .where('run_at', '<=', nowMs)
        .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', nowMs)]))
        .$if(only.length > 0, (some) => some.where('kind', 'in', only))
        .$if(except.length > 0, (some) => some.where('kind', 'not in', except))
        .$if(priority !== undefined, (some) => some.where('priority', '=', priority as number))
        // Null in all these rows; as the first sort column it lets PostgreSQL read them in the order of the index.
        .orderBy('dead_at')
        .orderBy('run_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('jobs')
    .set((eb) => ({ lease_until: nowMs + leaseMs, lease_owner: owner, attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', (eb) => eb.selectFrom('due').select('id'))
    .returning(['id', 'kind', 'payload', 'attempts'])
    .execute();
  return rows.map((row) => ({ ...row, payload: JSON.parse(row.payload) }));
}

/** Extends a lease. @returns false when the owner has lost it */
export async function renewLease(db: Db, id: string, owner: string, untilMs: number): Promise<boolean> {
  const renewed = await db
    .updateTable('jobs')
    .set({ lease_until: untilMs })
    .where('id', '=', id)
    .where('lease_owner', '=', owner)
    .returning('id')
    .executeTakeFirst();
  return renewed !== undefined;
}

export async function finishJobs(db: Db, ids: readonly string[], owner: string): Promise<void> {
  if (ids.length === 0) return;
  await db.deleteFrom('jobs').where('id', 'in', ids).where('lease_owner', '=', owner).execute();
}

/**
 * Releases a job, to run again at the given time.
 * @param next.error null resets the number of attempts
 * @param next.payload replaces the payload unless it is undefined
 */
export async function rescheduleJob(
  db: Db,
  id: string,
  owner: string,
  next: { runAtMs: number; error: string | null; payload?: unknown },
): Promise<void> {
  await db
    .updateTable('jobs')
    .set({
      run_at: next.runAtMs,
      lease_until: null,
      lease_owner: null,
      last_error: next.error,
      ...(next.error === null ? { attempts: 0 } : {}),
      ...(next.payload === undefined ? {} : { payload: JSON.stringify(next.payload) }),
    })
    .where('id', '=', id)
    .where('lease_owner', '=', owner)
    .execute();
}

/** Marks a job as dead: it is kept for administrators and does not run again. */
export async function buryJob(db: Db, id: string, owner: string, error: string, nowMs: number): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ dead_at: nowMs, lease_until: null, lease_owner: null, last_error: error })
    .where('id', '=', id)
    .where('lease_owner', '=', owner)
    .execute();
}

/** Releases all leases. Call it only when no other process is running. */
export async function releaseAllLeases(db: Db): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ lease_until: null, lease_owner: null })
    .where('lease_owner', 'is not', null)
    .execute();
}

/** @returns the payload of a named job; undefined when it does not exist */
export async function payloadOf(db: Db, name: string): Promise<unknown> {
  const row = await db.selectFrom('jobs').select('payload').where('name', '=', name).executeTakeFirst();
  return row && JSON.parse(row.payload);
}

export async function countJobs(db: Db): Promise<{ waiting: number; dead: number }> {
  const row = await db
    .selectFrom('jobs')
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      eb.fn.sum<number | null>(sql<number>`case when dead_at is null then 0 else 1 end`).as('dead'),
    ])
    .executeTakeFirstOrThrow();
  const dead = Number(row.dead ?? 0);
  return { waiting: Number(row.all) - dead, dead };
}

/** Jobs of one kind in one state. */
export interface JobGroup {
  kind: string;
  state: JobState;
  count: number;
  /** When its oldest job was added; of a periodic job, when it was due. */
  oldestAt: number;
}

/** All jobs by kind and state. */
export async function groupJobs(db: Db, nowMs: number): Promise<JobGroup[]> {
  const state = sql<JobState>`case when dead_at is not null then 'dead' when lease_until > ${nowMs} then 'running' else 'waiting' end`;
  const rows = await db
    .selectFrom('jobs')
    .select((eb) => [
      'kind',
      state.as('state'),
      eb.fn.countAll<number>().as('count'),
      sql<number>`min(case when name is null then created_at else run_at end)`.as('oldest'),
    ])
    .groupBy(['kind', sql.ref('state')])
    .execute();
  return rows.map(({ kind, state, count, oldest }) => ({
    kind,
    state,
    count: Number(count),
    oldestAt: Number(oldest),
  }));
}

/** A job as administrators see it, without the payload, which may hold secrets. */
export type AdministeredJob = Omit<Selectable<JobRow>, 'payload' | 'lease_owner' | 'priority'>;

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

/** Jobs, newest first. @param state undefined = all @param after the last item of the previous page */
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

/** Makes a job that is not running due now, with all its attempts. @returns false when it is running or does not exist */
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

/** Deletes a job that is not running. @returns false when it is running or does not exist */
export async function removeJob(tx: Tx, id: string, nowMs: number): Promise<boolean> {
  const removed = await tx
    .deleteFrom('jobs')
    .where('id', '=', id)
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', nowMs)]))
    .returning('id')
    .executeTakeFirst();
  return removed !== undefined;
}
