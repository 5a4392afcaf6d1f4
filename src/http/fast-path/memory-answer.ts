import type { IncomingMessage } from 'node:http';
import type { Head } from '../delivery/prepared-head.ts';
import type { Routed } from '../protocol/request-record.ts';

/** An answer that was found in memory, complete except for `X-Request-Id`. */
export interface MemoryAnswer extends Routed, Head {
  /** Pattern of the route that gives the same answer, such as `/i/:file`. */
  route: string;
  status: 200 | 206 | 304;
  /** Undefined for HEAD and 304. */
  body: Buffer | undefined;
}

/**
 * Looks for the answer to a request in memory. May throw: the route meets the same failure and reports it.
 * @returns undefined where the route has to answer
 */
export type FindAnswer = (request: IncomingMessage) => MemoryAnswer | Promise<MemoryAnswer | undefined> | undefined;

/** Names and values in turn, as `writeHead` takes them. */
export function flatHeaders(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flat();
}
