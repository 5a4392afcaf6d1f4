import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../scripts/services/free-port.ts';
import { answersHttp, findProgram, superviseProcess } from '../../scripts/services/process.ts';

/** nginx with one worker on loopback that serves files. */
export interface FileServer extends AsyncDisposable {
  url: string;
  /** Makes a file available; returns its address. */
  add(name: string, bytes: Uint8Array): Promise<string>;
}

/** @returns undefined where nginx is not installed */
export async function startFileServer(): Promise<FileServer | undefined> {
  const program = findProgram('nginx');
  if (program === undefined) return undefined;
  const home = await mkdtemp(join(tmpdir(), 'imgd-nginx-'));
  await mkdir(join(home, 'files'));
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(home, name)};`,
  );
  await writeFile(
    join(home, 'nginx.conf'),
    `daemon off; worker_processes 1; pid ${join(home, 'pid')};
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 1024; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000; open_file_cache max=100;
  types { image/jpeg jpg; text/html html; application/json json; }
  ${temporary.join('\n  ')}
  server { listen 127.0.0.1:${port}; root ${join(home, 'files')}; }
}
`,
  );
  const url = `http://127.0.0.1:${port}`;
  const launch = () =>
    spawn(program, ['-p', home, '-e', 'stderr', '-c', join(home, 'nginx.conf')], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  const service = superviseProcess({
    name: 'nginx',
    url,
    launch,
    ready: () => answersHttp(url),
    stopSignal: 'SIGTERM',
  });
  await service.start();
  return {
    url,
    async add(name, bytes) {
      await writeFile(join(home, 'files', name), bytes);
      return `${url}/${name}`;
    },
    async [Symbol.asyncDispose]() {
      await service.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}
