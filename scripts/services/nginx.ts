import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';
import { nginxConf } from './nginx-conf.ts';
import { answersHttp, findProgram, superviseProcess } from './process.ts';
import type { Service } from './service.ts';

const DEPLOY = fileURLToPath(new URL('../../deploy/nginx/', import.meta.url));

/** Where the program is; undefined when nginx is not installed. */
export function findPrograms(): string | undefined {
  return findProgram('nginx');
}

/**
 * nginx on loopback with the configuration of `deploy/nginx`.
 * @param origin what it caches, such as `http://127.0.0.1:8080`; several are nodes of one service
 * @param change modifies the configuration, for control tests
 */
export async function start(
  dir: string,
  origin: string | readonly string[],
  change: (conf: string) => string = (conf) => conf,
): Promise<Service> {
  const program = findPrograms();
  if (program === undefined) throw new Error('nginx is not installed (Debian: apt install nginx-light)');
  const home = join(dir, 'nginx');
  mkdirSync(join(home, 'tmp'), { recursive: true });
  const port = await freePort();
  const deployed = (name: string) => readFileSync(join(DEPLOY, name), 'utf8');
  const nodes = deployed('imgd-nodes.inc').replace(/ *server 127\.0\.0\.1:8080(.*\n)/, (_line, options) =>
    [origin]
      .flat()
      .map((node) => `  server ${new URL(node).host}${options}`)
      .join(''),
  );
  const site = deployed('imgd.conf')
    .replace('/var/cache/nginx/imgd', join(home, 'cache'))
    .replaceAll('127.0.0.1:8079', `127.0.0.1:${await freePort()}`)
    .replaceAll(/listen 80;/g, `listen 127.0.0.1:${port};`);
  mkdirSync(join(home, 'conf.d'));
  writeFileSync(join(home, 'conf.d/imgd-nodes.inc'), nodes);
  writeFileSync(join(home, 'conf.d/imgd.conf'), change(site));
  writeFileSync(join(home, 'nginx.conf'), nginxConf(home, 512, '  include conf.d/imgd.conf;'));
  const url = `http://127.0.0.1:${port}`;
  const args = ['-p', home, '-e', 'stderr', '-c', join(home, 'nginx.conf')];
  const launch = () => spawn(program, args, { cwd: home, stdio: ['ignore', 'ignore', 'pipe'] });
  const ready = () => answersHttp(url);
  const service = superviseProcess({ name: 'nginx', url, launch, ready, stopSignal: 'SIGTERM' });
  await service.start();
  return service;
}
