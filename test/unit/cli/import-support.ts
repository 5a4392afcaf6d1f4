import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { ImportReport } from '../../../src/actions/operations/import-images.ts';
import { openStorageBeside } from '../../../src/compose/storage.ts';
import { loadConfig } from '../../../src/config.ts';
import { imgd, tempDir } from './support.ts';

/** A new catalog with one account. */
export async function place() {
  const dir = await tempDir();
  const dataDir = join(dir.path, 'data');
  const env = { IMGD_DATA_DIR: dataDir, IMGD_MIN_FREE_BYTES: '0', IMGD_DECODERS: '1' };
  const { code, stderr } = await imgd(['account', 'create', 'me@example.org', '--new-catalog'], env);
  assert.equal(code, 0, stderr);
  return { ...dir, dataDir, env };
}
export type Place = Awaited<ReturnType<typeof place>>;

/** Runs an import to its end. */
export async function runImport({ env }: Pick<Place, 'env'>, ...args: string[]) {
  const { stdout, stderr, code } = await imgd(['import', ...args, '--json'], env);
  assert.ok(stdout.startsWith('{'), stderr);
  return { code, stderr, report: JSON.parse(stdout) as ImportReport };
}

/** The rows of the catalog. */
export async function rowsOf({ env }: Place) {
  const storage = await openStorageBeside(loadConfig(env).config);
  try {
    const images = await storage.db
      .selectFrom('images')
      .innerJoin('blobs', 'blobs.key', 'images.original_key')
      .leftJoin('accounts', 'accounts.id', 'images.account_id')
      .leftJoin('albums', 'albums.id', 'images.album_id')
      .select([
        'images.id',
        'filename',
        'uploaded_at',
        'images.expires_at',
        'views',
        'sha256',
        'email',
        'delete_token_hash',
      ])
      .select('albums.name as album')
      .orderBy('filename')
      .execute();
    const accounts = await storage.db.selectFrom('accounts').selectAll().orderBy('email').execute();
    return { images, accounts };
  } finally {
    await storage.close();
  }
}
