import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';
import { answersHttp, findProgram, superviseProcess } from './process.ts';
import type { Service } from './service.ts';

const DEPLOYED = fileURLToPath(new URL('../../deploy/haproxy/haproxy.cfg', import.meta.url));

/** Where the program is; undefined when HAProxy is not installed. */
export function findPrograms(): string | undefined {
  return findProgram('haproxy');
}

/**
 * HAProxy on loopback with the configuration of `deploy/haproxy`.
 * @param origins the nodes, such as `http://127.0.0.1:8080`
 */
export async function start(dir: string, origins: readonly string[]): Promise<Service> {
  const program = findPrograms();
  if (program === undefined) throw new Error('HAProxy is not installed (Debian: apt install haproxy)');
  const home = join(dir, 'haproxy');
  mkdirSync(home, { recursive: true });
  const port = await freePort();
  const nodes = origins.map((origin, i) => `  server imgd-${i + 1} ${new URL(origin).host}\n`).join('');
  const conf = join(home, 'haproxy.cfg');
  const deployed = readFileSync(DEPLOYED, 'utf8').replace('bind :80', `bind 127.0.0.1:${port}`);
  writeFileSync(conf, deployed.replace(/( *server imgd-.*\n)+/, nodes));
  const url = `http://127.0.0.1:${port}`;
  const launch = () => spawn(program, ['-db', '-f', conf], { cwd: home, stdio: ['ignore', 'ignore', 'pipe'] });
  const service = superviseProcess({
    name: 'HAProxy',
    url,
    launch,
    ready: () => answersHttp(url),
    stopSignal: 'SIGTERM',
  });
  await service.start();
  return service;
}
