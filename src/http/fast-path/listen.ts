import { once } from 'node:events';
import { chmod, lstat, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import type { FastifyInstance, FastifyListenOptions } from 'fastify';

/** The address of programs that connect over a Unix socket. */
export const UNIX_PEER = '127.0.0.1';

/** Where to listen: `host` is an address, a name, or the absolute path of a Unix socket. */
export interface Endpoint {
  host: string;
  port: number;
  /** Permissions of the Unix socket. */
  socketMode: number;
}

export const isUnixPath = (host: string) => host.startsWith('/');

/**
 * Listens. What an ended program has left of a Unix socket is replaced.
 * @param fd a socket that listens already, from the process manager; the endpoint then does not matter
 * @returns the address for people, and the port of a TCP socket
 * @throws Error when a program listens on the Unix socket, or its path is of something else
 */
export async function listenOn(
  app: Pick<FastifyInstance, 'listen' | 'server'>,
  { host, port, socketMode }: Endpoint,
  fd?: number,
): Promise<{ url: string; port: number | undefined }> {
  if (fd !== undefined) {
    // A Unix socket that was opened elsewhere has no address, on which Fastify relies.
    const addressOf = app.server.address.bind(app.server);
    app.server.address = () => addressOf() ?? `fd:${fd}`;
    // Fastify passes the descriptor on, but its types do not name it.
    const inherited: FastifyListenOptions & { fd: number } = { host: UNIX_PEER, fd };
    const url = await app.listen(inherited);
    const address = app.server.address();
    return typeof address === 'string' ? { url: address, port: undefined } : { url, port: address?.port };
  }
  if (!isUnixPath(host)) {
    const url = await app.listen({ host, port });
    return { url, port: Number(new URL(url).port) };
  }
  await removeStaleSocket(host);
  await app.listen({ path: host });
  await chmod(host, socketMode);
  return { url: `unix:${host}`, port: undefined };
}

async function removeStaleSocket(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined) return;
  if (!found.isSocket()) throw new Error(`${path} (IMGD_HOST) is no socket: imgd does not replace it.`);
  const socket = connect(path);
  const inUse = await once(socket, 'connect').then(
    () => true,
    (error) => (error as NodeJS.ErrnoException).code !== 'ECONNREFUSED',
  );
  socket.destroy();
  if (inUse) throw new Error(`Another program listens on ${path} (IMGD_HOST).`);
  await rm(path);
}
