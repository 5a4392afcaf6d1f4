import type { Kysely } from 'kysely';

/** Upload tickets. Those of a key end with it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('upload_tickets')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('key_id', 'text', (c) => c.references('keys.id').onDelete('cascade'))
    .addColumn('secret_hash', 'text', (c) => c.notNull().unique())
    .addColumn('last4', 'text', (c) => c.notNull())
    .addColumn('uploads', 'bigint', (c) => c.notNull())
    .addColumn('used', 'bigint', (c) => c.notNull())
    .addColumn('max_bytes', 'bigint')
    .addColumn('formats', 'text')
    .addColumn('album', 'text')
    .addColumn('expiry_hours', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  const indexes: [name: string, columns: string[]][] = [
    ['upload_tickets_by_account', ['account_id', 'created_at', 'id']],
    ['upload_tickets_by_key', ['key_id']],
    ['upload_tickets_by_end', ['expires_at']],
  ];
  for (const [name, columns] of indexes) {
    await db.schema.createIndex(name).on('upload_tickets').columns(columns).execute();
  }
}
