import { chmodSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { run } from 'node:test';
import { parseArgs } from 'node:util';
import { startCeph } from './services/ceph.ts';
import * as postgres from './services/postgres.ts';
import * as redis from './services/redis.ts';

// `npm run matrix`: the suite that speaks HTTP only, on the embedded default (one process, SQLite, a directory) and on
// two nodes behind a proxy (PostgreSQL, Ceph, Redis, nginx), as one table. `-- --engine distributed` = only that one;
// `-- WORD…` = only the files whose path holds one of the words.
const ENGINES = {
  embedded: 'one process: SQLite, a directory, memory',
  distributed: 'two nodes behind nginx: PostgreSQL, Ceph, Redis',
} as const;
type Engine = keyof typeof ENGINES;
/** What a reason to skip begins with where a test is about another engine; in CI no other reason is taken. */
const ENGINE_SPECIFIC = /^engine: ./;

interface Counts {
  pass: number;
  fail: number;
  skip: number;
}

const { values, positionals: words } = parseArgs({ options: { engine: { type: 'string' } }, allowPositionals: true });
const engines = (Object.keys(ENGINES) as Engine[]).filter(
  (one) => values.engine === undefined || values.engine === one,
);
if (engines.length === 0) throw new Error(`--engine is one of ${Object.keys(ENGINES).join(', ')}`);
const files = globSync('test/api/**/*.test.ts')
  .filter((path) => words.length === 0 || words.some((word) => path.includes(word)))
  .sort();

const results = new Map<Engine, Map<string, Counts>>();
const unexplained: string[] = [];
for (const engine of engines) {
  await using place = await startEngine(engine);
  const begun = performance.now();
  results.set(engine, await runSuite(place.env));
  print(`${engine} (${ENGINES[engine]}): ${Math.round((performance.now() - begun) / 1_000)} s`);
}
print(`\n${table()}`);
const failed = [...results.values()].some((byFile) => [...byFile.values()].some(({ fail }) => fail > 0));
for (const what of unexplained) print(`skipped without a reason that is about the engine: ${what}`);
process.exit(failed || (process.env.CI === 'true' && unexplained.length > 0) ? 1 : 0);

/** Starts what an engine needs beside imgd. `env` is what the tests read. */
async function startEngine(engine: Engine): Promise<{ env: Record<string, string> } & AsyncDisposable> {
  if (engine === 'embedded') return { env: {}, async [Symbol.asyncDispose]() {} };
  const dir = mkdtempSync(join(tmpdir(), 'imgd-matrix-'));
  chmodSync(dir, 0o711);
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
  const [database, counters, store] = await Promise.all([
    postgres.start(dir),
    redis.start(dir),
    startCeph(join(dir, 'ceph')),
  ]);
  return {
    env: {
      TEST_ENGINE: 'distributed',
      TEST_BLOBS: 's3',
      TEST_POSTGRES_URL: database.url,
      TEST_REDIS_URL: counters.url,
      TEST_S3_ENDPOINT: store.endpoint,
      TEST_S3_ACCESS_KEY_ID: store.env.IMGD_S3_ACCESS_KEY_ID ?? '',
      TEST_S3_SECRET_ACCESS_KEY: store.env.IMGD_S3_SECRET_ACCESS_KEY ?? '',
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([database.kill(), counters.kill(), store.stop()]);
    },
  };
}

/** Runs the files, each in a process of its own, and counts. */
async function runSuite(env: Record<string, string>): Promise<Map<string, Counts>> {
  const counts = new Map(files.map((path) => [path, { pass: 0, fail: 0, skip: 0 }]));
  Object.assign(process.env, env);
  const events = run({ files, concurrency: 2, execArgv: ['--import', './test/support/fixed-seed.ts'] });
  for await (const { type, data } of events) {
    if ((type !== 'test:pass' && type !== 'test:fail') || data.details.type === 'suite') continue;
    const path = files.find((one) => data.file?.endsWith(one) || data.name === one);
    const count = path === undefined ? undefined : counts.get(path);
    if (count === undefined) continue;
    const where = `${path}: ${data.name}`;
    if (type === 'test:fail') {
      count.fail++;
      const { error } = data.details as { error: { cause?: unknown } };
      print(`✖ ${where}\n${String((error.cause as Error | undefined)?.stack ?? error)}`);
    } else if (data.skip !== undefined) {
      count.skip++;
      if (!ENGINE_SPECIFIC.test(String(data.skip))) unexplained.push(`${where} (${data.skip})`);
      print(`﹣ ${where}: ${data.skip}`);
    } else if (data.name !== path) count.pass++;
  }
  for (const name of Object.keys(env)) delete process.env[name];
  return counts;
}

function table(): string {
  const cell = ({ pass, fail, skip }: Counts) => `${pass} / ${fail} / ${skip}`;
  const rows = files.map((path) => [basename(path, '.test.ts'), ...engines.map((one) => cell(countsOf(one, path)))]);
  const total = engines.map((one) => files.map((path) => countsOf(one, path)).reduce(add));
  const lines = [
    ['pass / fail / skip', ...engines],
    rows[0]?.map(() => '---') ?? [],
    ...rows,
    ['all', ...total.map(cell)],
  ];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function countsOf(engine: Engine, path: string): Counts {
  return results.get(engine)?.get(path) ?? { pass: 0, fail: 0, skip: 0 };
}

function add(a: Counts, b: Counts): Counts {
  return { pass: a.pass + b.pass, fail: a.fail + b.fail, skip: a.skip + b.skip };
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
