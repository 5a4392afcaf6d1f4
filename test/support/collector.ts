import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

type Value = { stringValue?: string; intValue?: number | string; boolValue?: boolean; doubleValue?: number };

/** A span as OTLP sends it, with its attributes as an object. */
export interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  kind: number;
  startMs: number;
  endMs: number;
  attributes: Record<string, unknown>;
  links: { traceId: string; spanId: string }[];
  /** 2 = error. */
  status: { code?: number; message?: string };
}

/** A collector on loopback, which takes traces by OTLP over HTTP with JSON. */
export interface Collector extends AsyncDisposable {
  url: string;
  spans: SentSpan[];
  /** Of each request: its header, and the attributes of the service. */
  requests: { path: string; headers: IncomingHttpHeaders; resource: Record<string, unknown>; count: number }[];
  named(name: string): SentSpan[];
  childrenOf(span: SentSpan): SentSpan[];
}

/** @param status of all answers; 'hang' sends none */
export async function startCollector(status: number | 'hang' = 200): Promise<Collector> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { resourceSpans = [] } = JSON.parse(Buffer.concat(chunks).toString());
      for (const { resource, scopeSpans } of resourceSpans) {
        const spans = scopeSpans.flatMap((scope: { spans: object[] }) => scope.spans).map(spanOf);
        collector.spans.push(...spans);
        const { url: path = '', headers } = request;
        collector.requests.push({ path, headers, resource: attributesOf(resource.attributes), count: spans.length });
      }
      if (status !== 'hang') response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
    request.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const collector: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: [],
    requests: [],
    named: (name) => collector.spans.filter((span) => span.name === name),
    childrenOf: ({ spanId }) =>
      collector.spans.filter((span) => span.parentSpanId === spanId).sort((a, b) => a.startMs - b.startMs),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return collector;
}

// biome-ignore lint/suspicious/noExplicitAny: parsed JSON
function spanOf(sent: any): SentSpan {
  const { traceId, spanId, parentSpanId, name, kind, attributes = [], links = [], status = {} } = sent;
  const [startMs, endMs] = [sent.startTimeUnixNano, sent.endTimeUnixNano].map((nanos) => Number(nanos) / 1e6);
  return {
    ...{ traceId, spanId, name, kind, links, status },
    parentSpanId: parentSpanId || undefined,
    startMs: startMs ?? 0,
    endMs: endMs ?? 0,
    attributes: attributesOf(attributes),
  };
}

function attributesOf(list: { key: string; value: Value }[]): Record<string, unknown> {
  const entries = list.map(({ key, value }) => {
    const { stringValue, intValue, boolValue, doubleValue } = value;
    return [key, stringValue ?? boolValue ?? doubleValue ?? Number(intValue)] as const;
  });
  return Object.fromEntries(entries);
}
