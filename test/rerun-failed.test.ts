import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const PROGRAM = `
  import { spawnSync } from 'node:child_process';
  import { collectFailedFiles, passAlone } from './scripts/testing/rerun-failed.ts';
  const failed = collectFailedFiles();
  const files = process.argv.slice(1);
  const { status } = spawnSync(process.execPath, ['--test', ...failed.args, ...files]);
  const paths = failed.take();
  console.log(JSON.stringify({ status, paths: paths.length, passed: passAlone(paths, [], process.env) }));
`;

/** Runs test files as CI does. @returns the last line of the output, as JSON, and the output */
function run(files: string[], CI = 'true') {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const args = ['--input-type=module-typescript', '--eval', PROGRAM, ...files];
  const { stdout } = spawnSync(process.execPath, args, { env: { ...env, CI }, encoding: 'utf8' });
  return { ...(JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Record<string, unknown>), stdout };
}

/** A test file that fails until it has run as often as `failures` says. */
function planted(directory: string, failures: number): string {
  const path = join(directory, `fails-${failures}-times.test.mjs`);
  const code = `
    import assert from 'node:assert';
    import { appendFileSync, readFileSync } from 'node:fs';
    import { test } from 'node:test';
    appendFileSync(import.meta.filename + '.runs', 'x');
    test('planted', () => assert.ok(readFileSync(import.meta.filename + '.runs', 'utf8').length > ${failures}));
  `;
  writeFileSync(path, code);
  return path;
}

test('a failed test file runs once more, alone, in CI only', (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'imgd-rerun-'));
  t.after(() => rmSync(directory, { recursive: true }));
  const flaky = run([planted(directory, 0), planted(directory, 1)]);
  assert.partialDeepStrictEqual(flaky, { status: 1, paths: 1, passed: true });
  assert.match(flaky.stdout, /^flaky, passed only alone: .*fails-1-times/m);
  assert.partialDeepStrictEqual(run([planted(directory, 9)]), { status: 1, paths: 1, passed: false });
  rmSync(join(directory, 'fails-1-times.test.mjs.runs'));
  assert.partialDeepStrictEqual(run([planted(directory, 1)], ''), { status: 1, paths: 1, passed: false });
});

test('a failed test of a module that test files share does not run again: the module alone would run none', (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'imgd-rerun-'));
  t.after(() => rmSync(directory, { recursive: true }));
  const shared = `
    import { test } from 'node:test';
    export const define = () => test('planted', () => { throw new Error('planted'); });
  `;
  writeFileSync(join(directory, 'shared.mjs'), shared);
  const path = join(directory, 'one.test.mjs');
  writeFileSync(path, "import { define } from './shared.mjs'; define();");
  assert.partialDeepStrictEqual(run([path]), { status: 1, paths: 1, passed: false });
});
