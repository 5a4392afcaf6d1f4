import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { freePort } from '../../scripts/services/free-port.ts';
import { nginxConf } from '../../scripts/services/nginx-conf.ts';
import { findProgram, superviseProcess } from '../../scripts/services/process.ts';
import type { Service } from '../../scripts/services/service.ts';
import { makeTempDir } from '../faults/support/temp-dir.ts';
import { picture } from '../fixtures/pixels.ts';
import { startApp } from '../support/start-app.ts';

const run = promisify(execFile);
const HOST = 'images.example';
const deployed = (file: string) => readFileSync(new URL(`../../deploy/${file}`, import.meta.url), 'utf8');

interface Ports {
  http: number;
  https: number;
  /** Of imgd. */
  origin: number;
}

/** Starts a program that is ready when it answers on its port for http. */
async function supervise(name: string, home: string, ports: Ports, args: string[]): Promise<Service> {
  const url = `http://127.0.0.1:${ports.http}`;
  const env = { PATH: process.env.PATH ?? '', HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home };
  const launch = () =>
    spawn(findProgram(name) as string, args, { cwd: home, env, stdio: ['ignore', 'ignore', 'pipe'] });
  const ready = () =>
    fetch(url, { redirect: 'manual', headers: { host: HOST } }).then(
      ({ status }) => status === 308,
      () => false,
    );
  const service = superviseProcess({ name, url, launch, ready, stopSignal: 'SIGTERM' });
  await service.start();
  return service;
}

const PROXIES: Record<string, (home: string, ports: Ports) => Promise<Service>> = {
  async nginx(home, ports) {
    const certificate = [join(home, 'cert.pem'), join(home, 'key.pem')] as const;
    const subject = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`];
    const files = ['-out', certificate[0], '-keyout', certificate[1]];
    await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, ...files]);
    mkdirSync(join(home, 'tmp'));
    const site = deployed('nginx/imgd-tls.conf')
      .replace('listen 80;', `listen 127.0.0.1:${ports.http};`)
      .replace('listen 443 ', `listen 127.0.0.1:${ports.https} `)
      .replace('127.0.0.1:8080', `127.0.0.1:${ports.origin}`)
      .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate[0]};`)
      .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${certificate[1]};`);
    writeFileSync(join(home, 'nginx.conf'), nginxConf(home, 64, site));
    return supervise('nginx', home, ports, ['-p', home, '-e', 'stderr', '-c', join(home, 'nginx.conf')]);
  },
  async caddy(home, ports) {
    const options = `http_port ${ports.http}\nhttps_port ${ports.https}\nlocal_certs\nskip_install_trust\nadmin off\n`;
    const site = deployed('caddy/Caddyfile')
      .replace('127.0.0.1:8080', `127.0.0.1:${ports.origin}`)
      .replace('reverse_proxy', 'bind 127.0.0.1\n\treverse_proxy');
    writeFileSync(join(home, 'Caddyfile'), `{\n${options}}\n${site}`);
    return supervise('caddy', home, ports, ['run', '--config', join(home, 'Caddyfile'), '--adapter', 'caddyfile']);
  },
};

for (const [name, start] of Object.entries(PROXIES)) {
  const absent = [name, 'openssl', 'curl'].find((program) => findProgram(program) === undefined);
  describe(`TLS by ${name}`, { skip: absent === undefined ? false : `${absent} is not installed` }, () => {
    it('redirects http, and takes an upload by HTTP/2, whose links it serves', async () => {
      await using dir = await makeTempDir();
      const ports = { http: await freePort(), https: await freePort(), origin: await freePort() };
      await using _app = await startApp({
        env: {
          IMGD_PORT: String(ports.origin),
          IMGD_BASE_URL: `https://${HOST}`,
          IMGD_TRUST_PROXY: '127.0.0.1',
        },
      });
      const proxy = await start(dir.path, ports);
      await using _proxy = { [Symbol.asyncDispose]: () => proxy.stop() };
      const resolve = ['--resolve', `${HOST}:${ports.https}:127.0.0.1`, '--resolve', `${HOST}:${ports.http}:127.0.0.1`];
      const curl = async (...args: string[]) => {
        const { stdout } = await run('curl', ['-sSk', '--http2', '--max-time', '20', ...resolve, '-i', ...args]);
        const [head = '', body = ''] = stdout.split(/\r\n\r\n(?=[^H])/);
        return { head, body };
      };
      const { head: redirect } = await curl(`http://${HOST}:${ports.http}/about?x=1`);
      assert.match(redirect, /^HTTP\/1\.1 308 /);
      assert.match(redirect, /^location: https:\/\/images\.example(:\d+)?\/about\?x=1\r?$/im);

      const file = join(dir.path, 'cat.jpg');
      writeFileSync(file, await picture(640, 480).jpeg().toBuffer());
      const upload = ['-F', `file=@${file}`, '-H', 'expect:'];
      const { head, body } = await curl(...upload, `https://${HOST}:${ports.https}/api/v1/upload`);
      assert.match(head, /^HTTP\/2 200 /m);
      assert.match(head, /^strict-transport-security: max-age=\d+\r?$/im);
      const { data } = JSON.parse(body) as { data: { links: { direct: string } } };
      const { pathname } = new URL(data.links.direct);
      assert.equal(data.links.direct, `https://${HOST}${pathname}`);
      const { head: picked } = await curl('-I', `https://${HOST}:${ports.https}${pathname}`);
      assert.match(picked, /^HTTP\/2 200 /);
    });
  });
}
