import { type IncomingMessage, Server } from 'node:http';

// The control of the short run: loaded before the service (`node --import`), it makes each request several times as expensive.

const READ_MS = 0.1;
/** An upload takes 8 to 17 ms. */
const UPLOAD_MS = 20;
const { emit } = Server.prototype;
Server.prototype.emit = function (this: Server, event: string | symbol, ...given: unknown[]) {
  if (event === 'request') {
    const { method } = given[0] as IncomingMessage;
    const end = performance.now() + (method === 'POST' ? UPLOAD_MS : READ_MS);
    while (performance.now() < end);
  }
  return Reflect.apply(emit, this, [event, ...given]);
} as typeof emit;
