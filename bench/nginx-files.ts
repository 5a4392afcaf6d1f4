import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../scripts/services/free-port.ts';
import { nginxConf } from '../scripts/services/nginx-conf.ts';
import { answersHttp, superviseProcess } from '../scripts/services/process.ts';
import { KINDS, requestOf, uploadPicture } from './delivery.ts';
import { compare } from './support/compare.ts';
import { load } from './support/load.ts';
import type { FileServer } from './support/nginx.ts';
import type { Options, Results } from './support/results.ts';
import { startService } from './support/service.ts';

const CONF = new URL('../deploy/nginx/imgd-files.conf', import.meta.url);
const CONNECTIONS = 256;

/** Originals through nginx, which sends what imgd has chosen: beside nginx alone, and beside nginx that passes imgd's bytes on. */
export async function benchNginxFiles(
  results: Results,
  nginx: FileServer,
  directory: string,
  pictures: readonly { name: string; path: string }[],
  { rounds, seconds }: Options,
): Promise<void> {
  const files = { IMGD_ACCEL_REDIRECT: '/imgd-files', IMGD_TRUST_PROXY: '127.0.0.1' };
  await using service = await startService({ env: files });
  const conf = await readFile(CONF, 'utf8');
  const begin = async (name: string, change: (text: string) => string) => {
    const home = join(directory, name);
    await mkdir(join(home, 'tmp'), { recursive: true });
    const port = await freePort();
    const site = conf
      .replace('listen 80;', `listen 127.0.0.1:${port};`)
      .replace('127.0.0.1:8080', new URL(service.url).host)
      .replace('/var/lib/imgd/blobs/', `${join(service.dataDir, 'blobs')}/`);
    await writeFile(join(home, 'nginx.conf'), nginxConf(home, CONNECTIONS, change(site)));
    const url = `http://127.0.0.1:${port}`;
    const args = ['-p', home, '-e', 'stderr', '-c', join(home, 'nginx.conf')];
    const launch = () => spawn('nginx', args, { stdio: ['ignore', 'ignore', 'pipe'] });
    const running = superviseProcess({ name, url, launch, ready: () => answersHttp(url), stopSignal: 'SIGTERM' });
    await running.start();
    return running;
  };
  await using stack = new AsyncDisposableStack();
  const sends = stack.adopt(await begin('nginx-files', (text) => text), (running) => running.stop());
  const passes = stack.adopt(
    await begin('nginx-passes', (text) => text.replace('X-Imgd-Accel 1', 'X-Imgd-Accel ""')),
    (running) => running.stop(),
  );
  const [original] = KINDS.filter(({ name }) => name === 'GET an original');
  if (original === undefined) return;
  for (const { name, path } of pictures) {
    const { url, bytes } = await requestOf(service, original, await uploadPicture(service, path));
    const other = await nginx.add(`${name}.jpg`, bytes);
    const { pathname } = new URL(url);
    const rate = async (address: string) => (await load(address, seconds)).perSecond;
    const named = `GET an original (${(bytes.length / 1_000).toFixed(0)} KB), sent by nginx (IMGD_ACCEL_REDIRECT)`;
    for (const [reference, address] of [
      ['nginx alone', other],
      ['nginx that passes the bytes of imgd on', passes.url + pathname],
      ['imgd alone', url],
    ] as const) {
      await results.measure(`${named}, beside ${reference}`, () =>
        compare(
          { name: named, reference, unit: 'requests/s', rounds },
          () => rate(sends.url + pathname),
          () => rate(address),
          { warmUp: true },
        ),
      );
    }
  }
}
