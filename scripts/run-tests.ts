import { execFileSync, spawn } from 'node:child_process';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { batchFiles } from './testing/batches.ts';
import { COMPILE_CACHE } from './testing/compile-cache.ts';
import { isBuildCurrent } from './testing/current-build.ts';
import { preloadOptions } from './testing/preload.ts';
import { collectFailedFiles, passAlone } from './testing/rerun-failed.ts';
import { startDatabases } from './testing/shared-services.ts';
import { useMemoryForTemporaryFiles } from './testing/temporary-directory.ts';

// `npm test`: the tests of the service in one process. `-- --slow` = those that start browsers, commands, other nodes or
// packages; `-- --all` = both; `-- --change` = both without those of each night, which `-- --nightly` runs. Fault injection
// is apart. `-- WORD…` selects files by path, `--name PATTERN` tests by name. `--coverage` measures the line coverage of src,
// and fails below the floor in a run without words. With CI=true failed files run once more, alone. TEST_SEED=<number>
// gives the property tests other examples.
/** What takes most of the time: each test starts programs. */
const SLOW = ['blobs', 'clients', 'deploy', 'distributed', 'edge', 'packages', 'unit/cli', 'web'].map(
  (folder) => `test/${folder}/`,
);
/** Take long, and test what few changes touch: not for each change, but each night. */
const NIGHTLY = [
  'api/variants-of-large-images',
  'bench-distinct',
  'bench-floor',
  'bench-open-load',
  'deploy/archive',
  'deploy/documents',
  'deploy/monitoring',
  'distributed/health',
  'distributed/redis-failover',
  'seed',
  'unit/cli/backup-corrupt',
  'unit/cli/export',
  'unit/cli/import-hosts',
  'unit/cli/processes-failing',
  'web/account-data',
  'web/admin-accounts',
  'web/admin-networks',
  'web/challenge',
  'web/docs-page-accessibility',
  'web/failing-lists',
  'web/firefox',
  'web/install',
  'web/languages',
  'web/large-uploads',
  'web/moderation',
  'web/registration',
  'web/shell',
  'web/two-step',
  'web/webhooks',
].map((name) => `test/${name}.test.ts`);
/** Take the longest: they begin first, in processes of their own, so that none of them runs alone at the end. */
const LONG = [
  'contracts/catalog',
  'deploy/package',
  'blobs/s3',
  'distributed/health',
  'distributed/s3-engine',
  'packages/packages',
  'deploy/documents',
  'api/every-method',
].map((name) => `test/${name}.test.ts`);

const { values, positionals: words } = parseArgs({
  options: {
    name: { type: 'string' },
    coverage: { type: 'boolean', default: false },
    slow: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    change: { type: 'boolean', default: false },
    nightly: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const files = globSync('test/**/*.test.ts', { exclude: ['**/node_modules/**'] })
  .filter((path) => !path.startsWith('test/faults/'))
  .filter((path) => (words.length === 0 ? isOfPart(path) : words.some((word) => path.includes(word))))
  .sort();
// Without a file the runner would select files itself.
if (files.length === 0) throw new Error(`no test file has a path with ${words.join(' or ')}`);
const isRun = words.length === 0 && values.name === undefined;
/** All tests that the floor of the coverage and the table of the engines are about. */
const complete = isRun && !values.slow && !values.nightly;
const measures = values.coverage;
const coverage = ['--experimental-test-coverage', '--test-coverage-include=src/**'];
// After `npm run matrix`: prints the results of the HTTP-only suite beside those of the other engines.
const matrix = ['--test-reporter=./scripts/matrix/reporter.ts', '--test-reporter-destination=stdout'];

// The browser tests need a web application built from the current sources, and the bundle saves a long run more than it takes.
if ((isRun || files.some((path) => path.startsWith('test/web/'))) && !isBuildCurrent()) {
  execFileSync(process.execPath, ['scripts/prepare.js'], { stdio: 'inherit' });
}

useMemoryForTemporaryFiles();
// Few files start what they need themselves.
const services = isRun ? await startDatabases() : undefined;
const preload = preloadOptions();
const env = { ...process.env, ...COMPILE_CACHE, ...services?.env };
const failed = collectFailedFiles();
const entries = mkdtempSync(join(tmpdir(), 'imgd-batches-'));
const child = spawn(
  process.execPath,
  [
    ...preload,
    '--test',
    ...failed.args,
    ...(complete && process.env.TEST_MATRIX !== undefined ? matrix : []),
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    // A quarter of the time a test waits.
    `--test-concurrency=${Math.max(2, availableParallelism()) + 1}`,
    ...(values.name === undefined ? [] : [`--test-name-pattern=${values.name}`]),
    ...(measures ? coverage : []),
    ...(measures && complete ? ['--test-coverage-lines=90'] : []),
    ...(isRun ? inOrder() : files),
  ],
  { stdio: ['inherit', 'pipe', 'inherit'], env },
);
let measured = false;
/** Something other than a test failed: the coverage, or the tests of the engines differ. */
let isIncomplete = false;
child.stdout.setEncoding('utf8').on('data', (text: string) => {
  measured ||= text.includes('end of coverage report');
  isIncomplete ||= /does not meet threshold|not the same tests on all engines/.test(text);
  process.stdout.write(text);
});
child.once('close', async (status) => {
  const paths = failed.take();
  rmSync(entries, { recursive: true });
  // The runner only warns when it cannot read the measurements, and then does not check the floor.
  if (measures && !measured) {
    process.stderr.write('the line coverage was not measured\n');
    process.exitCode = 1;
  } else process.exitCode = status === 0 || (!isIncomplete && passAlone(paths, preload, env)) ? 0 : (status ?? 1);
  await services?.[Symbol.asyncDispose]();
});

/** Whether a run without words includes a file. */
function isOfPart(path: string): boolean {
  if (values.all) return true;
  if (values.change || values.nightly) return NIGHTLY.includes(path) === values.nightly;
  return SLOW.some((folder) => path.startsWith(folder)) === values.slow;
}

/** The paths for the test runner in a run of all files. */
function inOrder(): string[] {
  const others = files.filter((path) => !LONG.includes(path));
  return [...files.filter((path) => LONG.includes(path)), ...batchFiles(others, entries)];
}
