import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { until } from './until.ts';

/** A message that the receiver got. */
export interface Received {
  /** `webhook-id`. */
  id: string;
  headers: Record<string, string>;
  raw: string;
  type: string;
  // biome-ignore lint/suspicious/noExplicitAny: each event has different data
  data: Record<string, any>;
  path: string;
}

/** How the receiver answers a message. */
export type Answer = (response: ServerResponse, message: Received, request: IncomingMessage) => void;

/** A receiver of webhooks on loopback. */
export interface Receiver extends AsyncDisposable {
  url: string;
  messages: Received[];
  answer: Answer;
  /** The first message for which `matches` holds. */
  got(matches: (message: Received) => boolean): Promise<Received>;
  ofType(type: string): Received[];
}

export const accept: Answer = (response) => response.writeHead(204).end();
export const refuse =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end();

export async function startReceiver(answer: Answer = accept, port = 0): Promise<Receiver> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString();
      const headers = request.headers as Record<string, string>;
      const { type, data } = JSON.parse(raw);
      const message = { id: headers['webhook-id'] ?? '', headers, raw, type, data, path: request.url ?? '' };
      receiver.messages.push(message);
      receiver.answer(response, message, request);
    });
    request.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    messages: [],
    answer,
    got: (matches) => until(() => receiver.messages.find(matches)),
    ofType: (type) => receiver.messages.filter((message) => message.type === type),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}

/** Whether a secret verifies a message, by the reference implementation. Its clock is the real one. */
export function isVerified(secret: string, { raw, headers }: Received): boolean {
  try {
    new Webhook(secret).verify(raw, headers);
    return true;
  } catch {
    return false;
  }
}
