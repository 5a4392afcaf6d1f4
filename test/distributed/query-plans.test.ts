import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type KyselyPlugin, type RootOperationNode, sql } from 'kysely';
import { findKeyBySecret } from '../../src/catalog/accounts/credentials.ts';
import { listKeys } from '../../src/catalog/accounts/keys.ts';
import { knownKeys, listBlobs, listGarbage } from '../../src/catalog/blobs/blobs.ts';
import { type Catalog, openPostgresCatalog } from '../../src/catalog/database.ts';
import { settleDeletions } from '../../src/catalog/images/deletions.ts';
import { findImages, listImages } from '../../src/catalog/images/image-lists.ts';
import { findImage, listExpired, listImagesOfBlobs, storageOf } from '../../src/catalog/images/images.ts';
import { findInTrash, listTrash, lockPurgeable } from '../../src/catalog/images/trash.ts';
import { migrate } from '../../src/catalog/migrate.ts';
import { leaseIdempotencyRecord } from '../../src/catalog/operations/idempotency.ts';
import type { Db } from '../../src/catalog/schema.ts';
import { IMAGE_ORDERS } from '../../src/core/states.ts';
import { leaseJob } from '../contracts/catalog-support.ts';
import { makeDatabase, noPostgres, type TestDatabase } from '../support/services.ts';

/** TEST_PLAN_ROWS=1000000 tests a million images, in some minutes. */
const IMAGES = Number(process.env.TEST_PLAN_ROWS ?? 60_000);
const ACCOUNTS = 300;
const NOW = 1_800_000_000_000;
/** The planner may scan these small tables. */
const SMALL_TABLES = new Set(['accounts']);

const QUERIES: Record<string, (db: Db) => Promise<unknown>> = {
  'an image by its id': (db) => findImage(db, 'img-77', NOW),
  'images by their ids': (db) => findImages(db, ['img-1', 'img-2', 'img-3'], NOW),
  'expired images': (db) => listExpired(db, NOW, 200),
  'images of a blob': (db) => listImagesOfBlobs(db, ['o-5', 't-9']),
  'the storage of an account': (db) => storageOf(db, 'acc-7', NOW),
  'a page of the trash': (db) => listTrash(db, 'acc-7', { value: NOW - 5_000, id: 'x' }, NOW, 50),
  'images in the trash by their ids': (db) => findInTrash(db, 'acc-7', ['img-1', 'img-2'], NOW),
  'images whose time in the trash is over': (db) => db.transaction().execute((tx) => lockPurgeable(tx, NOW, 200)),
  'the caller of a key': (db) => findKeyBySecret(db, 'hash-7', NOW),
  'keys of an account': (db) => listKeys(db, 'acc-7', NOW),
  'known blob keys': (db) => knownKeys(db, ['o-1', 't-2', 'x']),
  'a page of blobs': (db) => listBlobs(db, 'o-500', 500),
  'the oldest garbage': (db) => listGarbage(db, 200),
  'deletions whose blobs are removed': (db) => settleDeletions(db, NOW),
  'the next job': (db) => leaseJob(db, 'owner', NOW, 1),
  'a repeated request': (db) => leaseIdempotencyRecord(db, 'scope-5', NOW, 1, 1),
  ...Object.fromEntries(
    IMAGE_ORDERS.flatMap((order) => [
      [`an account's images, ${order} first`, listOf(order, undefined)],
      [`an album's images, ${order} first`, listOf(order, 'alb-7')],
      [`images in no album, ${order} first`, listOf(order, null)],
    ]),
  ),
};

function listOf(order: (typeof IMAGE_ORDERS)[number], albumId: string | null | undefined) {
  return (db: Db) => listImages(db, { accountId: 'acc-7', albumId, order }, { value: NOW - 5_000, id: 'x' }, NOW, 50);
}

describe(`query plans of PostgreSQL over ${IMAGES} images`, { skip: noPostgres }, () => {
  let database: TestDatabase;
  let catalog: Catalog;
  before(async () => {
    database = await makeDatabase();
    catalog = await openPostgresCatalog(database.url, 2);
    await migrate(catalog.db);
    await fill(catalog.db);
  });
  after(async () => {
    await catalog.close();
    await database.drop();
  });

  for (const [name, query] of Object.entries(QUERIES)) {
    it(`use an index for ${name}`, async () => {
      const scans = await scannedBy(catalog.db, query);
      assert.deepEqual(scans, [], 'scanned tables');
    });
  }

  it('control: detects the scan of a query without an index', async () => {
    const query = (db: Db) => db.selectFrom('images').select('id').where('filename', '=', 'x').execute();
    assert.deepEqual(await scannedBy(catalog.db, query), ['images']);
  });
});

/** Tables that the statements of a query scan, without the small ones. */
async function scannedBy(db: Db, query: (db: Db) => Promise<unknown>): Promise<string[]> {
  const nodes: RootOperationNode[] = [];
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      nodes.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await query(db.withPlugin(plugin));
  assert.ok(nodes.length > 0);
  const scanned: string[] = [];
  for (const node of nodes) {
    const { sql: text, parameters } = db.getExecutor().compileQuery(node, { queryId: 'explained' });
    const explained = { ...sql`explain`.compile(db), sql: `explain (format json) ${text}`, parameters };
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>(explained);
    for (const row of rows) collect(row['QUERY PLAN'][0].Plan, scanned);
  }
  return scanned.filter((table) => !SMALL_TABLES.has(table));
}

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
}

function collect(plan: Plan, scanned: string[]): void {
  if (plan['Node Type'] === 'Seq Scan') scanned.push(plan['Relation Name'] ?? '');
  for (const part of plan.Plans ?? []) collect(part, scanned);
}

/** Fills the tables like those of a large service: a third of the images expire, half are in albums. */
async function fill(db: Db): Promise<void> {
  const statements = [
    sql`insert into accounts (id, email, plan, is_admin, created_at)
      select 'acc-' || i, i || '@example.com', 'free', 0, ${NOW}::bigint from generate_series(0, ${ACCOUNTS - 1}::int) i`,
    sql`insert into albums (id, account_id, name, created_at, updated_at)
      select 'alb-' || i, 'acc-' || i, 'album', ${NOW}::bigint, ${NOW}::bigint from generate_series(0, ${ACCOUNTS - 1}::int) i`,
    sql`insert into albums (id, account_id, name, created_at, updated_at)
      select 'alb-x' || i, 'acc-' || (i % ${ACCOUNTS}::int), 'album ' || i, ${NOW}::bigint, ${NOW}::bigint
      from generate_series(1, 20000) i`,
    sql`insert into garbage (key, added_at) select 'g-' || i, ${NOW}::bigint
      from generate_series(1, ${Math.ceil(IMAGES / 3)}::int) i`,
    sql`insert into deletions (id, image_id, cause, created_at, storage_state, storage_at, edge_state, edge_attempts)
      select 'del-' || i, 'img-x' || i, 'request', ${NOW}::bigint - i, case when i % 1000 = 0 then 'pending' else 'gone' end,
        ${NOW}::bigint, 'none', 0
      from generate_series(1, ${IMAGES}::int) i`,
    sql`insert into keys (id, account_id, name, secret_hash, prefix, last4, grants, created_at)
      select 'key-' || i, 'acc-' || (i % ${ACCOUNTS}::int), 'a', 'hash-' || i, 'p', 'l', '*', ${NOW}::bigint
      from generate_series(0, ${ACCOUNTS * 20}::int) i`,
    sql`insert into blobs (key, sha256, size_bytes, refs)
      select kind || '-' || i, kind || i, 1000, 1 from generate_series(1, ${IMAGES}::int) i, (values ('o'), ('t')) k(kind)`,
    sql`insert into images (id, account_id, album_id, filename, search_name, size_bytes, format, width, height, frames,
        has_alpha, metadata_removed, original_key, thumbnail_key, thumbnail_format, thumbnail_width, thumbnail_height,
        uploaded_at, expires_at, delete_token_hash, views)
      select 'img-' || i, 'acc-' || (i % ${ACCOUNTS}::int), case when i % 2 = 0 then 'alb-' || (i % ${ACCOUNTS}::int) end,
        'a.png', 'a.png', i % 100000, 'PNG', 1, 1, 1, 0, '', 'o-' || i, 't-' || i, 'PNG', 1, 1,
        ${NOW}::bigint - i, case when i % 3 = 0 then ${NOW}::bigint + (i % 500 - 5) * 1000 end, 'h', 0
      from generate_series(1, ${IMAGES}::int) i`,
    sql`insert into jobs (id, kind, payload, run_at, attempts, created_at)
      select 'job-' || i, 'k', 'null', ${NOW}::bigint - 10000 + i, 0, ${NOW}::bigint from generate_series(1, 20000) i`,
    sql`insert into idempotency (scope, lease_until, expires_at)
      select 'scope-' || i, ${NOW}::bigint, ${NOW}::bigint + i from generate_series(1, 20000) i`,
    sql`analyze`,
  ];
  await db.connection().execute(async (one) => {
    await sql.raw('set statement_timeout = 0').execute(one);
    await sql.raw(`set session_replication_role = 'replica'`).execute(one);
    for (const statement of statements) await statement.execute(one);
    await sql.raw(`set session_replication_role = 'origin'`).execute(one);
  });
}
