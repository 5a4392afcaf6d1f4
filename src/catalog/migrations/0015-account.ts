import type { Kysely } from 'kysely';

/** Daily figures and preferences of accounts, the network of sessions, and exports in progress. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('accounts').addColumn('preferences', 'text').execute();
  await db.schema.alterTable('sessions').addColumn('network', 'text').execute();

  await db.schema
    .createTable('account_days')
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('uploads', 'bigint', (c) => c.notNull())
    .addColumn('bytes', 'bigint', (c) => c.notNull())
    .addColumn('requests', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('account_days_of_account', ['account_id', 'day'])
    .execute();
  await db.schema.createIndex('account_days_by_day').on('account_days').column('day').execute();

  await db.schema
    .createTable('exports')
    .addColumn('account_id', 'text', (c) => c.primaryKey().references('accounts.id').onDelete('cascade'))
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('lease_until', 'bigint', (c) => c.notNull())
    .execute();
}
