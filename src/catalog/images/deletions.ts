import type { Selectable } from 'kysely';
import type { Db, DeletionRow, Tx } from '../schema.ts';

export type Deletion = Selectable<DeletionRow>;

export async function insertDeletions(tx: Tx, rows: readonly Deletion[]): Promise<void> {
  await tx.insertInto('deletions').values(rows).execute();
}

export async function findDeletion(db: Db, id: string): Promise<Deletion | undefined> {
  return db.selectFrom('deletions').selectAll().where('id', '=', id).executeTakeFirst();
}

/** @returns the existing deletions by id */
export async function findDeletions(db: Db, ids: readonly string[]): Promise<Map<string, Deletion>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('deletions').selectAll().where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Records that other images have the same content, so its blobs stay. */
export async function markShared(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.updateTable('deletions').set({ storage_state: 'shared' }).where('id', 'in', ids).execute();
}

/**
 * Marks pending deletions without remaining garbage as gone from the store.
 * @param ids only these; undefined = all, which covers processes that died before they marked theirs
 */
export async function settleDeletions(db: Db, nowMs: number, ids?: readonly string[]): Promise<void> {
  if (ids?.length === 0) return;
  await db
    .updateTable('deletions')
    .set({ storage_state: 'gone', storage_at: nowMs })
    .where('storage_state', '=', 'pending')
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom('garbage').select('key').whereRef('garbage.deletion_id', '=', 'deletions.id').limit(1)),
      ),
    )
    .execute();
}

export type PurgeOutcome = Partial<Pick<DeletionRow, 'edge_state' | 'edge_at' | 'edge_attempts' | 'edge_error'>>;

/** Records the outcome of purges. Once the copies are purged, later outcomes change nothing. */
export async function updatePurges(db: Db, ids: readonly string[], outcome: PurgeOutcome): Promise<void> {
  await db.updateTable('deletions').set(outcome).where('id', 'in', ids).where('edge_state', '<>', 'purged').execute();
}

/** @returns the ids of those deletions whose copies are purged */
export async function findPurged(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('deletions')
    .select('id')
    .where('id', 'in', ids)
    .where('edge_state', '=', 'purged')
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** Deletes the records of deletions older than the instant. */
export async function deleteOldDeletions(db: Db, beforeMs: number): Promise<void> {
  await db.deleteFrom('deletions').where('created_at', '<', beforeMs).execute();
}
