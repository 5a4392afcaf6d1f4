import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { freePort } from './free-port.ts';
import { findProgram, superviseProcess } from './process.ts';
import type { Service } from './service.ts';

/** Where the program is; undefined when Redis is not installed. */
export function findPrograms(): string | undefined {
  return findProgram('redis-server');
}

/** Redis on loopback, in memory only. */
export function start(dir: string): Promise<Service> {
  return startServer(join(dir, 'redis'));
}

/** Files in PEM of a server on loopback, for TLS only. */
export interface Tls {
  certificate: string;
  key: string;
  authority: string;
}

export interface ServerOptions {
  /** Default: a free one. */
  port?: number;
  tls?: Tls | undefined;
  args?: readonly string[];
}

/** One server with its files in `home`. It has no password; its `url` says whether it takes TLS only. */
export async function startServer(home: string, { port: given, tls, args = [] }: ServerOptions = {}): Promise<Service> {
  const program = findPrograms();
  if (program === undefined) throw new Error('Redis is not installed (Debian: apt install redis-server)');
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const port = given ?? (await freePort());
  const own = [
    '--bind',
    '127.0.0.1',
    '--dir',
    home,
    '--save',
    '',
    '--appendonly',
    'no',
    '--repl-diskless-sync-delay',
    '0',
  ];
  const all = [...args, ...(tls === undefined ? ['--port', String(port)] : tlsArgs(port, tls)), ...own];
  const launch = () => spawn(program, all, { cwd: home, stdio: ['ignore', 'ignore', 'pipe'] });
  const url = `redis${tls === undefined ? '' : 's'}://127.0.0.1:${port}`;
  const ready = () => answers(port, tls !== undefined);
  const service = superviseProcess({ name: 'Redis', url, launch, ready, stopSignal: 'SIGTERM' });
  await service.start();
  return service;
}

function tlsArgs(port: number, { certificate, key, authority }: Tls): string[] {
  const files = ['--tls-cert-file', certificate, '--tls-key-file', key, '--tls-ca-cert-file', authority];
  const peers = ['--tls-auth-clients', 'no', '--tls-replication', 'yes', '--tls-cluster', 'yes'];
  return ['--port', '0', '--tls-port', String(port), ...files, ...peers];
}

function answers(port: number, tls: boolean): Promise<boolean> {
  return new Promise((resolve) => {
    const ask = () => socket.write('PING\r\n');
    const socket = tls
      ? connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false }, ask)
      : createConnection(port, '127.0.0.1', ask);
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    // A server that wants a password answers, too.
    socket.once('data', (bytes) => end(/^(\+PONG|-NOAUTH)/.test(bytes.toString())));
    socket.once('error', () => end(false));
    socket.setTimeout(1_000, () => end(false));
  });
}
