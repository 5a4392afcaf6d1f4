import { sql } from 'kysely';
import type { Db, StatisticRow } from '../schema.ts';

/** Adds to daily statistics. Any number of nodes may do so at once. */
export async function addStatistics(db: Db, rows: readonly StatisticRow[]): Promise<void> {
  if (rows.length === 0) return;
  // Sorted, so that two nodes lock rows in the same order and cannot deadlock.
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

/** The statistics of this and all later days. @param day `YYYY-MM-DD` */
export async function listStatistics(db: Db, day: string): Promise<StatisticRow[]> {
  const rows = await db.selectFrom('statistics').selectAll().where('day', '>=', day).orderBy('day').execute();
  return rows.map((row) => ({ ...row, value: Number(row.value) }));
}

/** The totals of the service. */
export interface Totals {
  images: number;
  /** Of all images; duplicate content counts once for each image. */
  bytes: number;
  accounts: number;
  albums: number;
  /** Live blobs. */
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

/** Rows and bytes of a part of a table. */
export interface TablePart {
  rows: number;
  bytes: number;
  /** The key of its last row; undefined = the part is empty. */
  last: string | undefined;
}

/** Counts at most `limit` rows behind a key. @param after '' = from the first row */
export async function countPart(db: Db, table: 'images' | 'blobs', after: string, limit: number): Promise<TablePart> {
  const column = table === 'images' ? 'id' : 'key';
  const { rows, bytes, last } = await db
    .selectFrom((eb) =>
      eb
        .selectFrom(table)
        .select([sql<string>`${sql.ref(column)}`.as('name'), 'size_bytes'])
        .where(sql.ref(column), '>', after)
        .orderBy(sql.ref(column))
        .limit(limit)
        .as('part'),
    )
    .select((eb) => [
      eb.fn.countAll<number>().as('rows'),
      eb.fn.sum<number | null>('size_bytes').as('bytes'),
      eb.fn.max<string | null>('name').as('last'),
    ])
    .executeTakeFirstOrThrow();
  return { rows: Number(rows), bytes: Number(bytes ?? 0), last: last ?? undefined };
}

/** The day of the row that probes write; no report of days has it. */
const PROBE_DAY = '0000-00-00';

/** Writes a row that means nothing. @throws errors of a catalog that cannot be written */
export async function probeWrite(db: Db, nowMs: number): Promise<void> {
  await db
    .insertInto('statistics')
    .values({ day: PROBE_DAY, name: 'probe', value: nowMs })
    .onConflict((conflict) => conflict.columns(['day', 'name']).doUpdateSet({ value: nowMs }))
    .execute();
}
