import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import type { HttpDeps } from '../../../src/http/app.ts';
import { createHttpServer } from '../../../src/http/fast-path/server.ts';

test('a request pipelined behind an unfinished response invalidates the read snapshot', async (t) => {
  const calls: string[] = [];
  const deps = {
    snapshot: { beginTick: () => calls.push('tick'), invalidate: () => calls.push('invalidate') },
    isDraining: () => false,
    trustProxy: [],
  } as unknown as HttpDeps;
  const server = createHttpServer(
    deps,
    () => {},
    (_request, response) => {
      setImmediate(() => response.end('x'));
    },
  ).listen(0, '127.0.0.1');
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
