import assert from 'node:assert/strict';
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, matchesGlob } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findProgram } from '../scripts/services/process.ts';
import { SETTINGS } from '../src/config.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const COMPOSE = read('compose.yaml');
const DOCKERFILE = read('Dockerfile');
/** The lines of one stage, continued lines in one. */
const BUILD =
  DOCKERFILE.split(/^FROM /m)[1]
    ?.replaceAll('\\\n', ' ')
    .split('\n') ?? [];

describe('how imgd is deployed', () => {
  test('every setting that is named exists', () => {
    const settings = new Set(Object.values(SETTINGS).flatMap((own) => Object.values(own).map(({ name }) => name)));
    for (const { name } of Object.values(SETTINGS).flatMap((own) => Object.values(own))) settings.add(`${name}_FILE`);
    const files = ['Dockerfile', 'compose.yaml', ...globSync('deploy/**/*.*', { cwd: root })];
    // Of compose.yaml alone: the port outside.
    settings.add('IMGD_PUBLISHED_PORT');
    const named = files.flatMap((path) => read(path).match(/\bIMGD_[A-Z0-9_]*[A-Z0-9]\b/g) ?? []);
    assert.ok(named.length > 20);
    assert.deepEqual(
      named.filter((name) => name !== 'IMGD_S3' && !settings.has(name)),
      [],
    );
  });

  test('compose.yaml has no secret of its own, and its example names everything that it wants', () => {
    const wanted = [...COMPOSE.matchAll(/\$\{([A-Z0-9_]+)(:[?-])?/g)].map(([, name = '', kind]) => ({ name, kind }));
    assert.ok(wanted.length > 5);
    const secrets = wanted.filter(({ name }) => /PASSWORD|SECRET|BASE_URL/.test(name));
    assert.ok(secrets.length > 3 && secrets.every(({ kind }) => kind === ':?'));
    const example = [...read('deploy/compose/env.example').matchAll(/^([A-Z0-9_]+)=(.*)$/gm)];
    assert.ok(example.every(([, , value]) => value === ''));
    const explained = example.map(([, name]) => name);
    for (const { name, kind } of wanted) if (kind === ':?') assert.ok(explained.includes(name), name);
  });

  test('compose.yaml is valid, and says what is missing', { skip: skipWithout('docker-compose') }, async () => {
    const values = { IMGD_BASE_URL: 'https://images.example', POSTGRES_PASSWORD: 'a' };
    const config = (env: Record<string, string>) =>
      run('docker-compose', ['-f', join(root, 'compose.yaml'), 'config'], {
        env: { PATH: process.env.PATH ?? '', ...env },
      });
    assert.match((await config({ ...values, S3_SECRET: 'b' })).stdout, /IMGD_BASE_URL: https:\/\/images\.example/);
    await assert.rejects(config(values), /S3_SECRET/);
  });

  test('files that compose.yaml mounts are there', () => {
    const mounted = [...COMPOSE.matchAll(/- \.\/(\S+?):/g)].map(([, path = '']) => path);
    assert.equal(mounted.length, 2);
    for (const path of mounted) assert.ok(existsSync(join(root, path)), path);
  });

  test('nginx takes the nodes of compose.yaml', { skip: skipWithout('nginx') }, async (t) => {
    const home = await temporary(t);
    // Names of containers are known to Docker alone.
    const nodes = read('deploy/compose/imgd-nodes.inc').replace(/imgd-[12]:8080/g, '127.0.0.1:8080');
    await mkdir(join(home, 'conf.d'));
    await writeFile(join(home, 'conf.d/imgd-nodes.inc'), nodes);
    await writeFile(join(home, 'imgd.conf'), read('deploy/nginx/imgd.conf').replace('/var/cache/nginx', home));
    const conf = join(home, 'nginx.conf');
    await writeFile(conf, `pid ${home}/pid; events { } http { access_log off; include imgd.conf; }`);
    const check = () => run('nginx', ['-t', '-e', 'stderr', '-p', home, '-c', conf]);
    await check();
    await writeFile(join(home, 'conf.d/imgd-nodes.inc'), nodes.replace('upstream imgd', 'upstream other'));
    await assert.rejects(check(), /host not found in upstream "imgd"/);
  });

  test('systemd takes the unit', { skip: skipWithout('systemd-analyze') }, async (t) => {
    const home = await temporary(t);
    const path = join(home, 'imgd.service');
    const unit = read('deploy/imgd.service').replaceAll('/opt/imgd', root.replace(/\/$/, ''));
    const verify = async (text: string) => {
      await writeFile(path, text);
      const { stdout, stderr } = await run('systemd-analyze', ['verify', '--man=no', path]).catch((error) => error);
      return `${stdout}${stderr}`
        .split('\n')
        .filter((line) => line.includes('imgd.service'))
        .join('\n');
    };
    assert.equal(await verify(unit), '');
    assert.match(await verify(unit.replace('OOMPolicy=continue', 'OOMPolicy=perhaps')), /OOMPolicy|OOM policy/);
  });

  test('what the Dockerfile copies builds, and serves without what builds it', async (t) => {
    const home = await temporary(t);
    copyContext(home);
    await symlink(join(root, 'node_modules'), join(home, 'node_modules'));
    const commands = BUILD.find((line) => line.startsWith('RUN') && line.includes('buildWebApp')) ?? assert.fail();
    const [build, , remove] = commands.slice('RUN '.length).split('&&');
    for (const command of [build, remove]) execFileSync('sh', ['-ec', command ?? assert.fail()], { cwd: home });
    assert.deepEqual(globSync('web/*', { cwd: home }), ['web/dist']);

    const dataDir = join(home, 'data');
    const env = { PATH: process.env.PATH, IMGD_DATA_DIR: dataDir, IMGD_PORT: '0', IMGD_LOG_LEVEL: 'warn' };
    const command = [join(home, 'node_modules/.bin/node'), 'bin/imgd.js', 'serve'] as const;
    const service = spawn(command[0], command.slice(1), { cwd: home, env, stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(service, 'exit');
    try {
      const [line] = await once(createInterface(service.stdout), 'line');
      const [url = ''] = String(line).match(/http:\S+/) ?? assert.fail(line);
      assert.equal((await fetch(`${url}/readyz`)).status, 200);
      assert.match(await (await fetch(url)).text(), /<script type="module"/);
    } finally {
      service.kill('SIGTERM');
      assert.deepEqual(await ended, [0, null]);
    }
  });
});

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
    cpSync(join(root, path), join(home, path), {
      recursive: true,
      filter: (source) => isSent(source.slice(root.length)),
    });
  }
}

/** An empty directory that goes with the test. */
async function temporary(t: TestContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'imgd-deploy-'));
  t.after(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** Why a test cannot run here; where CI=true it runs, and fails without the program. */
function skipWithout(program: string): string | false {
  return findProgram(program) === undefined && process.env.CI !== 'true' ? `${program} is not installed` : false;
}
