import { randomUUID } from 'node:crypto';
import type { BackupRow, Db } from '../schema.ts';

/** Rows that are kept. */
const MAX_RUNS = 100;

/** Records a run of `imgd backup`. */
export async function recordBackup(db: Db, run: Omit<BackupRow, 'id'>): Promise<void> {
  await db
    .insertInto('backups')
    .values({ id: randomUUID(), ...run })
    .execute();
  const old = await db
    .selectFrom('backups')
    .select('id')
    .orderBy('finished_at', 'desc')
    .offset(MAX_RUNS)
    .limit(MAX_RUNS)
    .execute();
  await db
    .deleteFrom('backups')
    .where(
      'id',
      'in',
      old.map(({ id }) => id),
    )
    .execute();
}

/** The state of the backups. */
export interface LastBackup {
  /** The end of the newest good run; null = never. */
  goodAt: number | null;
  /** Whether the newest run has failed. */
  hasFailed: boolean;
}

export async function lastBackup(db: Db): Promise<LastBackup> {
  const newest = (outcome?: BackupRow['outcome']) =>
    db
      .selectFrom('backups')
      .select(['finished_at', 'outcome'])
      .$if(outcome !== undefined, (query) => query.where('outcome', '=', outcome as BackupRow['outcome']))
      .orderBy('finished_at', 'desc')
      .limit(1)
      .executeTakeFirst();
  const [last, good] = [await newest(), await newest('ok')];
  return { goodAt: good?.finished_at ?? null, hasFailed: last?.outcome === 'failed' };
}
