import { type Kysely, sql } from 'kysely';

/** Reports, blocks, quarantine, the audit log, daily statistics. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // SQLite adds one column a statement.
  await db.schema.alterTable('images').addColumn('uploaded_sha256', 'text').execute();
  await db.schema.alterTable('images').addColumn('perceptual_hash', 'text').execute();
  await db.schema.alterTable('images').addColumn('quarantined_at', 'bigint').execute();
  await db.schema.alterTable('images').addColumn('quarantine_cause', 'text').execute();
  await db.schema.alterTable('images').addColumn('quarantine_reason', 'text').execute();
  await db.schema.createIndex('images_by_uploaded_sha256').on('images').column('uploaded_sha256').execute();
  await db.schema
    .createIndex('images_by_quarantine')
    .on('images')
    .columns(['quarantined_at', 'id'])
    .where(sql.ref('quarantined_at'), 'is not', null)
    .execute();
  await db.schema.createIndex('accounts_by_time').on('accounts').columns(['created_at', 'id']).execute();
  await db.schema.createIndex('jobs_by_creation').on('jobs').columns(['created_at', 'id']).execute();

  await db.schema
    .createTable('reports')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('image_id', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('comment', 'text')
    .addColumn('email', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('resolved_at', 'bigint')
    .addColumn('resolved_by', 'text')
    .addColumn('note', 'text')
    .execute();
  await db.schema.createIndex('reports_by_state').on('reports').columns(['state', 'created_at', 'id']).execute();
  await db.schema.createIndex('reports_by_time').on('reports').columns(['created_at', 'id']).execute();
  await db.schema.createIndex('reports_by_image').on('reports').columns(['image_id', 'state']).execute();

  await db.schema
    .createTable('audit')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('actor_id', 'text')
    .addColumn('actor_email', 'text')
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('details', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('audit_by_time').on('audit').columns(['at', 'id']).execute();

  await db.schema
    .createTable('blocks')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('image_id', 'text', (c) => c.notNull())
    .addColumn('stored_sha256', 'text', (c) => c.notNull())
    .addColumn('uploaded_sha256', 'text')
    .addColumn('perceptual_hash', 'text')
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('created_by', 'text')
    .execute();
  await db.schema.createIndex('blocks_by_time').on('blocks').columns(['created_at', 'id']).execute();
  await db.schema.createIndex('blocks_by_stored').on('blocks').column('stored_sha256').execute();
  await db.schema.createIndex('blocks_by_uploaded').on('blocks').column('uploaded_sha256').execute();

  await db.schema
    .createTable('block_bands')
    .addColumn('band', 'integer', (c) => c.notNull())
    .addColumn('block_id', 'text', (c) => c.notNull().references('blocks.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('bands_of_blocks', ['band', 'block_id'])
    .execute();
  await db.schema.createIndex('block_bands_by_block').on('block_bands').column('block_id').execute();

  await db.schema
    .createTable('statistics')
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('value', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('statistics_of_days', ['day', 'name'])
    .execute();
}
