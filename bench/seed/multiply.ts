import { sql } from 'kysely';
import type { Db, ImageRow, Tx } from '../../src/catalog/schema.ts';
import { randomBase62 } from '../../src/core/ids.ts';

const TAG_LENGTH = 6;
/** PostgreSQL limits the time of a statement. */
const ORIGINALS_A_STATEMENT = 50;
/** Distance of the copies of one image in time, so that lists do not start with many copies of a picture. */
const SHIFT_MS = 83_177;

/**
 * Copies image rows within the database, in one transaction: a million in seconds.
 * @param ids images to copy, at most a thousand; their first six characters must differ
 * @param copies number of copies of each
 * @param expiresAt expiry of the copies, Unix milliseconds; undefined = as the original
 */
export async function multiplyImages(
  db: Db,
  ids: readonly string[],
  copies: number,
  expiresAt?: number,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const originals = await tx.selectFrom('images').selectAll().where('id', 'in', ids).execute();
    // Both databases name the columns of `values` column1 (the tag) and column2 (the shift).
    const columns = Object.keys(originals[0] as ImageRow) as (keyof ImageRow)[];
    const copied = columns.map((column) => {
      if (column === 'id') return sql`substr(id, 1, ${sql.lit(TAG_LENGTH)}) || column1`;
      if (column === 'uploaded_at') return sql`uploaded_at - column2`;
      if (column === 'expires_at' && expiresAt !== undefined) return sql`${sql.lit(expiresAt)}`;
      return sql.ref(column);
    });
    const into = sql.join(columns.map((column) => sql.ref(column)));
    const tags = Array.from(
      { length: copies },
      (_, i) => sql`(${sql.lit(randomBase62(TAG_LENGTH))}, ${sql.lit((i + 1) * SHIFT_MS)})`,
    );
    // Insert in the order of the ids, which is the order of the largest index.
    const sorted = ids.toSorted();
    for (let made = 0; made < sorted.length; made += ORIGINALS_A_STATEMENT) {
      const some = sorted.slice(made, made + ORIGINALS_A_STATEMENT);
      await sql`insert into images (${into}) select ${sql.join(copied)} from images
        cross join (values ${sql.join(tags)}) as copies where id in (${sql.join(some)}) order by 1`.execute(tx);
    }
    await refer(tx, originals, copies);
  });
}

/** Adds the references of the copies to the blobs of their originals. */
async function refer(tx: Tx, originals: readonly ImageRow[], copies: number): Promise<void> {
  const references = new Map<string, number>();
  for (const key of originals.flatMap((image) => [image.original_key, image.thumbnail_key])) {
    references.set(key, (references.get(key) ?? 0) + copies);
  }
  for (const [key, count] of references) {
    await tx
      .updateTable('blobs')
      .set((eb) => ({ refs: eb('refs', '+', count) }))
      .where('key', '=', key)
      .execute();
  }
}
