import { spawn, spawnSync } from 'node:child_process';
import { chownSync, copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { asUser, superviseProcess, userId } from './process.ts';
import type { Tls } from './redis.ts';
import type { Service } from './service.ts';

/** Only tests on loopback use it; a wrong one must be refused. */
const PASSWORD = 'imgd-test';
const DEBIAN = '/usr/lib/postgresql';
/** PostgreSQL refuses to run as root. */
const UNPRIVILEGED = ['postgres', 'nobody'];

/** Where initdb and postgres are; undefined when PostgreSQL is not installed. */
export function findPrograms(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : [];
  const newest = versions.toSorted((a, b) => Number(b) - Number(a)).map((version) => join(DEBIAN, version, 'bin'));
  const found = [...newest, ...(process.env.PATH ?? '').split(':')];
  return found.find((bin) => existsSync(join(bin, 'initdb')) && existsSync(join(bin, 'postgres')));
}

/** PostgreSQL on loopback. `url` is the database `postgres` as superuser. */
export function start(dir: string): Promise<Service> {
  return startServer(dir);
}

/** The same, which also takes TLS when it has a certificate. */
export async function startServer(dir: string, tls?: Tls): Promise<Service> {
  const bin = findPrograms();
  if (bin === undefined) throw new Error('PostgreSQL is not installed (Debian: apt install postgresql)');
  const user = process.getuid?.() === 0 ? UNPRIVILEGED.find((name) => userId(name) !== undefined) : undefined;
  const home = join(dir, 'postgres');
  mkdirSync(home, { recursive: true, mode: 0o700 });
  if (user !== undefined) {
    const id = userId(user) as number;
    chownSync(home, id, id);
  }
  const data = join(home, 'data');
  const passwordFile = join(home, 'password');
  writeFileSync(passwordFile, PASSWORD, { mode: 0o644 });
  const init = [
    '-D',
    data,
    '-U',
    'imgd',
    '-A',
    'scram-sha-256',
    '--pwfile',
    passwordFile,
    '-E',
    'UTF8',
    '--no-sync',
    '--locale=C.UTF-8',
  ];
  const [program, ...args] = asUser(user, [join(bin, 'initdb'), ...init]);
  const made = spawnSync(program as string, args, { cwd: home, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}${made.error ?? ''}`);

  const port = await freePort();
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '200',
    shared_buffers: '64MB',
    max_wal_size: '512MB',
    // In the data directory, because a killed server leaves it behind.
    dynamic_shared_memory_type: 'mmap',
    logging_collector: 'off',
  };
  if (tls !== undefined) {
    Object.assign(settings, {
      ssl: 'on',
      ssl_cert_file: join(home, 'server.pem'),
      ssl_key_file: join(home, 'server.key'),
    });
    copyFileSync(tls.certificate, settings.ssl_cert_file as string);
    copyFileSync(tls.key, settings.ssl_key_file as string);
    // The server refuses a key of another user.
    const id = user === undefined ? undefined : userId(user);
    if (id !== undefined) chownSync(settings.ssl_key_file as string, id, id);
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = asUser(user, [join(bin, 'postgres'), '-D', data, ...options]);
  const launch = () =>
    spawn(command[0] as string, command.slice(1), { cwd: home, stdio: ['ignore', 'ignore', 'pipe'] });
  const url = `postgres://imgd:${PASSWORD}@127.0.0.1:${port}/postgres`;
  const service = superviseProcess({
    name: 'PostgreSQL',
    url,
    launch,
    ready: () => accepts(bin, port),
    stopSignal: 'SIGINT',
  });
  await service.start();
  return service;
}

async function accepts(bin: string, port: number): Promise<boolean> {
  const { status } = spawnSync(join(bin, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)]);
  if (status !== 0) await sleep(30);
  return status === 0;
}
