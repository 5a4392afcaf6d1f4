import { CompiledQuery } from 'kysely';
import type { Db } from '../../src/catalog/schema.ts';

/** The query plan as text. */
export async function planOf(db: Db, { sql, parameters }: CompiledQuery): Promise<string> {
  const isPostgres = sql.includes('$1');
  return db.transaction().execute(async (inner) => {
    // Without these settings PostgreSQL scans such a small table instead of using an index.
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
export function planProblems(plan: string, byAlbum: boolean, isLater: boolean): string[] {
  const problems: string[] = [];
  if (/TEMP B-TREE|\bSort\b/.test(plan)) problems.push('sorts');
  if (/^SCAN|Seq Scan/m.test(plan)) problems.push('reads the whole table');
  if (!/USING (COVERING )?INDEX images_by|Index (Only )?Scan/.test(plan)) problems.push('uses no index');
  if (byAlbum && !/album_id( =|=| IS NULL)/.test(plan)) problems.push('does not look up the album');
  if (isLater && !/(\(|ROW\()(uploaded_at|size_bytes), ?id\)[<> ]/.test(plan))
    problems.push('reads the earlier pages again');
  return problems;
}
