import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const PRELOAD = ['--import', './test/support/time-limit.ts'];
const REPORTER = './scripts/testing/failed-files-reporter.ts';

test('a test file that does not end fails by name after the limit, and says what is open', (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'imgd-limit-'));
  t.after(() => rmSync(directory, { recursive: true }));
  const ends = join(directory, 'ends.test.mjs');
  const hangs = join(directory, 'hangs.test.mjs');
  const list = join(directory, 'failed');
  writeFileSync(ends, "import { test } from 'node:test'; test('passes', () => {});");
  writeFileSync(hangs, "import { test } from 'node:test'; test('passes', () => {}); setInterval(() => {}, 1_000);");
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
  const spec = ['--test-reporter=spec', '--test-reporter-destination=stdout'];
  const failed = [`--test-reporter=${REPORTER}`, `--test-reporter-destination=${list}`];
  const { status, stdout } = spawnSync(process.execPath, [...PRELOAD, '--test', ...spec, ...failed, ends, hangs], {
    env: { ...inherited, TEST_LIMIT_SECONDS: '1' },
    encoding: 'utf8',
    timeout: 30_000,
  });
  assert.equal(status, 1, stdout);
  assert.match(stdout, /hangs\.test\.mjs does not end: stopped after 1 s; open: .*1 Timeout/);
  assert.deepEqual(readFileSync(list, 'utf8').trim().split('\n'), [hangs]);
});
