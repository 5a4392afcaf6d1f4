import { CompiledQuery } from 'kysely';
import type { Db } from '../../src/catalog/schema.ts';

/** The query plan as text. */
export async function planOf(db: Db, { sql, parameters }: CompiledQuery): Promise<string> {
  const isPostgres = sql.includes('$1');
  return db.transaction().execute(async (inner) => {
    // PostgreSQL would scan such a small table; the test is about the indexes.
    if (isPostgres) {
      await inner.executeQuery(CompiledQuery.raw('set local enable_seqscan = off'));
      await inner.executeQuery(CompiledQuery.raw('set local enable_bitmapscan = off'));
    }
    const { rows } = await inner.executeQuery<{ detail?: string; 'QUERY PLAN'?: string }>(
      CompiledQuery.raw(`explain ${isPostgres ? '' : 'query plan '}${sql}`, [...parameters]),
    );
    return rows.map((row) => row.detail ?? row['QUERY PLAN']).join('\n');
  });
}

/** The parts of a plan that make later pages slower. */
export function faultsOf(plan: string, byAlbum: boolean, isLater: boolean): string[] {
  const faults: string[] = [];
  if (/TEMP B-TREE|\bSort\b/.test(plan)) faults.push('sorts');
  if (/^SCAN|Seq Scan/m.test(plan)) faults.push('reads the whole table');
  if (!/USING (COVERING )?INDEX images_by|Index (Only )?Scan/.test(plan)) faults.push('uses no index');
  if (byAlbum && !/album_id( =|=| IS NULL)/.test(plan)) faults.push('does not look up the album');
  if (isLater && !/(\(|ROW\()(uploaded_at|size_bytes), ?id\)[<> ]/.test(plan))
    faults.push('passes over what was before');
  return faults;
}
