import type { Selectable } from 'kysely';
import type { Db, DeletionRow, Tx } from '../schema.ts';

export type Deletion = Selectable<DeletionRow>;

export async function insertDeletion(tx: Tx, row: Deletion): Promise<void> {
  await tx.insertInto('deletions').values(row).execute();
}

export async function findDeletion(db: Db, id: string): Promise<Deletion | undefined> {
  return db.selectFrom('deletions').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The deletions that there are, by their ids. */
export async function findDeletions(db: Db, ids: readonly string[]): Promise<Map<string, Deletion>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('deletions').selectAll().where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** An equal image has the same bytes, so nothing was to be removed. */
export async function markShared(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('deletions').set({ storage_state: 'shared' }).where('id', '=', id).execute();
}

/**
 * Says of deletions that wait for no bytes any more that they are gone from the store, and since when.
 * @param ids only these; undefined = all, which finds what a process that died had left unsaid
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

/** The edge has forgotten; a repetition changes nothing. */
export async function markPurged(db: Db, id: string, attempts: number, nowMs: number): Promise<void> {
  await db
    .updateTable('deletions')
    .set({ edge_state: 'purged', edge_at: nowMs, edge_attempts: attempts, edge_error: null })
    .where('id', '=', id)
    .where('edge_state', '<>', 'purged')
    .execute();
}

/** @param forGood the edge is not asked again */
export async function markPurgeFailed(
  db: Db,
  id: string,
  { attempts, error, forGood }: { attempts: number; error: string; forGood: boolean },
): Promise<void> {
  await db
    .updateTable('deletions')
    .set({ edge_state: forGood ? 'failed' : 'pending', edge_attempts: attempts, edge_error: error })
    .where('id', '=', id)
    .where('edge_state', '<>', 'purged')
    .execute();
}

/** There is no edge any more that could be told. */
export async function markWithoutEdge(db: Db, id: string): Promise<void> {
  await db
    .updateTable('deletions')
    .set({ edge_state: 'none', edge_error: null })
    .where('id', '=', id)
    .where('edge_state', '<>', 'purged')
    .execute();
}

/** Which of the deletions the edge has been told of already. */
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

/** Forgets deletions made before the instant. */
export async function deleteOldDeletions(db: Db, beforeMs: number): Promise<void> {
  await db.deleteFrom('deletions').where('created_at', '<', beforeMs).execute();
}
