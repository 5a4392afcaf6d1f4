import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { findProgram, freePort, superviseProcess } from './process.ts';
import type { Service } from './service.ts';

/** Where the program is; undefined when Redis is not installed. */
export function findPrograms(): string | undefined {
  return findProgram('redis-server');
}

/** Redis on loopback, in memory only. */
export async function start(dir: string): Promise<Service> {
  const program = findPrograms();
  if (program === undefined) throw new Error('Redis is not installed (Debian: apt install redis-server)');
  const home = join(dir, 'redis');
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const port = await freePort();
  const args = ['--bind', '127.0.0.1', '--port', String(port), '--dir', home, '--save', '', '--appendonly', 'no'];
  const launch = () => spawn(program, args, { cwd: home, stdio: ['ignore', 'ignore', 'pipe'] });
  const url = `redis://127.0.0.1:${port}`;
  const service = superviseProcess({ name: 'Redis', url, launch, ready: () => answers(port), stopSignal: 'SIGTERM' });
  await service.start();
  return service;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1', () => socket.write('PING\r\n'));
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('data', (bytes) => end(bytes.toString().startsWith('+PONG')));
    socket.once('error', () => end(false));
    socket.setTimeout(1_000, () => end(false));
  });
}
