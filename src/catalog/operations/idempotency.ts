import type { Db } from '../schema.ts';

/** A finished answer, or the news that another request with the same key still runs. */
export type Claim =
  | { state: 'claimed' }
  | { state: 'running' }
  | { state: 'finished'; fingerprint: string; status: number; body: string };

/** Makes the scope this request's own unless it is taken. A lease that has run out can be taken over. */
export async function leaseIdempotencyRecord(
  db: Db,
  scope: string,
  nowMs: number,
  leaseMs: number,
  keepMs: number,
): Promise<Claim> {
  const claimed = await db
    .insertInto('idempotency')
    .values({
      scope,
      fingerprint: null,
      status: null,
      body: null,
      lease_until: nowMs + leaseMs,
      expires_at: nowMs + keepMs,
    })
    .onConflict((conflict) =>
      conflict
        .column('scope')
        .doUpdateSet({
          fingerprint: null,
          status: null,
          body: null,
          lease_until: nowMs + leaseMs,
          expires_at: nowMs + keepMs,
        })
        .where((eb) =>
          eb.or([
            eb('idempotency.expires_at', '<=', nowMs),
            eb.and([eb('idempotency.fingerprint', 'is', null), eb('idempotency.lease_until', '<=', nowMs)]),
          ]),
        ),
    )
    .returning('scope')
    .executeTakeFirst();
  if (claimed !== undefined) return { state: 'claimed' };
  const row = await db.selectFrom('idempotency').selectAll().where('scope', '=', scope).executeTakeFirst();
  if (row?.fingerprint == null || row.status === null || row.body === null) return { state: 'running' };
  return { state: 'finished', fingerprint: row.fingerprint, status: row.status, body: row.body };
}

export async function renewIdempotencyRecord(db: Db, scope: string, leaseUntilMs: number): Promise<void> {
  await db.updateTable('idempotency').set({ lease_until: leaseUntilMs }).where('scope', '=', scope).execute();
}

export async function finishIdempotencyRecord(
  db: Db,
  scope: string,
  answer: { fingerprint: string; status: number; body: string },
): Promise<void> {
  await db.updateTable('idempotency').set(answer).where('scope', '=', scope).execute();
}

/** Gives an unfinished scope back, so that a retry runs anew. */
export async function releaseIdempotencyRecord(db: Db, scope: string): Promise<void> {
  await db.deleteFrom('idempotency').where('scope', '=', scope).where('fingerprint', 'is', null).execute();
}

export async function deleteExpiredIdempotencyRecords(db: Db, nowMs: number): Promise<void> {
  await db.deleteFrom('idempotency').where('expires_at', '<=', nowMs).execute();
}

/** Unfinished scopes of processes that are known to be gone. */
export async function releaseAllIdempotencyRecords(db: Db): Promise<void> {
  await db.deleteFrom('idempotency').where('fingerprint', 'is', null).execute();
}
