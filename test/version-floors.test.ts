import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { SAFE_SQLITE_VERSION } from '../src/catalog/engine/sqlite-file.ts';

const ROOT = join(import.meta.dirname, '..');

/** The lowest versions without a known vulnerability that affects imgd. */
const FLOORS: Record<string, string> = {
  sharp: '0.35.0',
  '@fastify/multipart': '10.1.9',
  '@fastify/busboy': '3.2.1',
  fastify: '5.8.5',
  '@fastify/proxy-addr': '5.1.1',
  SQLite: SAFE_SQLITE_VERSION,
};
const MAX_SCRIPTS = 10;

interface Lock {
  packages: Record<string, { version?: string; resolved?: string }>;
}

const readJson = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

/** The versions of all installed copies of a package: a nested copy may be older than the one at the top. */
function installedVersions(lock: Lock, name: string): string[] {
  return Object.keys(lock.packages)
    .filter((path) => path === `node_modules/${name}` || path.endsWith(`/node_modules/${name}`))
    .map((path) => readJson(`${path}/package.json`).version as string);
}

function sqliteVersion(): string {
  const memory = new DatabaseSync(':memory:');
  try {
    return String(memory.prepare('select sqlite_version() as version').get()?.version);
  } finally {
    memory.close();
  }
}

/** Below zero when `a` is older. A pre-release is older than its release. */
function compareVersions(a: string, b: string): number {
  const [numbersA, numbersB] = [a, b].map((text) => (text.split('-')[0] as string).split('.').map(Number)) as [
    number[],
    number[],
  ];
  const differing = numbersA.findIndex((number, i) => number !== numbersB[i]);
  if (differing >= 0) return (numbersA[differing] as number) - (numbersB[differing] as number);
  return Number(b.includes('-')) - Number(a.includes('-'));
}

/** Packages that are older than their floor, or missing. */
function tooOld(installed: Record<string, string[]>): string[] {
  return Object.entries(FLOORS).flatMap(([name, floor]) => {
    const versions = installed[name] ?? [];
    if (versions.length === 0) return [`${name} is not installed`];
    return versions.filter((one) => compareVersions(one, floor) < 0).map((one) => `${name} ${one} is below ${floor}`);
  });
}

/** Packages of a lock file with a download address. */
const withAddress = ({ packages }: Lock) =>
  Object.entries(packages).flatMap(([path, { resolved }]) => (resolved === undefined ? [] : [path]));

describe('the installed packages', () => {
  const lock = readJson('package-lock.json') as Lock;
  const packages = Object.keys(FLOORS).filter((name) => name !== 'SQLite');
  const installed = {
    ...Object.fromEntries(packages.map((name) => [name, installedVersions(lock, name)])),
    SQLite: [sqliteVersion()],
  };

  it('are not older than the versions that fix known vulnerabilities', () => {
    assert.deepEqual(tooOld(installed), []);
  });

  it('are reported when any copy is older, or when one is missing', () => {
    assert.deepEqual(tooOld({ ...installed, sharp: ['0.34.9'] }), ['sharp 0.34.9 is below 0.35.0']);
    assert.deepEqual(tooOld({ ...installed, fastify: ['5.12.8', '5.8.4'] }), ['fastify 5.8.4 is below 5.8.5']);
    assert.deepEqual(tooOld({ ...installed, SQLite: ['3.51.3-rc.1'] }), ['SQLite 3.51.3-rc.1 is below 3.51.3']);
    assert.deepEqual(tooOld({ ...installed, '@fastify/busboy': [] }), ['@fastify/busboy is not installed']);
    assert.deepEqual(
      tooOld({ ...installed, sharp: ['0.35.0'], fastify: ['6.0.0'], '@fastify/multipart': ['10.10.0'] }),
      [],
    );
  });

  it('match the lock file, which contains no download address', () => {
    for (const [path, { version }] of Object.entries(lock.packages)) {
      const name = path.replace(/^.*node_modules\//, '');
      if (path !== '' && name in FLOORS) assert.equal(readJson(`${path}/package.json`).version, version, path);
    }
    assert.deepEqual(withAddress(lock), []);
    assert.deepEqual(withAddress({ packages: { 'node_modules/a': { resolved: 'https://registry.invalid/a.tgz' } } }), [
      'node_modules/a',
    ]);
  });

  it('come with at most ten npm scripts', () => {
    const scripts = Object.keys(readJson('package.json').scripts);
    assert.ok(scripts.length > 0 && scripts.length <= MAX_SCRIPTS, `${scripts.length}: ${scripts.join(', ')}`);
  });
});
