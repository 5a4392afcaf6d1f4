import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPrograms } from './nginx.ts';
import { nginxConf } from './nginx-conf.ts';
import { answersHttp, superviseProcess } from './process.ts';
import type { Service } from './service.ts';

export { findPrograms };

/** The source address of its requests to the nodes, which distinguishes it from clients on loopback. */
export const BALANCER_ADDRESS = '127.0.0.2';

/**
 * nginx on loopback as a proxy without a cache: requests go to the nodes in turn.
 * @param port its listening port
 * @param nodes addresses of the nodes, such as `http://127.0.0.1:8080`
 */
export async function start(dir: string, port: number, nodes: readonly string[]): Promise<Service> {
  const program = findPrograms();
  if (program === undefined) throw new Error('nginx is not installed (Debian: apt install nginx-light)');
  const home = join(dir, 'balancer');
  mkdirSync(join(home, 'tmp'), { recursive: true });
  const conf = join(home, 'nginx.conf');
  writeFileSync(conf, configuration(home, port, nodes));
  const url = `http://127.0.0.1:${port}`;
  const args = ['-p', home, '-e', 'stderr', '-c', conf];
  const launch = () => spawn(program, args, { cwd: home, stdio: ['ignore', 'ignore', 'pipe'] });
  const service = superviseProcess({
    name: 'nginx',
    url,
    launch,
    ready: () => answersHttp(`${url}/balancer`),
    stopSignal: 'SIGTERM',
  });
  await service.start();
  return service;
}

/** nginx sends a request to one node only; clients retry failed requests. */
function configuration(home: string, port: number, nodes: readonly string[]): string {
  return nginxConf(
    home,
    4096,
    `  upstream nodes {
${nodes.map((node) => `    server ${new URL(node).host} max_fails=0;`).join('\n')}
  }
  server {
    listen 127.0.0.1:${port} backlog=4096;
    client_max_body_size 0;
    large_client_header_buffers 8 32k;
    location = /balancer { return 204; }
    location / {
      proxy_pass http://nodes;
      proxy_bind ${BALANCER_ADDRESS};
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_request_buffering off;
      proxy_buffering off;
      proxy_next_upstream off;
    }
  }`,
  );
}
