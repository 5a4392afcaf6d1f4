import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

/**
 * The address of the client as Fastify's `request.ip` has it: behind trusted proxies the last untrusted address of
 * X-Forwarded-For.
 * @param trustProxy addresses and networks of trusted proxies
 */
export function createClientIp(trustProxy: readonly string[]): (request: IncomingMessage) => string | undefined {
  if (trustProxy.length === 0) return ({ socket }) => socket.remoteAddress;
  const isTrusted = proxyAddr.compile([...trustProxy]);
  return (request) => {
    const { headers, socket } = request;
    return headers['x-forwarded-for'] === undefined ? socket.remoteAddress : proxyAddr(request, isTrusted);
  };
}
