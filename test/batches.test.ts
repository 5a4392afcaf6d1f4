import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { type TestContext, test } from 'node:test';
import { batchFiles } from '../scripts/testing/batches.ts';
import { collectFailedFiles } from '../scripts/testing/rerun-failed.ts';

const ROOT = join(import.meta.dirname, '..');

function directoryOf(t: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), 'imgd-batches-'));
  t.after(() => rmSync(directory, { recursive: true }));
  return directory;
}

/** Runs test files of a directory as one batch. @returns the output, the status, and the paths with a failure */
function runAsBatch(directory: string, files: Record<string, string>) {
  const paths = Object.entries(files).map(([name, code]) => {
    writeFileSync(join(directory, name), code);
    return relative(ROOT, join(directory, name));
  });
  const entry = join(directory, 'entry.mjs');
  const define = new URL('../scripts/testing/define-batch.ts', import.meta.url).href;
  writeFileSync(entry, `import { defineBatch } from '${define}'; defineBatch(${JSON.stringify(paths)});`);
  const failed = collectFailedFiles();
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const reporters = ['--test-reporter=spec', '--test-reporter-destination=stdout'];
  const args = ['--test', ...failed.args, ...reporters, entry];
  const { stdout, status } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  return { stdout, status, failed: failed.take().map((path) => relative(directory, path)) };
}

test('every test file is in one batch or alone', (t) => {
  const directory = directoryOf(t);
  const files = globSync('test/**/*.test.ts', { cwd: ROOT, exclude: ['**/node_modules/**'] }).sort();
  const given = batchFiles(files, directory);
  const read = (entry: string) => JSON.parse(/defineBatch\((.*)\)/.exec(readFileSync(entry, 'utf8'))?.[1] ?? '');
  const ran = given.flatMap((path) => (path.startsWith(directory) ? (read(path) as string[]) : path));
  assert.deepEqual(ran.toSorted(), files);
  assert.ok(given.length < files.length / 2, `${given.length} of ${files.length}`);
});

test('hooks of a file in a batch hold for its tests alone', (t) => {
  const file = (name: string) => `
    import { after, before, beforeEach, test } from 'node:test';
    before(() => console.log('${name} before'));
    beforeEach(() => console.log('${name} each'));
    after(() => console.log('${name} after'));
    test('one', () => console.log('${name} one'));
    test('two', () => console.log('${name} two'));
  `;
  const { stdout, status } = runAsBatch(directoryOf(t), { 'a.test.mjs': file('a'), 'b.test.mjs': file('b') });
  assert.equal(status, 0, stdout);
  const order = ['before', 'each', 'one', 'each', 'two', 'after'];
  assert.deepEqual(
    stdout.split('\n').filter((line) => /^[ab] [a-z]+$/.test(line)),
    ['a', 'b'].flatMap((name) => order.map((what) => `${name} ${what}`)),
  );
});

test('a file of a batch that fails, or cannot be loaded, is named', (t) => {
  const { status, failed } = runAsBatch(directoryOf(t), {
    'passes.test.mjs': "import { test } from 'node:test'; test('passes', () => {});",
    'fails.test.mjs': "import { test } from 'node:test'; test('fails', () => { throw new Error('planted'); });",
    'unloadable.test.mjs': "throw new Error('planted');",
    'awaits.test.mjs': 'await Promise.resolve();',
  });
  assert.equal(status, 1);
  assert.deepEqual(failed.toSorted(), ['awaits.test.mjs', 'fails.test.mjs', 'unloadable.test.mjs']);
});
