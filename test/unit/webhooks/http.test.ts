import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { createWebhookSender } from '../../../src/webhooks/http.ts';
import { messageBody, retryDelayMs } from '../../../src/webhooks/message.ts';
import type { WebhookAnswer } from '../../../src/webhooks/port.ts';

const HEADERS = { 'webhook-id': 'msg_1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,x' };
const NOW = Date.parse('2026-11-22T00:00:00Z');
const sender = (allowPrivate = true) =>
  createWebhookSender({ allowPrivate, timeoutSeconds: 1, clock: { now: () => NOW } });

/** Sends a message to a server that treats each connection in its own way. */
async function attempt(onConnection: (socket: Socket) => void, scheme = 'http'): Promise<WebhookAnswer> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    onConnection(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as { port: number };
    return await sender()({ url: `${scheme}://127.0.0.1:${port}/hook`, headers: HEADERS, body: '{}' });
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
}

/** Answers with a text as soon as the request begins. */
const answering = (text: string) => (socket: Socket) => void socket.once('data', () => socket.end(text));
const failure = (error: string, status: number | null = null, retryAfterMs = 0) => ({
  isDelivered: false,
  status,
  error,
  retryAfterMs,
});

describe('an attempt to deliver', () => {
  it('succeeds with any 2xx', async () => {
    for (const status of [200, 204, 299]) {
      const answer = await attempt(answering(`HTTP/1.1 ${status} x\r\ncontent-length: 0\r\n\r\n`));
      assert.deepEqual(answer, { isDelivered: true, status, error: null, retryAfterMs: 0 });
    }
  });

  it('sends the message with its headers and nothing that identifies the service further', async () => {
    let text = '';
    await attempt((socket) => {
      socket.on('data', (chunk) => {
        text += chunk;
        if (text.endsWith('{}')) socket.end('HTTP/1.1 204 x\r\n\r\n');
      });
    });
    const [start, ...fields] = (text.split('\r\n\r\n')[0] ?? '').split('\r\n');
    assert.equal(start, 'POST /hook HTTP/1.1');
    const names = fields.map((field) => field.split(':')[0]?.toLowerCase());
    const own = ['accept', 'content-length', 'content-type', 'host', 'user-agent'];
    assert.deepEqual(names.filter((name) => name !== 'connection').sort(), [...own, ...Object.keys(HEADERS)].sort());
  });

  it('fails with every other status, and follows no redirect', async () => {
    for (const status of [400, 410, 500, 503]) {
      const answer = await attempt(answering(`HTTP/1.1 ${status} x\r\ncontent-length: 0\r\n\r\n`));
      assert.deepEqual(answer, failure(`The receiver answered ${status}.`, status));
    }
    let connections = 0;
    const redirected = await attempt((socket) => {
      connections++;
      answering('HTTP/1.1 307 x\r\nlocation: /elsewhere\r\ncontent-length: 0\r\n\r\n')(socket);
    });
    assert.deepEqual(redirected, failure('The receiver answered 307. Redirects are not followed.', 307));
    assert.equal(connections, 1);
  });

  it('honours Retry-After up to a day, in seconds and as a date', async () => {
    const after = async (value: string) =>
      (await attempt(answering(`HTTP/1.1 429 x\r\nretry-after: ${value}\r\ncontent-length: 0\r\n\r\n`))).retryAfterMs;
    assert.equal(await after('90'), 90_000);
    assert.equal(await after('99999999'), 86_400_000);
    assert.equal(await after('Sun, 22 Nov 2026 00:02:00 GMT'), 120_000);
    assert.equal(await after('Sat, 21 Nov 2026 00:02:00 GMT'), 0);
    assert.equal(await after('soon'), 0);
  });

  it('fails without an answer: refused, cut, no HTTP, an endless header, a wrong certificate', async () => {
    assert.deepEqual(await sender()({ url: 'http://127.0.0.1:1024/', headers: HEADERS, body: '{}' }), {
      ...failure('The connection was refused.'),
    });
    const cut = await attempt((socket) => socket.once('data', () => socket.resetAndDestroy()));
    assert.deepEqual(cut, failure('The receiver closed the connection.'));
    assert.deepEqual(await attempt(answering('SSH-2.0-x\r\n\r\n')), failure('The answer is not valid HTTP.'));
    const long = await attempt(answering(`HTTP/1.1 200 x\r\nx: ${'x'.repeat(100_000)}\r\n\r\n`));
    assert.equal(long.isDelivered, false);
    const plain = await attempt(answering('HTTP/1.1 200 x\r\n\r\n'), 'https');
    assert.equal(plain.isDelivered, false, 'TLS to a server without it');
  });

  it('ends after the time-out, however slowly the header arrives', async () => {
    const error = 'No answer within 1 s.';
    assert.deepEqual(await attempt(() => {}), failure(error));
    const slowly = await attempt((socket) => {
      const timer = setInterval(() => socket.write('HTTP/1.1 200 OK\r\nx: y\r\n'.charAt(0)), 100);
      socket.on('close', () => clearInterval(timer));
    });
    assert.equal(slowly.isDelivered, false);
  });

  it('does not wait for an endless body: the status decides', async () => {
    const began = performance.now();
    const answer = await attempt((socket) => {
      socket.write('HTTP/1.1 200 x\r\n\r\n');
      const timer = setInterval(() => socket.write('x'.repeat(1_000)), 10);
      socket.on('close', () => clearInterval(timer));
    });
    assert.equal(answer.isDelivered, true);
    assert.ok(performance.now() - began < 10_000);
  });

  it('reaches neither http nor private addresses unless they are permitted', async () => {
    const send = sender(false);
    const to = async (url: string) => (await send({ url, headers: HEADERS, body: '{}' })).error;
    assert.equal(await to('http://example.com/'), 'The address is not permitted.');
    for (const host of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '[::1]', '[64:ff9b::7f00:1]', 'localhost']) {
      assert.equal(await to(`https://${host}/`), 'The address is not on the public Internet.', host);
    }
  });
});

describe('the messages of webhooks', () => {
  it('have links for images, and at most 20,000 bytes', () => {
    const facts = { id: '4kT9aQx2LmZ0', format: 'JPEG', description: 'x' };
    const event = { type: 'image.uploaded' as const, created_at: NOW, data: JSON.stringify(facts) };
    const { type, timestamp, data } = JSON.parse(messageBody(event, 'https://images.example'));
    assert.deepEqual([type, timestamp], ['image.uploaded', '2026-11-22T00:00:00Z']);
    assert.equal(data.links.direct, 'https://images.example/i/4kT9aQx2LmZ0.jpg');
    const long = { ...event, data: JSON.stringify({ ...facts, description: 'x'.repeat(20_000) }) };
    assert.deepEqual(JSON.parse(messageBody(long, 'https://images.example')).data, { id: facts.id, truncated: true });
  });

  it('are repeated by the schedule, up to a fifth later', () => {
    const schedule = [0, 5, 300];
    assert.deepEqual([retryDelayMs(1, schedule, 0), retryDelayMs(2, schedule, 1)], [5_000, 360_000]);
    assert.equal(retryDelayMs(3, schedule), undefined);
  });
});
