import { type Kysely, sql } from 'kysely';

/** The first tables. `bigint` columns hold milliseconds in PostgreSQL; SQLite treats them as ordinary integers. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a released migration is never changed
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('accounts')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('email', 'text', (c) => c.notNull().unique())
    .addColumn('name', 'text')
    .addColumn('password_hash', 'text')
    .addColumn('plan', 'text', (c) => c.notNull())
    .addColumn('is_admin', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('keys')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('secret_hash', 'text', (c) => c.notNull().unique())
    .addColumn('prefix', 'text', (c) => c.notNull())
    .addColumn('last4', 'text', (c) => c.notNull())
    .addColumn('grants', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('last_used_at', 'bigint')
    .addColumn('expires_at', 'bigint')
    .execute();
  await db.schema.createIndex('keys_by_account').on('keys').columns(['account_id', 'created_at']).execute();

  await db.schema
    .createTable('albums')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('albums_by_name', ['account_id', 'name'])
    .execute();

  await db.schema
    .createTable('blobs')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('sha256', 'text', (c) => c.notNull().unique())
    .addColumn('size_bytes', 'bigint', (c) => c.notNull())
    .addColumn('refs', 'bigint', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('damage')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('fault', 'text', (c) => c.notNull())
    .addColumn('found_at', 'bigint', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('garbage')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('added_at', 'bigint', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('images')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.references('accounts.id'))
    .addColumn('key_id', 'text')
    .addColumn('album_id', 'text', (c) => c.references('albums.id'))
    .addColumn('album_label', 'text')
    .addColumn('filename', 'text', (c) => c.notNull())
    .addColumn('format', 'text', (c) => c.notNull())
    .addColumn('width', 'integer', (c) => c.notNull())
    .addColumn('height', 'integer', (c) => c.notNull())
    .addColumn('frames', 'integer', (c) => c.notNull())
    .addColumn('has_alpha', 'integer', (c) => c.notNull())
    .addColumn('metadata_removed', 'text', (c) => c.notNull())
    .addColumn('original_key', 'text', (c) => c.notNull().references('blobs.key').onUpdate('cascade'))
    .addColumn('thumbnail_key', 'text', (c) => c.notNull().references('blobs.key').onUpdate('cascade'))
    .addColumn('thumbnail_format', 'text', (c) => c.notNull())
    .addColumn('thumbnail_width', 'integer', (c) => c.notNull())
    .addColumn('thumbnail_height', 'integer', (c) => c.notNull())
    .addColumn('uploaded_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('delete_token_hash', 'text', (c) => c.notNull())
    .addColumn('views', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex('images_by_account').on('images').columns(['account_id', 'uploaded_at', 'id']).execute();
  await db.schema
    .createIndex('images_by_expiry')
    .on('images')
    .column('expires_at')
    .where(sql.ref('expires_at'), 'is not', null)
    .execute();
  await db.schema.createIndex('images_by_album').on('images').column('album_id').execute();
  await db.schema.createIndex('images_by_original').on('images').column('original_key').execute();
  await db.schema.createIndex('images_by_thumbnail').on('images').column('thumbnail_key').execute();

  await db.schema
    .createTable('jobs')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.unique())
    .addColumn('payload', 'text', (c) => c.notNull())
    .addColumn('run_at', 'bigint', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('lease_until', 'bigint')
    .addColumn('lease_owner', 'text')
    .addColumn('last_error', 'text')
    .addColumn('dead_at', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('jobs_by_time').on('jobs').columns(['dead_at', 'run_at']).execute();

  await db.schema
    .createTable('idempotency')
    .addColumn('scope', 'text', (c) => c.primaryKey())
    .addColumn('fingerprint', 'text')
    .addColumn('status', 'integer')
    .addColumn('body', 'text')
    .addColumn('lease_until', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('idempotency_by_expiry').on('idempotency').column('expires_at').execute();
}
