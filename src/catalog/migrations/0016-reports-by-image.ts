import type { Kysely } from 'kysely';

/** The newest report of an image, and its reports in order, are one range of an index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('reports_by_image').execute();
  const indexes: [name: string, columns: string[]][] = [
    ['reports_by_image_and_state', ['image_id', 'state', 'created_at', 'id']],
    ['reports_by_image_and_time', ['image_id', 'created_at', 'id']],
  ];
  for (const [name, columns] of indexes) {
    await db.schema.createIndex(name).on('reports').columns(columns).execute();
  }
}
