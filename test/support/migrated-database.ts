import { createHash } from 'node:crypto';
import pg from 'pg';
import { openPostgresCatalog } from '../../src/catalog/database.ts';
import { MIGRATIONS, migrate } from '../../src/catalog/migrate.ts';
import { databaseUrl, makeDatabase, postgresServer, type TestDatabase } from './services.ts';

/** A copy is several times cheaper than all migrations. The name tells the migrations, for a server that outlives a run. */
const hash = createHash('sha256').update(Object.keys(MIGRATIONS).join()).digest('hex');
const TEMPLATE = `imgd_template_${hash.slice(0, 16)}`;
/** Key of the lock that processes take to create it. */
const LOCK = 48_151;

let created: Promise<void> | undefined;

/** A database with the newest schema. */
export async function makeMigratedDatabase(): Promise<TestDatabase> {
  created ??= createTemplate(await postgresServer());
  await created;
  return makeDatabase(TEMPLATE);
}

async function createTemplate(server: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    // The lock ends with the connection.
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [TEMPLATE]);
    if (rowCount !== 0) return;
    const building = `${TEMPLATE}_building`;
    await client.query(`drop database if exists ${building}`);
    await client.query(`create database ${building}`);
    const catalog = await openPostgresCatalog(databaseUrl(server, building), 2);
    await migrate(catalog.db);
    await catalog.close();
    await client.query(`alter database ${building} rename to ${TEMPLATE}`);
  } finally {
    await client.end();
  }
}
