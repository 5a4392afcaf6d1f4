import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { findPrograms, start } from '../scripts/services/postgres.ts';
import { expireImages } from '../src/actions/operations/expire-images.ts';
import { openPostgresCatalog } from '../src/catalog/database.ts';
import { multiplyImages } from './seed/multiply.ts';
import { compare } from './support/compare.ts';
import { informationPaths, type Library, listPaths, makeLibrary } from './support/library.ts';
import { loadPaths } from './support/load.ts';
import { startProgram } from './support/program.ts';
import type { Options, Results } from './support/results.ts';
import { START, startService } from './support/service.ts';

const [FEW, MANY] = [1_000, 1_000_000];
const MANY_PATHS = 50_000;
/** Of image metadata. */
const ANSWER_BYTES = 2_000;
const ANSWERS_PROGRAM = fileURLToPath(new URL('support/many-answers-program.ts', import.meta.url));
const REFERENCE = 'with 1,000 images';
const EXPIRED = 10_000;
const HOUR_MS = 3_600_000;

/** Work that depends on the size of the catalog: a million images beside a thousand, on SQLite and on PostgreSQL. */
export async function benchCatalog(results: Results, directory: string, options: Options): Promise<void> {
  await results.measure('a catalog in SQLite', async () => {
    await onEngine('SQLite', results, directory, options, [{}, {}]);
    return undefined;
  });
  if (findPrograms() === undefined) {
    results.notes.push('PostgreSQL is not installed: catalogs in it were not measured.');
    return;
  }
  await results.measure('a catalog in PostgreSQL', async () => {
    const home = await mkdtemp(join(directory, 'postgres-'));
    // PostgreSQL runs as a different user.
    for (const path of [directory, home]) await chmod(path, 0o755);
    const postgres = await start(home);
    try {
      const urls = await makeDatabases(postgres.url, ['few', 'many']);
      const settings = urls.map((url) => ({ IMGD_DATABASE_URL: url }));
      await onEngine('PostgreSQL', results, directory, options, settings);
    } finally {
      await postgres.stop();
      await rm(home, { recursive: true, force: true });
    }
    return undefined;
  });
}

async function makeDatabases(url: string, names: readonly string[]): Promise<string[]> {
  const server = await openPostgresCatalog(url, 1);
  for (const name of names) await sql`create database ${sql.id(name)}`.execute(server.db);
  await server.close();
  return names.map((name) => url.replace(/postgres$/, name));
}

async function onEngine(
  engine: string,
  results: Results,
  directory: string,
  options: Options,
  settings: readonly Record<string, string>[],
): Promise<void> {
  const few = await makeLibrary(directory, FEW, settings[0] ?? {});
  const many = await makeLibrary(directory, MANY, settings[1] ?? {});
  try {
    for (const library of [few, many]) await settle(library);
    await benchReading(engine, results, few, many, options);
    if (engine === 'SQLite') await benchManyAnswers(results, few, many, options);
    await benchExpiring(engine, results, few, many, options);
    await benchStarting(engine, results, few, many, options);
  } finally {
    for (const { storage, dataDir } of [few, many]) {
      await storage.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  }
}

/** The maintenance that the databases run some time after a million inserts. */
async function settle({ storage, env }: Library): Promise<void> {
  const isSqlite = env.IMGD_DATABASE_URL === undefined;
  await (isSqlite ? sql`pragma wal_checkpoint(truncate)` : sql`vacuum analyze`).execute(storage.db);
}

async function benchReading(
  engine: string,
  results: Results,
  few: Library,
  many: Library,
  { rounds, seconds }: Options,
): Promise<void> {
  await using fewService = await startService(few);
  await using manyService = await startService(many);
  const questions = [
    { name: 'information of 1,000 images', paths: (of: Library) => informationPaths(of, FEW), goal: 0.8 },
    { name: 'information of 50,000 images', paths: (of: Library) => informationPaths(of, MANY_PATHS), goal: 0.6 },
    { name: 'pages of 50 in the middle of the list', paths: listPaths, goal: 0.8 },
  ];
  for (const { name, paths, goal } of questions) {
    const full = `GET ${name}, 1,000,000 images in ${engine}`;
    await results.measure(full, async () => {
      const facts = { name: full, reference: REFERENCE, unit: 'requests/s', rounds };
      const asked = async (library: Library, { url }: { url: string }) => {
        const list = await paths(library);
        const headers = { Authorization: `Bearer ${library.key}` };
        const load = async (length: number) => (await loadPaths(url, list, length, headers)).perSecond;
        await readAll(list.length, load);
        return () => load(seconds);
      };
      return await compare(
        { ...facts, ...(goal !== undefined && { goal: { ratioAtLeast: goal } }) },
        await asked(many, manyService),
        await asked(few, fewService),
      );
    });
  }
}

/** What many different answers cost where nothing but memory is read: the paths of `many` beside those of `few`. */
async function benchManyAnswers(
  results: Results,
  few: Library,
  many: Library,
  { rounds, seconds }: Options,
): Promise<void> {
  const name = `GET information of ${MANY_PATHS.toLocaleString('en-US')} images: a bare Node.js with all answers in memory`;
  await results.measure(name, async () => {
    await using bare = await startProgram(ANSWERS_PROGRAM, [String(ANSWER_BYTES)]);
    const asked = async (library: Library) => {
      const list = await informationPaths(library, MANY_PATHS);
      const load = async (length: number) => (await loadPaths(bare.url, list, length)).perSecond;
      await readAll(list.length, load);
      return () => load(seconds);
    };
    const facts = { name, reference: 'with 1,000 answers', unit: 'requests/s', rounds };
    return await compare(facts, await asked(many), await asked(few));
  });
}

/** Reads all paths in one load, which begins with the first of them, so that what is read often is in memory. */
async function readAll(paths: number, load: (seconds: number) => Promise<number>): Promise<void> {
  for (let seconds = 1; (await load(seconds)) * seconds < paths; seconds *= 2);
}

/** The images expire in an hour; only the clock of the expiry job is past that. */
async function benchExpiring(
  engine: string,
  results: Results,
  few: Library,
  many: Library,
  { rounds }: Options,
): Promise<void> {
  const name = `expire 10,000 images, 1,000,000 others in ${engine}`;
  await results.measure(name, async () => {
    const expire = async ({ storage, originals }: Library) => {
      const expiresAt = Date.now() + HOUR_MS;
      await multiplyImages(storage.db, originals, EXPIRED / originals.length, expiresAt);
      const begun = performance.now();
      const removed = await expireImages({ ...storage, clock: { ...storage.clock, now: () => expiresAt + 1 } });
      if (removed !== EXPIRED) throw new Error(`${removed} images were removed, not ${EXPIRED}`);
      return (EXPIRED * 1_000) / (performance.now() - begun);
    };
    const facts = { name, reference: REFERENCE, unit: 'images/s', rounds };
    return await compare(
      facts,
      () => expire(many),
      () => expire(few),
    );
  });
}

async function benchStarting(
  engine: string,
  results: Results,
  few: Library,
  many: Library,
  { rounds }: Options,
): Promise<void> {
  const name = `start to the first 200, 1,000,000 images in ${engine}`;
  await results.measure(name, async () => {
    const begin = async (library: Library) => {
      await using service = await startService({ ...library, program: START });
      return service.startMs;
    };
    const facts = { name, reference: REFERENCE, unit: 'ms', rounds, goal: { ratioAtMost: 1.2 } };
    return await compare(
      facts,
      () => begin(many),
      () => begin(few),
    );
  });
}
