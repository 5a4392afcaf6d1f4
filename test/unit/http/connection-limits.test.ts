import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { limitConnections } from '../../../src/http/protocol/connection-limits.ts';
import { endStalledReaders } from '../../../src/http/protocol/stalled-readers.ts';
import { until } from '../../support/until.ts';

const CHUNK = Buffer.alloc(64 * 1024);
const CHUNKS = 512;
const STALLED = 200;

function* body() {
  for (let index = 0; index < CHUNKS; index++) yield CHUNK;
}

async function listen(t: TestContext, server: Server): Promise<(bytesAMs?: number) => Socket> {
  server.listen(0, '127.0.0.1');
  const sockets: Socket[] = [];
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
    server.closeAllConnections();
  });
  await once(server, 'listening');
  return () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
    sockets.push(socket);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    return socket;
  };
}

test('hundreds of stalled readers are closed, a reader above the least rate is not', async (t) => {
  const server = createServer((_request, response) => Readable.from(body(), { objectMode: false }).pipe(response));
  endStalledReaders(server, { windowMs: 2_000, bytesPerSecond: 128 * 1024 });
  const request = await listen(t, server);
  const open = new Set<unknown>();
  let accepted = 0;
  server.on('connection', (socket) => {
    accepted++;
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  for (let index = 0; index < STALLED; index++) request().pause();
  await until(() => accepted === STALLED);

  let bytes = 0;
  const good = request();
  const started = performance.now();
  for await (const chunk of good) {
    bytes += chunk.length;
    await sleep((chunk.length / (8 * 2 ** 20)) * 1_000);
  }
  assert.ok(bytes > CHUNKS * CHUNK.length, `${bytes} bytes`);
  assert.ok(performance.now() - started > 3_000, 'longer than a window');
  await until(() => open.size === 0);
});

test('an answer that is not ready yet is not a stalled reader', async (t) => {
  const server = createServer(async (_request, response) => {
    await sleep(1_500);
    response.end('late');
  });
  endStalledReaders(server, { windowMs: 300, bytesPerSecond: 2 ** 20 });
  const socket = (await listen(t, server))();
  let text = '';
  for await (const chunk of socket) text += chunk;
  assert.match(text, /late$/);
});

for (const [title, limits, refuses] of [
  ['beyond the limit of all', { maxConnections: 5, connectionsPerAddress: 0, trustProxy: [] }, true],
  ['beyond the limit of an address', { maxConnections: 0, connectionsPerAddress: 5, trustProxy: [] }, true],
  ['of a trusted proxy', { maxConnections: 0, connectionsPerAddress: 5, trustProxy: ['127.0.0.0/8'] }, false],
  ['without limits', { maxConnections: 0, connectionsPerAddress: 0, trustProxy: [] }, false],
] as const) {
  test(`connections ${title} are ${refuses ? 'closed and logged once' : 'accepted'}`, async (t) => {
    const held: (() => void)[] = [];
    const server = createServer((_request, response) => {
      held.push(() => response.end('x'));
    });
    const warnings: unknown[] = [];
    limitConnections(server, limits, { warn: (line: unknown) => warnings.push(line) } as never);
    const request = await listen(t, server);
    for (let index = 0; index < 5; index++) request();
    await until(() => held.length === 5);
    const further = [request(), request()];
    if (refuses) await Promise.all(further.map((socket) => new Promise((resolve) => socket.on('close', resolve))));
    else await until(() => held.length === 7);
    assert.equal(held.length, refuses ? 5 : 7);
    assert.equal(warnings.length, refuses ? 1 : 0);

    // A connection that ends makes room.
    held[0]?.();
    await sleep(100);
    const before = held.length;
    request();
    await until(() => held.length === before + 1);
  });
}
