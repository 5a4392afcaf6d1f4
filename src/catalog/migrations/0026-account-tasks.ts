import { type Kysely, sql } from 'kysely';

/** Work on the images of an account, which a job does in parts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('account_tasks')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('account_id', 'text', (c) => c.notNull())
    .addColumn('actor_id', 'text')
    .addColumn('reason', 'text')
    .addColumn('uploaded_from', 'bigint', (c) => c.notNull())
    .addColumn('with_held', 'integer', (c) => c.notNull())
    .addColumn('images', 'bigint', (c) => c.notNull())
    .addColumn('bytes', 'bigint', (c) => c.notNull())
    .addColumn('done_images', 'bigint', (c) => c.notNull())
    .addColumn('done_bytes', 'bigint', (c) => c.notNull())
    .addColumn('in_trash', 'integer', (c) => c.notNull())
    .addColumn('after_value', 'bigint', (c) => c.notNull())
    .addColumn('after_id', 'text', (c) => c.notNull())
    .addColumn('problem', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('finished_at', 'bigint')
    .execute();
  await db.schema.createIndex('account_tasks_by_time').on('account_tasks').columns(['created_at', 'id']).execute();
  // An account has one unfinished task.
  await db.schema
    .createIndex('account_tasks_unfinished')
    .on('account_tasks')
    .column('account_id')
    .unique()
    .where(sql.ref('finished_at'), 'is', null)
    .execute();
  // Administrators may download the data of a suspended account.
  await db.schema.alterTable('exports').addColumn('actor_id', 'text').execute();
}
