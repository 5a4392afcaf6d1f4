import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import type { FastifyBaseLogger } from 'fastify';
import type { HttpDeps } from '../../../src/http/app.ts';
import { createHttpServer } from '../../../src/http/fast-path/server.ts';
import { createRequestRecord } from '../../../src/http/protocol/request-record.ts';
import { until } from '../../support/until.ts';

test('a request pipelined behind an unfinished response invalidates the read snapshot', async (t) => {
  const calls: string[] = [];
  const deps = {
    snapshot: { beginTick: () => calls.push('tick'), invalidate: () => calls.push('invalidate') },
    isDraining: () => false,
    trustProxy: [],
    baseUrl: 'http://localhost',
    answerCacheBytes: 1_000_000,
  } as unknown as HttpDeps;
  const server = createHttpServer(deps, { begin() {}, refused() {} }, (_request, response) => {
    setImmediate(() => response.end('x'));
  }).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
  t.after(() => socket.destroy());
  const request = 'GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n';
  let answered = '';
  socket.on('data', (text) => {
    answered += text;
  });
  const answers = async (count: number) => {
    while (answered.split('HTTP/1.1 200').length <= count) await once(socket, 'data');
  };
  socket.write(request);
  await answers(1);
  socket.write(request + request);
  await answers(3);
  assert.deepEqual(calls, ['tick', 'tick', 'invalidate']);
});

test('requests that the shutdown cuts off are recorded, also behind others of a pipeline', async (t) => {
  const lines: Record<string, unknown>[] = [];
  const logger = { level: 'info', info: (line: Record<string, unknown>) => lines.push(line) };
  const record = createRequestRecord(
    { count() {}, countOfAccount() {} },
    undefined,
    logger as unknown as FastifyBaseLogger,
    'info',
    ({ socket }) => socket.remoteAddress,
  );
  const deps = { snapshot: undefined, isDraining: () => false, trustProxy: [] } as unknown as HttpDeps;
  const seen: string[] = [];
  const server = createHttpServer(deps, record, (request) => seen.push(String(request.url))).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  const requestOf = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  socket.write(requestOf('/1') + requestOf('/2'));
  await until(() => seen.length === 2);
  server.closeAllConnections();
  await until(() => lines.length === 2);
  const known = lines.map(({ url, status, aborted, bytes_sent, ip }) => [url, status, aborted, bytes_sent, ip]);
  assert.deepEqual(known.sort(), [
    ['/1', 499, true, 0, '127.0.0.1'],
    ['/2', 499, true, 0, '127.0.0.1'],
  ]);
});
