import { sql } from 'kysely';
import type { Db, ImageRow, Tx } from '../../src/catalog/schema.ts';
import { randomBase62 } from '../../src/core/base62.ts';

const TAG_LENGTH = 6;
const TAGS_A_STATEMENT = 500;
/** Copies of one image are this far apart, so that no two lists of a library begin with the same picture many times. */
const SHIFT_MS = 83_177;

/**
 * Makes many images out of some, within the database and in one transaction: a million in seconds.
 * @param ids of the images to copy, at most a thousand; they need to differ in their first six characters
 * @param copies of each
 * @param expiresAt of the copies, Unix milliseconds; undefined = as their original
 */
export async function multiplyImages(
  db: Db,
  ids: readonly string[],
  copies: number,
  expiresAt?: number,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const originals = await tx.selectFrom('images').selectAll().where('id', 'in', ids).execute();
    await sql`create temporary table copies (tag text not null, shift_ms bigint not null)`.execute(tx);
    for (let made = 0; made < copies; made += TAGS_A_STATEMENT) {
      const rows = Array.from(
        { length: Math.min(TAGS_A_STATEMENT, copies - made) },
        (_, i) => sql`(${randomBase62(TAG_LENGTH)}, ${sql.lit((made + i + 1) * SHIFT_MS)})`,
      );
      await sql`insert into copies (tag, shift_ms) values ${sql.join(rows)}`.execute(tx);
    }
    const columns = Object.keys(originals[0] as ImageRow) as (keyof ImageRow)[];
    const copied = columns.map((column) => {
      if (column === 'id') return sql`substr(id, 1, ${sql.lit(TAG_LENGTH)}) || tag`;
      if (column === 'uploaded_at') return sql`uploaded_at - shift_ms`;
      if (column === 'expires_at' && expiresAt !== undefined) return sql`${sql.lit(expiresAt)}`;
      return sql.ref(column);
    });
    await sql`insert into images (${sql.join(columns.map((column) => sql.ref(column)))})
      select ${sql.join(copied)} from images cross join copies where id in (${sql.join(ids)}) order by 1`.execute(tx);
    await sql`drop table copies`.execute(tx);
    await refer(tx, originals, copies);
  });
}

/** Counts the references of the copies to the blobs of their originals. */
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
