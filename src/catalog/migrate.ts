import { type Migration, Migrator, sql } from 'kysely';
import { VERSION } from '../version.ts';
import { up as first } from './migrations/0001-first.ts';
import { up as sessions } from './migrations/0002-sessions.ts';
import { up as albums } from './migrations/0003-albums.ts';
import { up as moderation } from './migrations/0004-moderation.ts';
import { up as deletions } from './migrations/0005-deletions.ts';
import { up as variants } from './migrations/0006-variants.ts';
import { up as workIndexes } from './migrations/0007-work-indexes.ts';
import { up as lazyThumbnails } from './migrations/0008-lazy-thumbnails.ts';
import { up as verifiedAddresses } from './migrations/0009-verified-addresses.ts';
import { up as secondFactors } from './migrations/0010-second-factors.ts';
import { up as variantUses } from './migrations/0011-variant-uses.ts';
import { up as albumIndexes } from './migrations/0012-album-indexes.ts';
import { up as trash } from './migrations/0013-trash.ts';
import { up as albumSharing } from './migrations/0014-album-sharing.ts';
import { up as account } from './migrations/0015-account.ts';
import { up as reportsByImage } from './migrations/0016-reports-by-image.ts';
import { up as resumableUploads } from './migrations/0017-resumable-uploads.ts';
import { up as webhooks } from './migrations/0018-webhooks.ts';
import { up as uploadTickets } from './migrations/0019-upload-tickets.ts';
import { up as imageTexts } from './migrations/0020-image-texts.ts';
import { up as imports } from './migrations/0021-imports.ts';
import { up as backups } from './migrations/0022-backups.ts';
import { up as purgeOrder } from './migrations/0023-purge-order.ts';
import { up as catalogFacts } from './migrations/0024-catalog-facts.ts';
import { up as accountFigures } from './migrations/0025-account-figures.ts';
import { up as accountTasks } from './migrations/0026-account-tasks.ts';
import { up as uploaders } from './migrations/0027-uploaders.ts';
import { up as registrations } from './migrations/0028-registrations.ts';
import { type CatalogFacts, readFacts, writeFacts } from './operations/facts.ts';
import type { Db, Schema, Tx } from './schema.ts';

/** All migrations, in the order of their names. A released migration is never changed. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-first': { up: first },
  '0002-sessions': { up: sessions },
  '0003-albums': { up: albums },
  '0004-moderation': { up: moderation },
  '0005-deletions': { up: deletions },
  '0006-variants': { up: variants },
  '0007-work-indexes': { up: workIndexes },
  '0008-lazy-thumbnails': { up: lazyThumbnails },
  '0009-verified-addresses': { up: verifiedAddresses },
  '0010-second-factors': { up: secondFactors },
  '0011-variant-uses': { up: variantUses },
  '0012-album-indexes': { up: albumIndexes },
  '0013-trash': { up: trash },
  '0014-album-sharing': { up: albumSharing },
  '0015-account': { up: account },
  '0016-reports-by-image': { up: reportsByImage },
  '0017-resumable-uploads': { up: resumableUploads },
  '0018-webhooks': { up: webhooks },
  '0019-upload-tickets': { up: uploadTickets },
  '0020-image-texts': { up: imageTexts },
  '0021-imports': { up: imports },
  '0022-backups': { up: backups },
  '0023-purge-order': { up: purgeOrder },
  '0024-catalog-facts': { up: catalogFacts },
  '0025-account-figures': { up: accountFigures },
  '0026-account-tasks': { up: accountTasks },
  '0027-uploaders': { up: uploaders },
  '0028-registrations': { up: registrations },
};

export interface MigrationState {
  name: string;
  /** null = not applied yet. */
  appliedAt: Date | null;
}

/**
 * The oldest version that runs on the newest schema. A migration that only adds does not change it; one that removes what
 * an older version uses raises it to the version that no longer used it.
 */
const OLDEST_VERSION = '0.1.0';

/**
 * Migrates the catalog to the newest schema. Each migration is one transaction: an interrupted one leaves nothing behind.
 * A catalog of a newer version stays as it is, if this version may run on it.
 * @returns the names of the migrations applied now
 * @throws Error when a migration fails; the earlier ones stay applied; and when the catalog has moved or is too new
 */
export async function migrate(db: Db): Promise<string[]> {
  const found = await readFacts(db);
  const { facts } = found;
  const problem = catalogProblem(found);
  if (problem !== undefined) throw new Error(problem);
  if (unknownOf(found).length > 0) return [];
  // Most starts apply none: the migrator would read the tables and columns of the whole schema.
  const isNewest = Object.keys(MIGRATIONS).length === found.applied.length;
  const { error, results = [] } = isNewest ? {} : await migratorOf(db).migrateToLatest();
  if (error !== undefined) throw new Error('The catalog cannot be migrated.', { cause: error });
  if (results.length > 0 || facts.migrated_by !== VERSION) {
    await writeFacts(db, { migrated_by: VERSION, runs_with: OLDEST_VERSION });
  }
  return results.map((result) => result.migrationName);
}

/**
 * The same for a SQLite catalog: SQLite sorts the rows of a new index in a temporary file. In memory, where it sorts for
 * requests, millions of rows would take hundreds of megabytes.
 */
export async function migrateSqlite(db: Db): Promise<string[]> {
  const { rows } = await sql<{ temp_store: number }>`pragma temp_store`.execute(db);
  await sql`pragma temp_store = file`.execute(db);
  try {
    return await migrate(db);
  } finally {
    await sql.raw(`pragma temp_store = ${rows[0]?.temp_store ?? 'default'}`).execute(db);
  }
}

/** Why this version must not run on a catalog; undefined where it may, also on a newer one whose migrations only add. */
export function catalogProblem(found: CatalogFacts): string | undefined {
  const { moved_to: target, migrated_by: by, runs_with: oldest } = found.facts;
  if (target !== undefined) {
    return (
      `This catalog has moved to ${target}: set IMGD_DATABASE_URL. To use this one again, without what has happened since ` +
      'the move, run imgd catalog unmark.'
    );
  }
  const unknown = unknownOf(found);
  if (unknown.length === 0) return undefined;
  const lacksKnown = Object.keys(MIGRATIONS).length + unknown.length > found.applied.length;
  if (!lacksKnown && oldest !== undefined && compareVersions(oldest, VERSION) <= 0) return undefined;
  const newer = by === undefined ? 'the version that migrated it' : `version ${by}`;
  return (
    `This catalog is newer than this imgd ${VERSION} (migration ${unknown[0]} is unknown): start ${newer} or a newer one, ` +
    'or restore the copy made before the migration.'
  );
}

function unknownOf({ applied }: CatalogFacts): string[] {
  return applied.filter((name) => !(name in MIGRATIONS));
}

function compareVersions(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}

/** All migrations and whether they are applied. */
export async function migrationState(db: Db): Promise<MigrationState[]> {
  const all = await migratorOf(db).getMigrations();
  return all.map(({ name, executedAt }) => ({ name, appliedAt: executedAt ?? null }));
}

function migratorOf(db: Db): Migrator {
  return new Migrator({ db, provider: { getMigrations: async () => ({ ...MIGRATIONS }) } });
}

/** Rows per insert; PostgreSQL accepts at most 65,535 parameters. */
const BATCH = 500;

type Table = keyof Schema;

export interface CopiedTable {
  table: string;
  rows: number;
}

/**
 * Copies every row of a SQLite catalog into an empty catalog of the same schema, in one transaction: an interrupted copy
 * leaves nothing behind. Nothing may write to the source during the copy.
 * @param from a SQLite catalog
 * @throws Error when the target has rows, or when the numbers of rows differ afterwards
 */
export async function copyCatalog(
  from: Db,
  to: Db,
  onTable: (copied: CopiedTable) => void = () => {},
): Promise<CopiedTable[]> {
  // The target has its own facts.
  const tables = (await inOrderOfReferences(from)).filter((table) => table !== 'catalog_facts');
  return to.transaction().execute(async (tx) => {
    const copied: CopiedTable[] = [];
    for (const table of tables) {
      if ((await countOf(tx, table)) > 0) throw new Error(`The target is not empty: "${table}" has rows.`);
    }
    for (const table of tables) {
      // The copied rows have moved triggers to record changes, which the figures of the copied accounts contain.
      if (table === 'account_changes') await tx.deleteFrom(table).execute();
      const rows = await copyTable(from, tx, table);
      const [expected, found] = [await countOf(from, table), await countOf(tx, table)];
      if (expected !== found) throw new Error(`"${table}" has ${expected} rows, but its copy has ${found}.`);
      copied.push({ table, rows });
      onTable({ table, rows });
    }
    return copied;
  });
}

async function copyTable(from: Db, tx: Tx, table: Table): Promise<number> {
  let rows = 0;
  let batch: object[] = [];
  const flush = async () => {
    if (batch.length > 0)
      await tx
        .insertInto(table)
        .values(batch as never)
        .execute();
    rows += batch.length;
    batch = [];
  };
  for await (const row of from.selectFrom(table).selectAll().stream()) {
    // The numbers of these rows continue where the target's own begin.
    batch.push(table === 'account_changes' ? { ...row, id: undefined } : row);
    if (batch.length === BATCH) await flush();
  }
  await flush();
  return rows;
}

/** All tables, each after the tables that it references; last the one that triggers of other tables write to. */
async function inOrderOfReferences(from: Db): Promise<Table[]> {
  const names = (await from.introspection.getTables()).map(({ name }) => name as Table);
  const ordered: Table[] = [];
  const visit = async (name: Table): Promise<void> => {
    if (ordered.includes(name)) return;
    const references = await sql<{ table: Table }>`select "table" from pragma_foreign_key_list(${name})`.execute(from);
    for (const { table } of references.rows) if (table !== name) await visit(table);
    ordered.push(name);
  };
  for (const name of names) await visit(name);
  return [...ordered.filter((name) => name !== 'account_changes'), 'account_changes'];
}

async function countOf(db: Db, table: Table): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
