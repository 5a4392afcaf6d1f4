import type { Kysely } from 'kysely';

/** Indexes for the queries of frequent jobs: the oldest garbage, and deletions with bytes in the store. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('garbage_by_age').on('garbage').column('added_at').execute();
  await db.schema.createIndex('deletions_by_storage').on('deletions').column('storage_state').execute();
}
