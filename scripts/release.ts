import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// Prepares a release: npx node scripts/release.ts X.Y.Z [FOLDER]. Writes files only; docs/releasing.md says what comes next.

const [version = '', root = join(import.meta.dirname, '..')] = process.argv.slice(2);
const MANIFESTS = ['package.json', 'packages/client/package.json', 'packages/upload/package.json'];
const MIGRATIONS = 'src/catalog/migrations';
const RELEASED = 'test/fixtures/released-migrations.json';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const write = (path: string, text: string) => writeFileSync(join(root, path), text);

const problems = findProblems();
if (problems.length > 0) {
  process.stderr.write(problems.map((problem) => `release: ${problem}\n`).join(''));
  process.exit(1);
}
for (const path of MANIFESTS) write(path, read(path).replace(/^( {2}"version": )".*"/m, `$1"${version}"`));
write('package-lock.json', withLockedVersion(read('package-lock.json')));
write('README.md', read('README.md').replace(/^Version \d+\.\d+\.\d+(, the first)?/m, `Version ${version}`));
write(
  'CHANGELOG.md',
  read('CHANGELOG.md').replace('## [Unreleased]', `## [Unreleased]\n\n## [${version}] - ${today()}`),
);
write(RELEASED, `${JSON.stringify(releasedMigrations(), null, 2)}\n`);
process.stdout.write(`prepared ${version}: review the changes, then follow docs/releasing.md\n`);

function findProblems(): string[] {
  const found: string[] = [];
  if (!/^\d+\.\d+\.\d+$/.test(version)) return ['give a version such as 1.2.3'];
  const current = (JSON.parse(read('package.json')) as { version: string }).version;
  const isNewer = version.localeCompare(current, 'en', { numeric: true }) > 0;
  const isFirst = version === current && !read('CHANGELOG.md').includes(`## [${version}]`);
  if (!isNewer && !isFirst) found.push(`${version} is not newer than ${current}`);
  const [, news = ''] = /## \[Unreleased\]\n([\s\S]*?)(?=\n## \[|$)/.exec(read('CHANGELOG.md')) ?? [];
  if (!/^- /m.test(news)) found.push('CHANGELOG.md has nothing under [Unreleased]');
  const hashes = migrationHashes();
  for (const [name, hash] of Object.entries(JSON.parse(read(RELEASED)) as Record<string, string>)) {
    if (hashes[name] !== hash) found.push(`migration ${name} was released and has changed`);
  }
  const changed = execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' });
  if (changed !== '') found.push('there are changes that are not committed');
  return found;
}

function releasedMigrations(): Record<string, string> {
  return { ...JSON.parse(read(RELEASED)), ...migrationHashes() };
}

function migrationHashes(): Record<string, string> {
  const hashOf = (file: string) =>
    createHash('sha256')
      .update(read(`${MIGRATIONS}/${file}`))
      .digest('hex');
  const files = readdirSync(join(root, MIGRATIONS)).sort();
  return Object.fromEntries(files.map((file) => [file.replace(/\.ts$/, ''), hashOf(file)]));
}

function withLockedVersion(text: string): string {
  const lock = JSON.parse(text) as { version: string; packages: Record<string, { version: string }> };
  lock.version = version;
  for (const path of ['', 'packages/client', 'packages/upload']) {
    const own = lock.packages[path];
    if (own !== undefined) own.version = version;
  }
  return `${JSON.stringify(lock, null, 2)}\n`;
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
