import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from 'node:test';
import { parseArgs } from 'node:util';
import { type Column, count, ENGINE_SPECIFIC, FILES, outcomeOf, tableOf, unequal } from './matrix/counts.ts';
import { batchFiles } from './testing/batches.ts';
import { COMPILE_CACHE } from './testing/compile-cache.ts';
import { preloadOptions } from './testing/preload.ts';
import { passAlone } from './testing/rerun-failed.ts';
import { type SharedServices, startEnginesOfNodes } from './testing/shared-services.ts';
import { useMemoryForTemporaryFiles } from './testing/temporary-directory.ts';

// `npm run matrix`: the HTTP-only suite on the embedded default, on two processes with one catalog and on two nodes, both
// behind a proxy, as one table. `-- --engine distributed` = that one only, `-- WORD…` = files whose path holds one of the words. With
// TEST_MATRIX=<file> the counts go there, and `npm test` prints the table with those of the embedded default.
const ENGINES = {
  embedded: 'one process: SQLite, a directory, memory',
  processes: 'a primary process and a worker process behind nginx: SQLite, a directory, memory',
  distributed: 'two nodes behind nginx: PostgreSQL, Ceph, Redis',
} as const;
type Engine = keyof typeof ENGINES;

const { values, positionals: words } = parseArgs({ options: { engine: { type: 'string' } }, allowPositionals: true });
const engines = (Object.keys(ENGINES) as Engine[]).filter(
  (one) => values.engine === undefined || values.engine === one,
);
if (engines.length === 0) throw new Error(`--engine is one of ${Object.keys(ENGINES).join(', ')}`);
const files = FILES.filter((path) => words.length === 0 || words.some((word) => path.includes(word)));

useMemoryForTemporaryFiles();
const columns: Record<string, Column> = {};
const complaints: string[] = [];
let failed = false;
for (const engine of engines) {
  await using place = await startEngine(engine);
  const begun = performance.now();
  columns[engine] = await runSuite(place.env);
  print(`${engine} (${ENGINES[engine]}): ${Math.round((performance.now() - begun) / 1_000)} s`);
}
const { embedded, ...others } = columns;
for (const other of Object.values(others)) {
  if (embedded) complaints.push(...unequal(embedded, other).map((file) => `other tests: ${file}`));
}
if (process.env.TEST_MATRIX !== undefined) writeFileSync(process.env.TEST_MATRIX, JSON.stringify(columns));
print(['', tableOf(columns), ...complaints].join('\n'));
process.exit(failed || (process.env.CI === 'true' && complaints.length > 0) ? 1 : 0);

/** Starts the services of an engine. */
async function startEngine(engine: Engine): Promise<SharedServices> {
  if (engine === 'distributed') return startEnginesOfNodes();
  return { env: engine === 'processes' ? { TEST_ENGINE: engine } : {}, async [Symbol.asyncDispose]() {} };
}

/** Runs the files and counts the results. Sets `failed`. */
async function runSuite(env: Record<string, string>): Promise<Column> {
  const column: Column = {};
  const preload = preloadOptions();
  Object.assign(process.env, COMPILE_CACHE, env);
  const entries = mkdtempSync(join(tmpdir(), 'imgd-batches-'));
  for await (const event of run({ files: batchFiles(files, entries), concurrency: 3, execArgv: preload })) {
    const outcome = outcomeOf(event);
    if (outcome === undefined) continue;
    count(column, outcome);
    const { path, name, kind, reason = '', error } = outcome;
    if (kind === 'fail') print(`✖ ${path}: ${name}\n${stackOf(error)}`);
    if (kind === 'skip') print(`﹣ ${path}: ${name} (${reason})`);
    if (kind === 'skip' && !ENGINE_SPECIFIC.test(reason))
      complaints.push(`skipped for another reason than the engine: ${path}: ${name}`);
  }
  rmSync(entries, { recursive: true });
  const paths = Object.keys(column).filter((path) => (column[path]?.fail ?? 0) > 0);
  if (paths.length > 0 && !passAlone(paths, preload, process.env)) failed = true;
  for (const name of Object.keys(env)) delete process.env[name];
  return column;
}

function stackOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
