import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, test } from 'node:test';
import { ROOT, read, temporary } from '../support/deployed.ts';

const NIGHTLY = join(ROOT, '.ci/nightly');
const SUITES = globSync('test/faults/*.test.ts', { cwd: ROOT }).map((path) => basename(path, '.test.ts'));

/** Suites of fault injection that a script starts: by name, or all of them. */
function suitesOf(script: string): string[] {
  if (/npm run faults(?! --)/.test(script) || script.includes('in test/faults/*.test.ts')) return SUITES;
  return SUITES.filter((name) => new RegExp(`\\b${name}\\b`).test(script));
}

describe('CI', () => {
  test('runs every suite of fault injection for each change or each night', () => {
    const script = read('.ci/run');
    const started = new Set([...suitesOf(script), ...suitesOf(read('.ci/nightly'))]);
    assert.deepEqual(
      SUITES.filter((name) => !started.has(name)),
      [],
    );
    const [, sample = ''] = /npm run faults -- --sample ([\w -]+)/.exec(script) ?? [];
    const unknown = sample
      .trim()
      .split(' ')
      .filter((name) => !SUITES.includes(name));
    assert.deepEqual(unknown, [], '.ci/run names suites that do not exist');
    assert.deepEqual(suitesOf('npm run faults -- --sample kill-loop'), ['kill-loop'], 'a list is not every suite');
  });

  test('each night runs what a change runs and what it leaves out, the coverage, the soak of 30 minutes, all fault injection, all engines and all measurements', () => {
    const [, parts = ''] = /^declare -A parts=\(\n([\s\S]*?)^\)/m.exec(read('.ci/nightly')) ?? [];
    const commands = [...parts.matchAll(/='(.*)'$/gm)].map(([, command]) => command);
    const expected = [
      '.ci/run',
      'npm run bench',
      'npm run faults',
      'npm run matrix',
      'npm test -- --coverage',
      'npm test -- --nightly',
      'npx node bench/soak.ts --minutes 30',
    ];
    assert.deepEqual(commands.sort(), expected);
  });

  test('leaves out no more test files for each change than those of each night, which exist', () => {
    assert.match(read('.ci/run'), /^npm test -- --change\b/m);
    const [, list = ''] = /^const NIGHTLY = \[([^\]]+)\]/m.exec(read('scripts/run-tests.ts')) ?? [];
    const names = [...list.matchAll(/'([\w/-]+)'/g)].map(([, name = '']) => name);
    assert.ok(names.length > 0);
    const missing = names.filter((name) => !existsSync(join(ROOT, `test/${name}.test.ts`)));
    assert.deepEqual(missing, []);
  });

  test('a failed part of the night does not keep the next one from running, and fails the night', async (t) => {
    const tools = await temporary(t);
    const stub = async (name: string, code: number) => {
      await writeFile(join(tools, name), `#!/bin/sh\necho "${name} $*"\nexit ${code}\n`);
      await chmod(join(tools, name), 0o755);
    };
    await stub('npx', 3);
    await stub('npm', 0);
    const nightly = (...parts: string[]) =>
      spawnSync(NIGHTLY, parts, { env: { PATH: `${tools}:${process.env.PATH}` }, encoding: 'utf8' });
    const failed = nightly('soak', 'injection');
    assert.equal(failed.status, 1, failed.stderr);
    assert.match(failed.stdout, /^npm run faults\n== nightly\nsoak +FAILED .*\ninjection +passed .*\n$/m);
    assert.equal(nightly('matrix', 'bench').status, 0);
    const unknown = nightly('planted');
    assert.deepEqual(
      [unknown.status, unknown.stderr],
      [2, 'nightly: there is no part planted; there are run tests coverage soak injection matrix bench\n'],
    );
  });
});
