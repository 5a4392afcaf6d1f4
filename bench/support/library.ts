import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { registerAccount } from '../../src/actions/accounts/register-account.ts';
import { migrate } from '../../src/catalog/migrate.ts';
import { findOrCreateSecret } from '../../src/catalog/operations/secrets.ts';
import { openDecoder } from '../../src/compose/decoder.ts';
import { openStorageBeside, type Storage } from '../../src/compose/storage.ts';
import { loadConfig } from '../../src/config.ts';
import { encodeCursor } from '../../src/core/cursor.ts';
import { multiplyImages } from '../seed/multiply.ts';
import { putPictures } from '../seed/pictures.ts';
import { createDraw } from '../seed/random.ts';
import { writeLibrary } from '../seed/rows.ts';

const PICTURES = 12;
const ALBUMS = 20;
/** Images that the others are copies of. */
const ORIGINALS = 1_000;
const PAGES = 50;

/** The images of one account. */
export interface Library {
  storage: Storage;
  dataDir: string;
  env: Record<string, string>;
  /** API key of the account. */
  key: string;
  images: number;
  /** Images that the others are copies of. */
  originals: readonly string[];
}

/**
 * Creates a library.
 * @param images a multiple of a thousand
 * @param env settings of its service, such as the location of the catalog
 */
export async function makeLibrary(directory: string, images: number, env: Record<string, string>): Promise<Library> {
  const dataDir = await mkdtemp(join(directory, 'library-'));
  const { config } = loadConfig({ ...process.env, IMGD_DATA_DIR: dataDir, ...env });
  const storage = await openStorageBeside(config);
  await migrate(storage.db);
  const wanted = {
    email: 'bench@example.com',
    password: null,
    name: null,
    plan: 'enterprise',
    isAdmin: false,
    isVerified: true,
  } as const;
  const { account, key } = await registerAccount(storage, wanted);
  const decoder = await openDecoder(config);
  const tempDir = await mkdtemp(join(dataDir, 'seed-'));
  const draw = createDraw(1);
  const pictures = await putPictures({ ...storage, decoder }, PICTURES, draw, tempDir);
  await decoder.close();
  await rm(tempDir, { recursive: true });
  await writeLibrary(storage.db, {
    accountId: account.id,
    images: ORIGINALS,
    albums: ALBUMS,
    pictures,
    draw,
    nowMs: Date.now(),
    onProgress() {},
  });
  const originals = await storage.db.selectFrom('images').select('id').execute();
  const ids = originals.map(({ id }) => id);
  if (images > ORIGINALS) await multiplyImages(storage.db, ids, images / ORIGINALS - 1);
  return { storage, dataDir, env, key: key.secret, images, originals: ids };
}

/** Paths of the metadata of images that are spread over the whole library. */
export async function informationPaths({ storage }: Library, count: number): Promise<string[]> {
  // Ids are random, so the first ones in their order have any age.
  const rows = await storage.db.selectFrom('images').select('id').orderBy('id').limit(count).execute();
  return rows.map(({ id }) => `/api/v1/image/${id}`);
}

/** Paths of pages in the middle of the list of all images. */
export async function listPaths({ storage, images }: Library): Promise<string[]> {
  const secret = await findOrCreateSecret(storage.db, 'cursors');
  const { account_id: accountId, uploaded_at: from } = await storage.db
    .selectFrom('images')
    .select(['account_id', 'uploaded_at'])
    .orderBy('account_id')
    .orderBy('uploaded_at', 'desc')
    .offset(images / 2)
    .limit(1)
    .executeTakeFirstOrThrow();
  const scope = ['images', accountId, null, null, null, null, 'newest'];
  return Array.from({ length: PAGES }, (_, page) => {
    const cursor = encodeCursor(secret, scope, { value: from - page * 60_000, id: '0' });
    return `/api/v1/images?limit=50&cursor=${cursor}`;
  });
}
