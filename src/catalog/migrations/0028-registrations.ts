import { type Kysely, sql } from 'kysely';

/** Accounts that wait before they can be used, and invitations to register. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('accounts').addColumn('waiting_for', 'text').execute();
  await db.schema
    .createIndex('accounts_waiting')
    .on('accounts')
    .columns(['created_at', 'id'])
    .where(sql.ref('waiting_for'), 'is not', null)
    .execute();
  await db.schema
    .createTable('invitations')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('uses', 'integer', (c) => c.notNull())
    .addColumn('used', 'integer', (c) => c.notNull())
    .addColumn('plan', 'text', (c) => c.notNull())
    .addColumn('email', 'text')
    .addColumn('note', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('created_by', 'text')
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('invitations_by_expiry')
    .on('invitations')
    .columns(['expires_at', 'created_at'])
    .execute();
}
