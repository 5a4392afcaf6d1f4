import { type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * What accounts store and when they were last used, for lists in that order. Triggers record each change, also those of
 * earlier versions on the same catalog. They append: a counter that every upload updates would make uploads wait for each
 * other.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  // SQLite adds one column a statement.
  for (const column of ['stored_images', 'stored_bytes', 'last_seen_at']) {
    await db.schema
      .alterTable('accounts')
      .addColumn(column, 'bigint', (c) => c.notNull().defaultTo(0))
      .execute();
    await db.schema.createIndex(`accounts_by_${column}`).on('accounts').columns([column, 'id']).execute();
  }
  await sql`
    create table account_changes (
      id ${sql.raw(isPostgres ? 'bigserial primary key' : 'integer primary key autoincrement')},
      account_id text not null,
      images bigint not null,
      bytes bigint not null,
      seen_at bigint not null
    )`.execute(db);
  await db.schema.createIndex('account_changes_by_account').on('account_changes').column('account_id').execute();
  await countExisting(db);
  for (const trigger of TRIGGERS) await addTrigger(db, trigger, isPostgres);
}

async function countExisting(db: Kysely<unknown>): Promise<void> {
  await sql`
    update accounts set
      stored_images = (select count(*) from images where account_id = accounts.id),
      stored_bytes = (select coalesce(sum(size_bytes), 0) from images where account_id = accounts.id),
      last_seen_at = coalesce((select max(used) from (
        select max(last_used_at) as used from keys where account_id = accounts.id
        union all
        select max(last_used_at) from sessions where account_id = accounts.id) as uses), 0)`.execute(db);
}

const LESS = 'old.account_id, -1, -old.size_bytes, 0';
const MORE = 'new.account_id, 1, new.size_bytes, 0';
const USED = 'new.account_id, 0, 0, new.last_used_at';
const MOVED = 'new.account_id is distinct from old.account_id';

/** The values are those of account_id, images, bytes and seen_at. */
const TRIGGERS: { name: string; on: string; when: string; values: string }[] = [
  { name: 'image_added', on: 'insert on images', when: 'new.account_id is not null', values: MORE },
  { name: 'image_removed', on: 'delete on images', when: 'old.account_id is not null', values: LESS },
  ...[
    { name: 'image_given', when: `new.account_id is not null and ${MOVED}`, values: MORE },
    { name: 'image_left', when: `old.account_id is not null and ${MOVED}`, values: LESS },
  ].map((trigger) => ({ on: 'update of account_id on images', ...trigger })),
  { name: 'key_used', on: 'update of last_used_at on keys', when: 'new.last_used_at is not null', values: USED },
  { name: 'session_begun', on: 'insert on sessions', when: 'new.last_used_at is not null', values: USED },
  {
    name: 'session_used',
    on: 'update of last_used_at on sessions',
    when: 'new.last_used_at > old.last_used_at',
    values: USED,
  },
];

async function addTrigger(
  db: Kysely<unknown>,
  { name, on, when, values }: (typeof TRIGGERS)[number],
  isPostgres: boolean,
): Promise<void> {
  const insert = `insert into account_changes (account_id, images, bytes, seen_at) values (${values});`;
  if (!isPostgres) {
    await sql.raw(`create trigger ${name} after ${on} when ${when} begin ${insert} end`).execute(db);
    return;
  }
  await sql
    .raw(`create function ${name}() returns trigger language plpgsql as $$ begin ${insert} return null; end $$`)
    .execute(db);
  await sql
    .raw(`create trigger ${name} after ${on} for each row when (${when}) execute function ${name}()`)
    .execute(db);
}
