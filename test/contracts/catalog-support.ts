import { sql } from 'kysely';
import { insertAccount } from '../../src/catalog/accounts/accounts.ts';
import { deduplicateBlob } from '../../src/catalog/blobs/blobs.ts';
import type { Catalog } from '../../src/catalog/database.ts';
import { insertImage, UNTOUCHED } from '../../src/catalog/images/images.ts';
import { type JobFilter, leaseJobs } from '../../src/catalog/operations/jobs.ts';
import type { Db, ImageRow } from '../../src/catalog/schema.ts';
import { newId, newImageId, randomBase62 } from '../../src/core/ids.ts';

/** A separate database with any number of connections. */
export interface CatalogUnderTest {
  /** A new connection, like that of another process. */
  connect(): Promise<Catalog>;
  /** Runs a task in several racers at once. @returns their results @throws Error when one fails */
  race<T>(task: RaceTask): Promise<T[]>;
  /** Closes all connections and removes the database. */
  close(): Promise<void>;
}

/** A task of racers, each with its own connection. */
export interface RaceTask {
  kind: 'images' | 'album' | 'migrate';
  accountId?: string;
}

/** A new database: with the newest schema, or without a schema. */
export type OpenCatalog = (schema?: 'newest' | 'empty') => Promise<CatalogUnderTest>;

export const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);

/** A blob with unique content. */
export function newBlob(sha256 = randomBase62(64)): { key: string; sha256: string; sizeBytes: number } {
  return { key: `20260101/0000/${randomBase62(22)}`, sha256, sizeBytes: 1_000 };
}

export async function makeAccount(db: Db, email = `${randomBase62(8)}@example.com`): Promise<string> {
  const id = newId('acc');
  const unproved = { emailVerifiedAt: null, pendingEmail: null, waitingFor: null, passwordHash: null };
  const account = { id, email, name: null, plan: 'free' as const, isAdmin: false, createdAt: NOW, ...unproved };
  if (!(await insertAccount(db, account))) throw new Error(`${email} is taken`);
  return id;
}

/** Inserts an image and its blob references, like an upload. */
export async function makeImage(db: Db, changes: Partial<ImageRow> = {}, sha256?: string): Promise<ImageRow> {
  return db.transaction().execute(async (tx) => {
    const row: ImageRow = {
      ...UNTOUCHED,
      id: newImageId(),
      account_id: null,
      key_id: null,
      filename: 'cat.png',
      search_name: 'CAT.PNG',
      size_bytes: 1_000,
      format: 'PNG',
      width: 3,
      height: 2,
      frames: 1,
      has_alpha: 0,
      metadata_removed: '',
      original_key: await deduplicateBlob(tx, newBlob(sha256)),
      thumbnail_key: await deduplicateBlob(tx, newBlob(sha256 === undefined ? undefined : `thumbnail of ${sha256}`)),
      thumbnail_format: 'PNG',
      thumbnail_width: 3,
      thumbnail_height: 2,
      thumbnail_state: 'made',
      uploaded_at: NOW,
      delete_token_hash: 'hash',
      ...changes,
    };
    await insertImage(tx, row);
    return row;
  });
}

/** All references and garbage, sorted. */
export async function blobState(db: Db): Promise<{ refs: [key: string, refs: number][]; garbage: string[] }> {
  const blobs = await db.selectFrom('blobs').select(['key', 'refs']).orderBy('key').execute();
  const garbage = await db.selectFrom('garbage').select('key').orderBy('key').execute();
  return { refs: blobs.map(({ key, refs }) => [key, Number(refs)]), garbage: garbage.map(({ key }) => key) };
}

/** Leases the job that is due longest. */
export async function leaseJob(db: Db, owner: string, nowMs: number, leaseMs: number, filter?: JobFilter) {
  const [job] = await leaseJobs(db, owner, nowMs, leaseMs, 1, filter);
  return job;
}

/** Adds images to an album by few statements. They share their blobs. */
export async function fillAlbum(db: Db, accountId: string, albumId: string, count: number): Promise<void> {
  const { original_key: original, thumbnail_key: thumbnail } = await makeImage(db);
  const [album, account] = [sql.lit(albumId), sql.lit(accountId)];
  for (let from = 0; from < count; from += STATEMENT_ROWS) {
    const to = Math.min(count, from + STATEMENT_ROWS);
    await sql`insert into images (id, account_id, album_id, filename, search_name, size_bytes, format, width, height,
        frames, has_alpha, metadata_removed, original_key, thumbnail_key, thumbnail_format, thumbnail_width,
        thumbnail_height, uploaded_at, delete_token_hash, views)
      with recursive n(i) as (select ${sql.lit(from + 1)} union all select i + 1 from n where i < ${sql.lit(to)})
      select ${album} || '-' || i, ${account}, ${album}, 'a.png', 'a.png', 1000 + i, 'PNG', 1, 1, 1, 0, '',
        ${sql.lit(original)}, ${sql.lit(thumbnail)}, 'PNG', 1, 1, ${sql.lit(NOW)} - i, 'h', 0 from n`.execute(db);
  }
  const isPostgres = sql`${1}`.compile(db).sql.includes('$1');
  // PostgreSQL reads an index alone only where it knows that all rows of a page are visible.
  await sql.raw(isPostgres ? 'vacuum analyze images' : 'analyze').execute(db);
}

const STATEMENT_ROWS = 5_000;
