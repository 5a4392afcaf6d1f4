import type { Kysely } from 'kysely';

/** Verification of email addresses, and the bound on mailed notices. Earlier addresses count as unverified. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // SQLite adds one column a statement.
  await db.schema.alterTable('accounts').addColumn('email_verified_at', 'bigint').execute();
  await db.schema.alterTable('accounts').addColumn('pending_email', 'text').execute();
  await db.schema
    .alterTable('accounts')
    .addColumn('notices', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('accounts')
    .addColumn('notices_since', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('password_resets')
    .addColumn('mailed', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();

  await db.schema
    .createTable('email_verifications')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('email_verifications_by_account')
    .on('email_verifications')
    .column('account_id')
    .execute();
  await db.schema.createIndex('email_verifications_by_email').on('email_verifications').column('email').execute();
  await db.schema.createIndex('email_verifications_by_expiry').on('email_verifications').column('expires_at').execute();
}
