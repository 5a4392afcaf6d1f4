import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { FORMATS } from '../../core/formats.ts';
import type { FixedFields, Head } from './prepared-head.ts';
import type { DeliveryAnswer } from './representation.ts';

/** Settings of answers whose bytes nginx sends. */
export interface AccelRedirect {
  /** Path of the blobs in nginx, where only nginx itself may ask; undefined = imgd sends all bytes. */
  accelRedirect: string | undefined;
  /** Addresses and networks of proxies: only one of them, on this machine, may ask for a path in place of bytes. */
  trustProxy: readonly string[];
}

/** By which nginx says that it can send files. */
const ASKS = 'x-imgd-accel';
/** Smaller blobs are in memory, and nginx takes longer to open a file than to pass so many bytes on. */
const LEAST_BYTES = 32 * 1_024;
/** With these nginx would decide for itself what to send. */
const PRECONDITIONS = ['range', 'if-match', 'if-unmodified-since'] as const;

/**
 * Turns the answer to a GET into a head without bytes, which names the file for nginx (`X-Accel-Redirect`). imgd has decided
 * everything else. It sends the bytes itself in answers to HEAD, to requests for a range or with a precondition, and to
 * everybody but a trusted proxy on this machine.
 * @returns a function that returns undefined where imgd sends the bytes
 */
export function createAccelRedirect({ accelRedirect, trustProxy }: AccelRedirect) {
  if (accelRedirect === undefined) return () => undefined;
  const isTrusted = proxyAddr.compile([...trustProxy]);
  const isNear = proxyAddr.compile('loopback');
  const heads = new WeakMap<FixedFields, FixedFields>();

  function guarded(unchanged: FixedFields): FixedFields {
    const known = heads.get(unchanged) ?? { list: guardedFields(unchanged.list) };
    heads.set(unchanged, known);
    return known;
  }

  return (
    { method, headers, socket }: Pick<IncomingMessage, 'method' | 'headers' | 'socket'>,
    { status, unchanged, representation: { sizeBytes, blobKey, format } }: DeliveryAnswer,
  ): Pick<Head, 'fixed' | 'headers'> | undefined => {
    if (status !== 200 || method !== 'GET' || headers[ASKS] !== '1' || sizeBytes < LEAST_BYTES) return undefined;
    if (PRECONDITIONS.some((name) => headers[name] !== undefined)) return undefined;
    const peer = socket.remoteAddress ?? '';
    if (!isTrusted(peer, 0) || !isNear(peer, 0)) return undefined;
    return {
      fixed: guarded(unchanged),
      headers: [
        ...['content-type', FORMATS[format].mimeType],
        ...['x-accel-redirect', `${accelRedirect}/${blobKey}`],
        ...['content-length', '0'],
      ],
    };
  };
}

/**
 * A client could send the field through a cache on this machine, which would keep the answer without bytes for all others:
 * no cache at the edge keeps it, and no other cache uses it for requests without the field. nginx removes `Vary`, and has
 * the true `CDN-Cache-Control` in another field.
 */
function guardedFields(list: readonly string[]): string[] {
  const fields = ['vary', ASKS, 'cdn-cache-control', 'no-store'];
  for (let i = 0; i < list.length; i += 2) {
    const [name, value] = [list[i] as string, list[i + 1] as string];
    fields.push(name === 'cdn-cache-control' ? 'x-imgd-cdn-cache-control' : name, value);
  }
  return fields;
}
