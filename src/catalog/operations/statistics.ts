import type { Db, StatisticRow } from '../schema.ts';

/** Adds to figures of days; any number of nodes may do so at once. */
export async function addStatistics(db: Db, rows: readonly StatisticRow[]): Promise<void> {
  if (rows.length === 0) return;
  // Always in the same order, so that two nodes cannot wait for each other.
  const sorted = rows.toSorted((a, b) => (`${a.day} ${a.name}` < `${b.day} ${b.name}` ? -1 : 1));
  await db
    .insertInto('statistics')
    .values(sorted)
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'name'])
        .doUpdateSet((eb) => ({ value: eb('statistics.value', '+', eb.ref('excluded.value')) })),
    )
    .execute();
}

/** All figures of the days from this one on. @param day `YYYY-MM-DD` */
export async function listStatistics(db: Db, day: string): Promise<StatisticRow[]> {
  const rows = await db.selectFrom('statistics').selectAll().where('day', '>=', day).orderBy('day').execute();
  return rows.map((row) => ({ ...row, value: Number(row.value) }));
}

/** What the service keeps. */
export interface Totals {
  images: number;
  /** Of the images; equal ones are kept once, and count each. */
  bytes: number;
  accounts: number;
  albums: number;
  /** Files in the store. */
  blobs: number;
}

export async function countTotals(db: Db): Promise<Totals> {
  const { images, bytes } = await db
    .selectFrom('images')
    .select((eb) => [eb.fn.countAll<number>().as('images'), eb.fn.sum<number | null>('size_bytes').as('bytes')])
    .executeTakeFirstOrThrow();
  const rowsOf = async (table: 'accounts' | 'albums' | 'blobs') => {
    const { rows } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow();
    return Number(rows);
  };
  return {
    images: Number(images),
    bytes: Number(bytes ?? 0),
    accounts: await rowsOf('accounts'),
    albums: await rowsOf('albums'),
    blobs: await rowsOf('blobs'),
  };
}
