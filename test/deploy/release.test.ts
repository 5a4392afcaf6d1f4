import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { ROOT, temporary } from '../support/deployed.ts';

const run = promisify(execFile);
const FILES = [
  'package.json',
  'package-lock.json',
  'packages/client/package.json',
  'packages/upload/package.json',
  'README.md',
  'CHANGELOG.md',
  'src/catalog/migrations',
  'test/fixtures/released-migrations.json',
];

/** What a release reads and writes, in a repository of its own. */
async function copied(t: TestContext) {
  const root = await temporary(t);
  for (const path of FILES) cpSync(join(ROOT, path), join(root, path), { recursive: true });
  // The checkout may be a release, which has nothing new.
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const news = '## [Unreleased]\n\n### Fixed\n\n- A planted change.\n';
  await writeFile(join(root, 'CHANGELOG.md'), changelog.replace('## [Unreleased]\n', news));
  const commit = async () => {
    await run('git', ['init', '-q'], { cwd: root });
    await run('git', ['add', '.'], { cwd: root });
    await run('git', ['-c', 'user.name=t', '-c', 'user.email=t@localhost', 'commit', '-qm', 'test'], { cwd: root });
  };
  await commit();
  const release = (version: string) =>
    run(process.execPath, [join(ROOT, 'scripts/release.ts'), version, root]).then(
      ({ stdout }) => ({ code: 0, output: stdout }),
      ({ code, stderr }: { code: number; stderr: string }) => ({ code, output: stderr }),
    );
  return { root, commit, release, read: (path: string) => readFileSync(join(root, path), 'utf8') };
}

describe('scripts/release.ts', () => {
  test('sets the version everywhere, dates the changelog and records the migrations', async (t) => {
    const { release, read } = await copied(t);
    const { code, output } = await release('99.1.0');
    assert.equal(code, 0, output);
    for (const path of FILES.slice(0, 4)) assert.equal(JSON.parse(read(path)).version, '99.1.0', path);
    assert.match(read('CHANGELOG.md'), /^## \[Unreleased\]\n\n## \[99\.1\.0\] - \d{4}-\d\d-\d\d\n\n### /m);
    assert.match(read('README.md'), /^Version 99\.1\.0/m);
    const names = Object.keys(JSON.parse(read('test/fixtures/released-migrations.json')));
    assert.ok(names.includes('0024-catalog-facts'));
    const again = await release('99.1.0');
    assert.equal(again.code, 1);
    assert.match(again.output, /99\.1\.0 is not newer/);
    assert.match(again.output, /nothing under \[Unreleased\]/);
    assert.match(again.output, /not committed/);
  });

  test('refuses a released migration that has changed, and what is no version', async (t) => {
    const { root, commit, release } = await copied(t);
    assert.match((await release('next')).output, /give a version such as 1\.2\.3/);
    await appendFile(join(root, 'src/catalog/migrations/0001-first.ts'), '// changed\n');
    await commit();
    assert.match((await release('99.1.0')).output, /migration 0001-first was released and has changed/);
  });
});

test('npm on an old Node.js is refused in one line, before anything is built', async () => {
  const env = { PATH: process.env.PATH, npm_config_user_agent: 'npm/9.2.0 node/v18.20.4 linux x64 workspaces/false' };
  const refused = run(process.execPath, [join(ROOT, 'scripts/prepare.js')], { env });
  await assert.rejects(refused, {
    code: 1,
    stderr:
      /^imgd: npm runs on Node\.js 18\.20, which cannot install what imgd needs: use Node\.js 20\.19 or newer.*\n$/,
  });
});
