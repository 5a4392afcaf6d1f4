import type { Kysely } from 'kysely';

/** What jobs look for every few seconds: the oldest garbage, and deletions whose bytes are still to go. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('garbage_by_age').on('garbage').column('added_at').execute();
  await db.schema.createIndex('deletions_by_storage').on('deletions').column('storage_state').execute();
}
