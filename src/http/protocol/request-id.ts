import type { IncomingMessage } from 'node:http';
import { newId } from '../../core/ids.ts';

const REQUEST_ID = /^[A-Za-z0-9_.-]{1,128}$/;

/** The name of a request: the client's own where it is well formed, otherwise a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : newId('req');
}
