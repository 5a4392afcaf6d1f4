import { sql } from 'kysely';
import type { Db } from './schema.ts';

/** Asks the database for the least it can answer. @throws what the database throws when it cannot be reached */
export async function pingCatalog(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}
