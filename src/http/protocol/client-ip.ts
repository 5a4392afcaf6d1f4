import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { bareAddress } from '../../limits/caller-address.ts';

/** Anybody may send the field: not every one of them deserves a line. */
const MAX_NOTED_PEERS = 3;

/**
 * Replaces X-Forwarded-For by the one address that trusted proxies vouch for: the last untrusted one, without a port and
 * brackets. An entry that is no address counts as the proxy that wrote it. Afterwards Fastify's `request.ip` and
 * `clientIpOf` agree. Call it once for each request.
 * @param trustProxy addresses and networks of trusted proxies; without one the field is never read
 * @param onIgnored called once for each of the first peers that send the field and are not trusted
 */
export function createForwardedFor(
  trustProxy: readonly string[],
  onIgnored: (peer: string) => void = () => {},
): (request: IncomingMessage) => void {
  const isTrusted = proxyAddr.compile([...trustProxy]);
  const ignored = new Set<string>();
  const trust = (text: string, hop: number) => {
    const address = bareAddress(text);
    return address !== undefined && isTrusted(address, hop);
  };
  return (request) => {
    const { headers, socket } = request;
    if (headers['x-forwarded-for'] === undefined) return;
    const { remoteAddress: peer = '' } = socket;
    if (peer !== '' && !trust(peer, 0) && ignored.size < MAX_NOTED_PEERS && !ignored.has(peer)) {
      ignored.add(peer);
      onIgnored(peer);
    }
    if (trustProxy.length === 0) return;
    // From the socket outwards to the first untrusted one. Only the last can be no address.
    const [, ...forwarded] = proxyAddr.all(request, trust);
    const client = forwarded.map((text) => bareAddress(text)).findLast((address) => address !== undefined);
    if (client === undefined) delete headers['x-forwarded-for'];
    else headers['x-forwarded-for'] = client;
  };
}

/** The address of the client, as Fastify's `request.ip` has it after `createForwardedFor`. */
export function createClientIp(trustProxy: readonly string[]): (request: IncomingMessage) => string | undefined {
  if (trustProxy.length === 0) return ({ socket }) => socket.remoteAddress;
  return ({ headers, socket }) => (headers['x-forwarded-for'] as string | undefined) ?? socket.remoteAddress;
}
