import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { edgeCopiesOf } from '../../src/core/links.ts';

/** A request that the API received. */
export interface ApiRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A response; `hang` sends none. */
export type ApiAnswer = { status: number; headers?: Record<string, string>; body?: string } | 'hang';

/** A fake CDN API on loopback. */
export interface EdgeApi extends AsyncDisposable {
  url: string;
  requests: ApiRequest[];
  /** Makes the response to each request; `index` counts requests from 0. */
  answer: (request: ApiRequest, index: number) => ApiAnswer;
}

export async function startEdgeApi(answer: EdgeApi['answer'] = () => ({ status: 200 })): Promise<EdgeApi> {
  const server = createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const seen = { method, url, headers, body: Buffer.concat(chunks).toString() };
      const response = api.answer(seen, api.requests.push(seen) - 1);
      if (response !== 'hang') reply.writeHead(response.status, response.headers).end(response.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const api: EdgeApi = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    answer,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return api;
}

/** The addresses that an edge may have cached, for `count` images. */
export function someCopies(count: number) {
  return Array.from({ length: count }, (_, i) =>
    edgeCopiesOf(
      { imageHost: 'https://cdn.example', variantWidths: [], variantPresets: [] },
      `image${String(i).padStart(7, '0')}`,
      'JPEG',
    ),
  );
}
