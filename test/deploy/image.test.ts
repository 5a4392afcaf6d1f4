import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, readFileSync } from 'node:fs';
import { chmod, chown, mkdir, rm, symlink } from 'node:fs/promises';
import { dirname, join, matchesGlob } from 'node:path';
import { describe, test } from 'node:test';
import { ROOT, read, temporary } from '../support/deployed.ts';
import { serve, uploadPlain } from '../support/served.ts';

const DOCKERFILE = read('Dockerfile').replaceAll(/\\\n\s*/g, '');
const BUILD = DOCKERFILE.split(/^FROM /m)[1]?.split('\n') ?? [];
const IS_ROOT = process.getuid?.() === 0;

describe('the container image', () => {
  test('what the Dockerfile copies builds, and serves as an ordinary user who may write to the data alone', async (t) => {
    const home = await temporary(t);
    await chmod(home, 0o755);
    copyContext(home);
    await symlink(join(ROOT, 'node_modules'), join(home, 'node_modules'));
    const [build = '', uninstall = '', ...remove] = (lineOf('RUN', 'buildWebApp') ?? '').split('&&');
    // The packages are taken away below; npm would need the registry for what is not in its cache.
    const ownFiles = remove.filter((command) => !command.includes('node_modules'));
    for (const command of [build, ...ownFiles]) execFileSync('sh', ['-ec', command], { cwd: home });
    assert.deepEqual(globSync('web/*', { cwd: home }), ['web/dist']);
    await rm(join(home, 'node_modules'));
    linkPackages(
      home,
      uninstall.split(' ').filter((word) => read('package.json').includes(`"${word}":`)),
    );

    const user = /^USER (\d+):\1$/m.exec(DOCKERFILE)?.[1] ?? assert.fail('the user is a number, for Kubernetes');
    const dataDir = join(home, 'data');
    await mkdir(dataDir, { mode: 0o700 });
    if (IS_ROOT) await chown(dataDir, Number(user), Number(user));
    const env = { PATH: `${home}/node_modules/.bin:${process.env.PATH}`, IMGD_DATA_DIR: dataDir, IMGD_PORT: '0' };
    const command = [...jsonOf('ENTRYPOINT'), ...jsonOf('CMD')];
    const service = await serve(
      asNumber(IS_ROOT ? user : undefined, command),
      { ...env, IMGD_LOG_LEVEL: 'warn', IMGD_MIN_FREE_BYTES: '0' },
      home,
    );
    const check = (port: string) => {
      const [program = '', ...args] = JSON.parse(/^HEALTHCHECK.* CMD (\[.*\])$/m.exec(DOCKERFILE)?.[1] ?? '');
      execFileSync(program, args, { env: { ...env, IMGD_PORT: port }, stdio: 'pipe' });
    };
    const { port } = new URL(service.url);
    try {
      check(port);
      const path = await uploadPlain(service.url, '#a52');
      assert.equal((await fetch(service.url + path)).status, 200);
      assert.match(await (await fetch(service.url)).text(), /<script type="module"/);
    } finally {
      await service.end();
    }
    assert.throws(() => check(port), 'control: what does not answer is unhealthy');
    if (IS_ROOT) assert.deepEqual(ownedBy(Number(user), home), []);
  });

  test('everything that imgd needs to run is in the image', () => {
    const uninstalled = /npm uninstall (.*?) &&/
      .exec(DOCKERFILE)?.[1]
      ?.split(' ')
      .filter((word) => !word.startsWith('--'));
    assert.ok(uninstalled?.includes('vite'));
    const imports = globSync(['src/**/*.ts', 'bin/*.js'], { cwd: ROOT }).flatMap((path) =>
      [...read(path).matchAll(/^(?:import|export) (?!type )[^']*'([^.'][^']*)'/gm)].map(([, name = '']) => name),
    );
    assert.ok(imports.includes('fastify'));
    assert.deepEqual(
      imports.filter((name) => uninstalled?.includes(name)),
      [],
    );
  });
});

function lineOf(word: string, part: string): string | undefined {
  return BUILD.find((line) => line.startsWith(word) && line.includes(part))?.slice(word.length + 1);
}

function jsonOf(word: string): string[] {
  return JSON.parse(new RegExp(`^${word} (\\[.*\\])$`, 'm').exec(DOCKERFILE)?.[1] ?? '') as string[];
}

/** The command as a user that need not have a name. */
function asNumber(user: string | undefined, command: string[]): string[] {
  if (user === undefined) return command;
  return ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups', '--no-new-privs', ...command];
}

/** What the user could write to below the home, but for the data. */
function ownedBy(user: number, home: string): string[] {
  const found = execFileSync('find', [
    home,
    '-path',
    join(home, 'data'),
    '-prune',
    '-o',
    '-uid',
    String(user),
    '-print',
  ]);
  return String(found).split('\n').filter(Boolean);
}

/** What the build stage copies, from what .dockerignore lets through. */
function copyContext(home: string): void {
  const ignore = read('.dockerignore').trim().split('\n');
  const isSent = (path: string) =>
    ignore.reduce((sent, rule) => {
      const pattern = rule.replace(/^!/, '');
      return matchesGlob(path, pattern) || matchesGlob(path, `${pattern}/**`) ? rule.startsWith('!') : sent;
    }, true);
  const copied = BUILD.filter((line) => line.startsWith('COPY ')).flatMap((line) => line.split(' ').slice(1, -1));
  assert.ok(copied.length > 5);
  for (const path of copied) {
    assert.ok(isSent(path), `${path} is sent to the builder`);
    cpSync(join(ROOT, path), join(home, path), {
      recursive: true,
      filter: (source) => isSent(source.slice(ROOT.length)),
    });
  }
}

/** The packages that `npm ci --omit=dev` installs, but for those that only build. They share their bytes with the repository's. */
function linkPackages(home: string, removed: readonly string[]): void {
  assert.ok(removed.includes('vite'));
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
  };
  const names = Object.entries(lock.packages)
    .filter(([path, { dev }]) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && dev !== true)
    .map(([path]) => path)
    .filter((path) => !removed.some((name) => path === `node_modules/${name}`));
  const there = new Set(globSync(['node_modules/*', 'node_modules/@*/*'], { cwd: ROOT }));
  const wanted = names.filter((path) => there.has(path));
  assert.ok(wanted.length > 50);
  const byFolder = Map.groupBy(wanted, (path) => dirname(path));
  for (const [folder, paths] of byFolder) {
    execFileSync('mkdir', ['-p', join(home, folder)]);
    const from = paths.map((path) => join(ROOT, path));
    try {
      execFileSync('cp', ['-al', ...from, join(home, folder)], { stdio: 'pipe' });
    } catch {
      // Another file system: then the bytes themselves.
      execFileSync('cp', ['-a', '--remove-destination', ...from, join(home, folder)]);
    }
  }
  execFileSync('mkdir', [join(home, 'node_modules/.bin')]);
  execFileSync('ln', ['-s', '../node/bin/node', join(home, 'node_modules/.bin/node')]);
}
