import type { Db } from '../schema.ts';

/** `leased`: this request may run; `running`: another request has the lease; `finished`: its response is stored. */
export type IdempotencyLease =
  | { state: 'leased' }
  | { state: 'running' }
  | { state: 'finished'; fingerprint: string; status: number; body: string };

/** Leases the record of a scope, unless it is leased or finished. An expired lease or record can be taken over. */
export async function leaseIdempotencyRecord(
  db: Db,
  scope: string,
  nowMs: number,
  leaseMs: number,
  keepMs: number,
): Promise<IdempotencyLease> {
  const unfinished = {
    fingerprint: null,
    status: null,
    body: null,
    lease_until: nowMs + leaseMs,
    expires_at: nowMs + keepMs,
  };
  const leased = await db
    .insertInto('idempotency')
    .values({ scope, ...unfinished })
    .onConflict((conflict) =>
      conflict
        .column('scope')
        .doUpdateSet(unfinished)
        .where((eb) =>
          eb.or([
            eb('idempotency.expires_at', '<=', nowMs),
            eb.and([eb('idempotency.fingerprint', 'is', null), eb('idempotency.lease_until', '<=', nowMs)]),
          ]),
        ),
    )
    .returning('scope')
    .executeTakeFirst();
  if (leased !== undefined) return { state: 'leased' };
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
  response: { fingerprint: string; status: number; body: string },
): Promise<void> {
  await db.updateTable('idempotency').set(response).where('scope', '=', scope).execute();
}

/** Deletes an unfinished record, so that a retry runs again. */
export async function releaseIdempotencyRecord(db: Db, scope: string): Promise<void> {
  await db.deleteFrom('idempotency').where('scope', '=', scope).where('fingerprint', 'is', null).execute();
}

export async function deleteExpiredIdempotencyRecords(db: Db, nowMs: number): Promise<void> {
  await db.deleteFrom('idempotency').where('expires_at', '<=', nowMs).execute();
}

/** Deletes all unfinished records. Call it only when no other process is running. */
export async function releaseAllIdempotencyRecords(db: Db): Promise<void> {
  await db.deleteFrom('idempotency').where('fingerprint', 'is', null).execute();
}
