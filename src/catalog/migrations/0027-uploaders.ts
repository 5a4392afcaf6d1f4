import type { Kysely } from 'kysely';

/** Keyed hashes of the networks of anonymous uploaders, by image, and blocked networks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('uploaders')
    .addColumn('image_id', 'text', (c) => c.primaryKey().references('images.id').onDelete('cascade'))
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('next_hash', 'text', (c) => c.notNull())
    .addColumn('next_key', 'text', (c) => c.notNull())
    .addColumn('uploaded_at', 'bigint', (c) => c.notNull())
    .execute();
  const indexes: [name: string, columns: string[]][] = [
    ['uploaders_by_hash', ['hash', 'uploaded_at']],
    ['uploaders_by_next_hash', ['next_hash', 'uploaded_at']],
    ['uploaders_by_time', ['uploaded_at']],
  ];
  for (const [name, columns] of indexes) {
    await db.schema.createIndex(name).on('uploaders').columns(columns).execute();
  }
  await db.schema
    .createTable('blocked_networks')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('network', 'text')
    .addColumn('hash_key', 'text')
    .addColumn('hash', 'text')
    .addColumn('reason', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('created_by', 'text')
    .addColumn('ends_at', 'bigint')
    .execute();
  await db.schema
    .createIndex('blocked_networks_by_end')
    .on('blocked_networks')
    .columns(['ends_at', 'created_at'])
    .execute();
}
