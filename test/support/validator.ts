import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a validator was asked. */
export interface Asked {
  metadata: Record<string, unknown>;
  file: Buffer;
  filename: string;
  authorization: string | undefined;
}

/** A validator on loopback that answers as it is told. */
export interface TestValidator extends AsyncDisposable {
  url: string;
  asked: Asked[];
  /** Set by tests. */
  answer: (response: ServerResponse, request: IncomingMessage) => void;
}

/** Answers with a status and a text. */
export function answering(body: unknown, status = 200, headers: Record<string, string> = {}): TestValidator['answer'] {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

export async function startValidator(): Promise<TestValidator> {
  const validator = { url: '', asked: [] as Asked[], answer: answering({ decision: 'accept' }) };
  const server = createServer(async (request, response) => {
    // The platform's own reader of forms tells what was sent.
    const form = await new Response(request as unknown as ReadableStream, {
      headers: { 'content-type': request.headers['content-type'] ?? '' },
    }).formData();
    const [metadata, file] = [form.get('metadata') as File, form.get('file') as File];
    validator.asked.push({
      metadata: JSON.parse(await metadata.text()),
      file: Buffer.from(await file.arrayBuffer()),
      filename: file.name,
      authorization: request.headers.authorization,
    });
    validator.answer(response, request);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  validator.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/judge`;
  return Object.assign(validator, {
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
