import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { normalizeEmail, registerAccount } from '../src/actions/accounts/register-account.ts';
import { findAccountByEmail } from '../src/catalog/accounts/accounts.ts';
import { migrate } from '../src/catalog/migrate.ts';
import { openDecoder } from '../src/compose/decoder.ts';
import { openStorageBeside, type Storage } from '../src/compose/storage.ts';
import { loadConfig } from '../src/config.ts';
import { putPictures } from './seed/pictures.ts';
import { createDraw } from './seed/random.ts';
import { writeLibrary } from './seed/rows.ts';

// Fills an account with any number of images, for measurements on large libraries. Pictures and thumbnails are real but
// few: the images are duplicates, so that only the rows take time. A server may run beside it.
//
//   node bench/seed.ts --images 100000 --data-dir DIR --email E [--password P] [--albums 40] [--pictures 240] [--seed 1]
//
// Other settings come from the environment, as for the server.

const { values } = parseArgs({
  options: {
    images: { type: 'string' },
    'data-dir': { type: 'string' },
    email: { type: 'string' },
    password: { type: 'string' },
    albums: { type: 'string', default: '40' },
    pictures: { type: 'string', default: '240' },
    seed: { type: 'string', default: '1' },
  },
});
const { 'data-dir': dataDir, email } = values;
if (dataDir === undefined || email === undefined) throw new Error('--images, --data-dir and --email are needed');
const [images, albums, pictureCount, seed] = [values.images, values.albums, values.pictures, values.seed].map(whole);

const { config } = loadConfig({ ...process.env, IMGD_DATA_DIR: dataDir });
const storage = await openStorageBeside(config);
const decoder = await openDecoder(config);
// Temporary files must be on the file system of the blobs, because they are moved there.
const tempDir = await mkdtemp(join(dataDir, 'seed-'));
try {
  await migrate(storage.db);
  const accountId = await accountOf(storage, email, values.password);
  const draw = createDraw(seed as number);
  const began = performance.now();
  const pictures = await putPictures({ ...storage, decoder }, pictureCount as number, draw, tempDir);
  const drawn = performance.now();
  say(`${pictures.length} pictures in ${seconds(drawn - began)}`);
  await writeLibrary(storage.db, {
    accountId,
    images: images as number,
    albums: albums as number,
    pictures,
    draw,
    nowMs: Date.now(),
    onProgress(done) {
      if (done % 50_000 === 0) say(`${done} images …`);
    },
  });
  const written = performance.now() - drawn;
  say(`${images} images in ${albums} albums and none, in ${seconds(written)}`);
  say(`account ${email}, ${dataDir}`);
} finally {
  await decoder.close();
  await storage.close();
  await rm(tempDir, { recursive: true, force: true });
}

async function accountOf(opened: Storage, address: string, password: string | undefined): Promise<string> {
  const normal = normalizeEmail(address);
  const known = await findAccountByEmail(opened.db, normal);
  if (known !== undefined) return known.id;
  const wanted = { email: normal, password: password ?? null, name: null, plan: 'enterprise' as const, isAdmin: false };
  const { account, key } = await registerAccount(opened, { ...wanted, isVerified: true });
  say(`a new account on the plan enterprise; its API key: ${key.secret}`);
  return account.id;
}

function whole(text: string | undefined): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 0) throw new Error(`"${text}" is no whole number`);
  return number;
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
