import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyBaseLogger } from 'fastify';
import { callerAddress } from '../../limits/caller-address.ts';

export interface ConnectionLimits {
  /** Connections at once; 0 = unlimited. */
  maxConnections: number;
  /** Connections at once of one caller address; 0 = unlimited. */
  connectionsPerAddress: number;
  /** Addresses and networks of proxies, whose connections carry the requests of many callers. */
  trustProxy: readonly string[];
}

const WARN_MS = 60_000;

/** Closes connections beyond the limits as soon as they are accepted, without an answer, and logs that once a minute. */
export function limitConnections(
  server: Server,
  limits: ConnectionLimits,
  logger: Pick<FastifyBaseLogger, 'warn'>,
): void {
  const { maxConnections, connectionsPerAddress, trustProxy } = limits;
  const open = new Map<string, number>();
  const isTrusted = proxyAddr.compile([...trustProxy]);
  let refused = 0;
  let warnedMs = Number.NEGATIVE_INFINITY;

  function warn(ip: string | undefined): void {
    refused++;
    if (performance.now() - warnedMs < WARN_MS) return;
    logger.warn(
      { refused, ip, max_connections: maxConnections, per_address: connectionsPerAddress },
      'connections refused',
    );
    warnedMs = performance.now();
    refused = 0;
  }

  if (maxConnections > 0) server.maxConnections = maxConnections;
  server.on('drop', (dropped) => warn(dropped?.remoteAddress));
  server.on('connection', (socket: Socket) => {
    const ip = socket.remoteAddress;
    if (ip === undefined || connectionsPerAddress === 0 || isTrusted(ip, 0)) return;
    const address = callerAddress(ip);
    const count = (open.get(address) ?? 0) + 1;
    if (count > connectionsPerAddress) {
      warn(ip);
      socket.destroy();
      return;
    }
    open.set(address, count);
    socket.on('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
  });
}
