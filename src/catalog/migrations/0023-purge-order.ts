import type { Kysely } from 'kysely';

/**
 * The order of jobs of one kind, and whether the variants of an original that were ever made are known. Rows of the
 * previous version have neither: their jobs come last, and their variants are not known.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('jobs')
    .addColumn('priority', 'integer', (c) => c.notNull().defaultTo(2))
    .execute();
  await db.schema
    .createIndex('jobs_by_priority')
    .on('jobs')
    .columns(['kind', 'priority', 'dead_at', 'run_at'])
    .execute();
  await db.schema.alterTable('blobs').addColumn('variants_known', 'integer').execute();
}
