import { appendFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatBlobLine, formatManifest, MANIFEST_FILE, type Manifest } from '../../backup/manifest.ts';
import {
  fetchVerified,
  fileKey,
  inParallel,
  listPool,
  poolKey,
  putFile,
  putText,
  readLocalList,
  type WritableTarget,
} from '../../backup/target.ts';
import type { BlobStore, StoredBlob } from '../../blobs/port.ts';
import { recordCorruptBlob } from '../../catalog/blobs/blob-integrity.ts';
import { isLive, listBlobsToBackUp, type NewBlob } from '../../catalog/blobs/blobs.ts';
import { readFacts } from '../../catalog/operations/facts.ts';
import { catalogId } from '../../catalog/operations/secrets.ts';
import type { Db } from '../../catalog/schema.ts';
import type { Snapshots } from '../../catalog/snapshots.ts';
import type { Clock } from '../../lib/clock.ts';
import { requireOwnTarget } from './prune-backups.ts';

/** Rows and lines that are in memory at once. */
const PAGE = 500;

export interface BackUpDeps {
  db: Db;
  blobs: BlobStore;
  clock: Clock;
  snapshots: Snapshots;
  /** Locked for this run. */
  target: WritableTarget;
}

export interface BackUpOptions {
  /** Of imgd. */
  version: string;
  parallel: number;
  onProgress(done: number, of: number, copiedBytes: number): void;
}

/**
 * Backs up a catalog that is in use, and the blobs that the target does not have yet: the catalog first, so that every
 * blob of the copy was in the store before it. The manifest is written last, and makes the backup valid.
 * @throws Error when the target belongs to another catalog, or anything cannot be read or written
 */
export async function backUp(deps: BackUpDeps, options: BackUpOptions): Promise<Manifest> {
  const { target, clock } = deps;
  const ownId = await catalogId(deps.db);
  await requireOwnTarget(target, ownId);
  const startedAt = new Date(clock.now()).toISOString();
  const name = startedAt.replace(/[-:]/g, '');
  const state = await copyCatalog(deps);
  const copying = startCopying(deps, options, state.count);
  await copying.run(state.wanted);
  const engineFile = deps.snapshots.engine === 'sqlite' ? 'catalog.sqlite' : 'catalog.dump';
  const catalog = await putFile(target, fileKey(name, engineFile), state.catalog);
  const blobList = await putFile(target, fileKey(name, 'blobs.txt'), copying.listPath);
  await Promise.all([state.catalog, state.wanted, copying.listPath].map((path) => rm(path, { force: true })));
  const { images, accounts, lastMigration } = state;
  const manifest: Manifest = {
    format: 1,
    name,
    imgd: options.version,
    catalogId: ownId,
    engine: deps.snapshots.engine,
    lastMigration,
    startedAt,
    finishedAt: new Date(clock.now()).toISOString(),
    catalog,
    blobList,
    images,
    accounts,
    ...copying.result(),
  };
  await putText(target, fileKey(name, MANIFEST_FILE), formatManifest(manifest));
  return manifest;
}

/** Copies the catalog into temporary files: itself, and the list of the blobs that it needs. */
async function copyCatalog({ snapshots, target }: BackUpDeps) {
  const catalog = join(target.tempDir, 'catalog');
  const wanted = join(target.tempDir, 'wanted.txt');
  return snapshots.take(catalog, async (db) => {
    await writeFile(wanted, '');
    let count = 0;
    for (let after = ''; ; ) {
      const page = await listBlobsToBackUp(db, after, PAGE);
      const last = page.at(-1);
      if (last === undefined) break;
      await appendFile(wanted, page.map(formatBlobLine).join(''));
      count += page.length;
      after = last.sha256;
    }
    const { applied } = await readFacts(db);
    return {
      catalog,
      wanted,
      count,
      images: await countRows(db, 'images'),
      accounts: await countRows(db, 'accounts'),
      lastMigration: applied.at(-1) ?? '',
    };
  });
}

async function countRows(db: Db, table: 'images' | 'accounts'): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

type Copied = Pick<Manifest, 'blobs' | 'deletedDuring' | 'lost'>;

/** Copies blobs into the pool, and writes the list of those that are there. */
function startCopying(deps: BackUpDeps, { parallel, onProgress }: BackUpOptions, of: number) {
  const { db, blobs, clock, target } = deps;
  const listPath = join(target.tempDir, 'blobs.txt');
  const result: Copied = { blobs: { count: 0, bytes: 0, newCount: 0, newBytes: 0 }, deletedDuring: 0, lost: [] };
  let done = 0;

  /** @returns whether the pool has the blob now */
  async function copyOne(blob: NewBlob): Promise<boolean> {
    const path = join(target.tempDir, blob.sha256);
    try {
      const fault = await fetchVerified(blobs, blob.key, blob, path);
      if (fault === undefined) {
        await target.store.put(poolKey(blob.sha256), path);
        result.blobs.newCount++;
        result.blobs.newBytes += blob.sizeBytes;
        return true;
      }
      if (await isLive(db, blob.key)) {
        result.lost.push({ key: blob.key, fault });
        await recordCorruptBlob(db, { key: blob.key, fault }, clock.now());
      } else result.deletedDuring++;
      return false;
    } finally {
      await rm(path, { force: true });
    }
  }

  async function copyPage(page: NewBlob[], pool: Pool): Promise<void> {
    const kept = new Set<NewBlob>();
    const missing: NewBlob[] = [];
    for (const blob of page) {
      if ((await pool.sizeOf(blob.sha256)) === blob.sizeBytes) kept.add(blob);
      else missing.push(blob);
    }
    done += kept.size;
    await inParallel(missing, parallel, async (blob) => {
      if (await copyOne(blob)) kept.add(blob);
      onProgress(++done, of, result.blobs.newBytes);
    });
    const listed = page.filter((blob) => kept.has(blob));
    await appendFile(listPath, listed.map(formatBlobLine).join(''));
    result.blobs.count += listed.length;
    result.blobs.bytes += listed.reduce((sum, blob) => sum + blob.sizeBytes, 0);
    onProgress(done, of, result.blobs.newBytes);
  }

  return {
    listPath,
    result: () => result,
    async run(wanted: string): Promise<void> {
      await writeFile(listPath, '');
      const pool = openPool(target);
      const page: NewBlob[] = [];
      for await (const blob of readLocalList(wanted)) {
        page.push(blob);
        if (page.length === PAGE) await copyPage(page.splice(0), pool);
      }
      await copyPage(page, pool);
    },
  };
}

interface Pool {
  /** @param sha256 sorts after that of the previous call */
  sizeOf(sha256: string): Promise<number | undefined>;
}

/** Walks the listing of the pool beside the list of blobs: both are sorted by checksum. */
function openPool(target: WritableTarget): Pool {
  const listing = listPool(target)[Symbol.asyncIterator]();
  let current: IteratorResult<StoredBlob> | undefined;
  return {
    async sizeOf(sha256) {
      const key = poolKey(sha256);
      current ??= await listing.next();
      while (current.done !== true && current.value.key < key) current = await listing.next();
      return current.done !== true && current.value.key === key ? current.value.sizeBytes : undefined;
    },
  };
}
