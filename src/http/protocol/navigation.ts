import type { FastifyRequest } from 'fastify';

/**
 * Whether a person has opened an address in a browser: the browser says so (Fetch Metadata), or, where it is too old to
 * say anything, prefers HTML to everything else. Programs and `img` elements do neither.
 */
export function isNavigation({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const { 'sec-fetch-dest': destination, accept = '' } = headers;
  if (destination !== undefined) return destination === 'document';
  return /^\s*text\/html\b/i.test(accept);
}

/** Fields of a request that decide between a page and JSON. */
export const NEGOTIATED_BY = 'Accept, Sec-Fetch-Dest';
