import { type Migration, Migrator } from 'kysely';
import { up as first } from './migrations/0001-first.ts';
import { up as sessions } from './migrations/0002-sessions.ts';
import { up as albums } from './migrations/0003-albums.ts';
import { up as moderation } from './migrations/0004-moderation.ts';
import { up as deletions } from './migrations/0005-deletions.ts';
import { up as variants } from './migrations/0006-variants.ts';
import { up as workIndexes } from './migrations/0007-work-indexes.ts';
import { up as lazyThumbnails } from './migrations/0008-lazy-thumbnails.ts';
import type { Db } from './schema.ts';

/** All migrations, in the order of their names. A released migration is never changed. */
const MIGRATIONS: Record<string, Migration> = {
  '0001-first': { up: first },
  '0002-sessions': { up: sessions },
  '0003-albums': { up: albums },
  '0004-moderation': { up: moderation },
  '0005-deletions': { up: deletions },
  '0006-variants': { up: variants },
  '0007-work-indexes': { up: workIndexes },
  '0008-lazy-thumbnails': { up: lazyThumbnails },
};

export interface MigrationState {
  name: string;
  /** null = not applied yet. */
  appliedAt: Date | null;
}

/**
 * Migrates the catalog to the newest schema. Each migration is one transaction: an interrupted one leaves nothing behind.
 * @returns the names of the migrations applied now
 * @throws Error when a migration fails; the earlier ones stay applied
 */
export async function migrate(db: Db): Promise<string[]> {
  const { error, results = [] } = await migratorOf(db).migrateToLatest();
  if (error !== undefined) throw new Error('The catalog cannot be migrated.', { cause: error });
  return results.map((result) => result.migrationName);
}

/** All migrations and whether they are applied. */
export async function migrationState(db: Db): Promise<MigrationState[]> {
  const all = await migratorOf(db).getMigrations();
  return all.map(({ name, executedAt }) => ({ name, appliedAt: executedAt ?? null }));
}

function migratorOf(db: Db): Migrator {
  return new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
}
