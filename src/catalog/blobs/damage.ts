import type { Db } from '../schema.ts';

/** What can be wrong with a blob: not there, of another size, of other bytes. */
export type Fault = 'missing' | 'size' | 'sha256';

/** A live blob that cannot be served as it was stored. */
export interface Damage {
  key: string;
  fault: Fault;
}

/** Writes damage down until it is repaired. */
export async function recordDamage(db: Db, found: Damage, nowMs: number): Promise<void> {
  await db
    .insertInto('damage')
    .values({ ...found, found_at: nowMs })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

/** Damage of blobs that are still live. */
export async function countDamage(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('damage')
    .innerJoin('blobs', 'blobs.key', 'damage.key')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function forgetDamage(db: Db): Promise<void> {
  await db.deleteFrom('damage').execute();
}
