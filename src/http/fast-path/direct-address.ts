import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { callerAddress } from '../../limits/limits.ts';

/**
 * The address of a caller who has come without a proxy, as limits count it.
 * @param trustsProxies whether the address may have to be looked for in header fields
 * @returns gives undefined where it is not that of the connection
 */
export function createDirectAddress(trustsProxies: boolean): (request: IncomingMessage) => string | undefined {
  const known = new WeakMap<Socket, string>();
  return ({ socket, headers }) => {
    if (trustsProxies && headers['x-forwarded-for'] !== undefined) return undefined;
    let address = known.get(socket);
    if (address === undefined && socket.remoteAddress !== undefined) {
      address = callerAddress(socket.remoteAddress);
      known.set(socket, address);
    }
    return address;
  };
}
