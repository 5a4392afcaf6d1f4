import type { Kysely } from 'kysely';

/** Sessions, password resets, sign-in by OpenID Connect, suspended accounts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // SQLite adds one column a statement.
  await db.schema.alterTable('accounts').addColumn('suspended_at', 'bigint').execute();
  await db.schema.alterTable('accounts').addColumn('suspended_reason', 'text').execute();

  await db.schema
    .createTable('sessions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('user_agent', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('last_used_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('sessions_by_account').on('sessions').columns(['account_id', 'created_at']).execute();
  await db.schema.createIndex('sessions_by_expiry').on('sessions').column('expires_at').execute();

  await db.schema
    .createTable('password_resets')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('password_resets_by_account').on('password_resets').column('account_id').execute();
  await db.schema.createIndex('password_resets_by_expiry').on('password_resets').column('expires_at').execute();

  await db.schema
    .createTable('identities')
    .addColumn('issuer', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('identities_of_issuer', ['issuer', 'subject'])
    .execute();
  await db.schema.createIndex('identities_by_account').on('identities').column('account_id').execute();

  await db.schema
    .createTable('sign_ins')
    .addColumn('state_hash', 'text', (c) => c.primaryKey())
    .addColumn('payload', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('sign_ins_by_expiry').on('sign_ins').column('expires_at').execute();
}
