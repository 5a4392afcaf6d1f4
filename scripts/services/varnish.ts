import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';
import { answersHttp, findProgram, superviseProcess } from './process.ts';
import type { Service } from './service.ts';

const VCL = fileURLToPath(new URL('../../deploy/varnish/imgd.vcl', import.meta.url));

/** Where the program is; undefined when Varnish is not installed. */
export function findPrograms(): string | undefined {
  return findProgram('varnishd');
}

/**
 * Varnish on loopback with the configuration of `deploy/varnish`.
 * @param origin what it caches, such as `http://127.0.0.1:8080`
 * @param change modifies the configuration, for control tests
 */
export async function start(
  dir: string,
  origin: string,
  change: (vcl: string) => string = (vcl) => vcl,
): Promise<Service> {
  const program = findPrograms();
  if (program === undefined) throw new Error('Varnish is not installed (Debian: apt install varnish)');
  const home = join(dir, 'varnish');
  mkdirSync(home, { recursive: true });
  const vcl = join(home, 'imgd.vcl');
  const { hostname, port: originPort } = new URL(origin);
  const text = readFileSync(VCL, 'utf8')
    .replace('.host = "127.0.0.1"', `.host = "${hostname}"`)
    .replace('.port = "8080"', `.port = "${originPort}"`);
  writeFileSync(vcl, change(text));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const args = ['-F', '-j', 'none', '-n', join(home, 'work'), '-a', `127.0.0.1:${port}`, '-f', vcl, '-s', 'malloc,64m'];
  const launch = () => spawn(program, args, { cwd: home, stdio: ['ignore', 'ignore', 'pipe'] });
  const ready = () => answersHttp(url);
  const service = superviseProcess({ name: 'Varnish', url, launch, ready, stopSignal: 'SIGTERM' });
  await service.start();
  return service;
}
