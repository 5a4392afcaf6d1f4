import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

const FIRST = 20_000;
const EPHEMERAL = '/proc/sys/net/ipv4/ip_local_port_range';
/** Where the system does not tell: the first ephemeral port of Linux. */
const DEFAULT_END = 32_768;
const TRIES = 100;

const given = new Set<number>();

/**
 * A free port on loopback for a program that starts later. It is below the ephemeral ports: the system gives those to every
 * connection and to every `listen(0)`, so another process could have it before the program listens.
 * @returns a port that no earlier call of this process has returned
 * @throws Error when 100 ports are in use
 */
export async function freePort(): Promise<number> {
  const end = Math.max(FIRST + 1_000, firstEphemeral());
  for (let tries = 0; tries < TRIES; tries++) {
    const port = FIRST + Math.floor(Math.random() * (end - FIRST));
    if (given.has(port)) continue;
    // Before the next call can choose it, too.
    given.add(port);
    if (await canListen(port)) return port;
  }
  throw new Error(`no free port was found from ${FIRST} to ${end}`);
}

function firstEphemeral(): number {
  try {
    return Number.parseInt(readFileSync(EPHEMERAL, 'utf8'), 10) || DEFAULT_END;
  } catch {
    return DEFAULT_END;
  }
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
