import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { SETTINGS } from '../../src/config.ts';
import type { Setting } from '../../src/lib/env.ts';
import { ROOT, read, skipWithout, temporary } from '../support/deployed.ts';

const run = promisify(execFile);
const COMPOSE = read('compose.yaml');

describe('deployment files', () => {
  test('name only settings that exist', () => {
    const all = Object.values(SETTINGS).flatMap((own): Setting<unknown>[] => Object.values(own));
    const names = all.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
    const settings = new Set(names.flatMap((name) => [name, `${name}_FILE`]));
    const files = globSync(['Dockerfile', 'compose.yaml', 'deploy/**/*.*', 'README.md', 'docs/*.md'], { cwd: ROOT });
    // The published port, used only by compose.yaml.
    settings.add('IMGD_PUBLISHED_PORT');
    const named = files.flatMap((path) => read(path).match(/\bIMGD_[A-Z0-9_]*[A-Z0-9]\b/g) ?? []);
    assert.ok(named.length > 20);
    assert.deepEqual(
      named.filter((name) => name !== 'IMGD_S3' && !settings.has(name)),
      [],
    );
  });

  test('compose.yaml contains no secret, and its example names every required variable', () => {
    const wanted = [...COMPOSE.matchAll(/\$\{([A-Z0-9_]+)(:[?-])?/g)].map(([, name = '', kind]) => ({ name, kind }));
    assert.ok(wanted.length > 5);
    const secrets = wanted.filter(({ name }) => /PASSWORD|SECRET|BASE_URL/.test(name));
    assert.ok(secrets.length > 3 && secrets.every(({ kind }) => kind === ':?'));
    const example = [...read('deploy/compose/env.example').matchAll(/^([A-Z0-9_]+)=(.*)$/gm)];
    assert.ok(example.every(([, , value]) => value === ''));
    const explained = example.map(([, name]) => name);
    for (const { name, kind } of wanted) if (kind === ':?') assert.ok(explained.includes(name), name);
  });

  test('compose.yaml is valid, and names a missing variable', { skip: skipWithout('docker-compose') }, async () => {
    const values = {
      IMGD_BASE_URL: 'https://images.example',
      POSTGRES_PASSWORD: 'a',
      REDIS_PASSWORD: 'c',
      S3_ACCESS_KEY: 'GK1',
      S3_RPC_SECRET: 'd',
    };
    const config = (env: Record<string, string>) =>
      run('docker-compose', ['-f', join(ROOT, 'compose.yaml'), 'config'], {
        env: { PATH: process.env.PATH ?? '', ...env },
      });
    assert.match((await config({ ...values, S3_SECRET: 'b' })).stdout, /IMGD_BASE_URL: https:\/\/images\.example/);
    await assert.rejects(config(values), /S3_SECRET/);
  });

  test('the compose file of a single node is valid, and bounds its log', {
    skip: skipWithout('docker-compose'),
  }, async () => {
    const config = (env: Record<string, string>) =>
      run('docker-compose', ['-f', join(ROOT, 'deploy/compose/single-node.yaml'), 'config'], {
        env: { PATH: process.env.PATH ?? '', ...env },
      });
    const { stdout } = await config({ IMGD_BASE_URL: 'https://images.example' });
    assert.match(stdout, /IMGD_METRICS_TOKEN_FILE: \/run\/secrets\/metrics-token/);
    assert.match(stdout, /max-size: 20m/);
    await assert.rejects(config({}), /IMGD_BASE_URL/);
  });

  test('compose.yaml bounds the log of every service', () => {
    const services = COMPOSE.slice(COMPOSE.indexOf('\nservices:')).split(/\n(?=networks:)/)[0] ?? '';
    const parts = services.split(/\n {2}(?=[a-z0-9-]+:\n)/).slice(1);
    assert.ok(parts.length >= 6);
    for (const part of parts) assert.match(part, /logging: \*logging|<<: \*node/, part);
  });

  test('compose.yaml mounts only files that exist', () => {
    const mounted = [...COMPOSE.matchAll(/- \.\/(\S+?):/g)].map(([, path = '']) => path);
    assert.equal(mounted.length, 3);
    for (const path of mounted) assert.ok(existsSync(join(ROOT, path)), path);
  });

  test('nginx accepts the nodes of compose.yaml', { skip: skipWithout('nginx') }, async (t) => {
    const directory = await temporary(t);
    // Only Docker resolves the names of containers.
    const nodes = read('deploy/compose/imgd-nodes.inc').replace(/imgd-[12]:8080/g, '127.0.0.1:8080');
    await mkdir(join(directory, 'conf.d'));
    await writeFile(join(directory, 'conf.d/imgd-nodes.inc'), nodes);
    await writeFile(
      join(directory, 'imgd.conf'),
      read('deploy/nginx/imgd.conf').replaceAll('/var/cache/nginx', directory),
    );
    const conf = join(directory, 'nginx.conf');
    await writeFile(conf, `pid ${directory}/pid; events { } http { access_log off; include imgd.conf; }`);
    const check = () => run('nginx', ['-t', '-e', 'stderr', '-p', directory, '-c', conf]);
    await check();
    await writeFile(join(directory, 'conf.d/imgd-nodes.inc'), nodes.replace('upstream imgd', 'upstream other'));
    await assert.rejects(check(), /host not found in upstream "imgd"/);
  });
});
