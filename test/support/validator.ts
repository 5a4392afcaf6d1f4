import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that the validator received. */
export interface Asked {
  metadata: Record<string, unknown>;
  file: Buffer;
  filename: string;
  authorization: string | undefined;
}

/** A validator on loopback with responses set by the test. */
export interface TestValidator extends AsyncDisposable {
  url: string;
  asked: Asked[];
  answer: (response: ServerResponse, request: IncomingMessage) => void;
}

/** Responds with a status and a body. */
export function answering(body: unknown, status = 200, headers: Record<string, string> = {}): TestValidator['answer'] {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

export async function startValidator(): Promise<TestValidator> {
  const validator = { url: '', asked: [] as Asked[], answer: answering({ decision: 'accept' }) };
  const server = createServer(async (request, response) => {
    // Parses the form with the platform's parser, not with imgd's.
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
