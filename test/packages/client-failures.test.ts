import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { ApiError, createClient, NetworkError } from '../../packages/client/src/client.ts';
import { fileSource } from '../../packages/client/src/node.ts';

const USAGE = JSON.stringify({ success: true, data: { plan: 'free' }, message: 'Current usage' });
const BUSY = JSON.stringify({ success: false, error: { code: 'SERVICE_UNAVAILABLE', message: 'Busy.' } });

/** A server that sends the given responses in turn and counts the requests. */
async function startServer(...answers: RequestListener[]) {
  let requests = 0;
  const server = createServer((request, response) => {
    const answer = answers[Math.min(requests++, answers.length - 1)];
    request.resume().on('end', () => answer?.(request, response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    [Symbol.dispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const answer =
  (status: number, body: string, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(status, headers).end(body);
  };

describe('retries', () => {
  it('follow 503 and 429 after Retry-After', async () => {
    const date = new Date(Date.now() + 1_000).toUTCString();
    const answers = [answer(503, BUSY, { 'retry-after': '0' }), answer(429, 'slow down', { 'retry-after': date })];
    using server = await startServer(...answers, answer(200, USAGE));
    assert.equal((await createClient({ baseUrl: server.url, retries: 2 }).request('getUsage')).plan, 'free');
    assert.equal(server.requests(), 3);
  });

  it('send the whole upload again and restart the progress', async () => {
    const bodies: number[] = [];
    const measured = (status: number, body: string): RequestListener[] => [
      (request, response) => {
        bodies.push(Number(request.headers['content-length']));
        response.writeHead(status, { 'retry-after': '0' }).end(body);
      },
    ];
    using server = await startServer(...measured(503, BUSY), ...measured(200, USAGE));
    const progress: number[] = [];
    const client = createClient({ baseUrl: server.url, retries: 1 });
    await client.upload(new Blob(['four']), { onProgress: (bytes) => progress.push(bytes) });
    assert.equal(bodies.length, 2);
    assert.ok(bodies.every((length) => length === bodies[0] && length > 'four'.length));
    assert.deepEqual(progress, [0, 4, 0, 4]);
  });

  it('are two by default, and off with 0', async () => {
    using patient = await startServer(answer(503, BUSY, { 'retry-after': '0' }));
    await assert.rejects(createClient({ baseUrl: patient.url }).request('getUsage'), { status: 503 });
    assert.equal(patient.requests(), 3);
    using server = await startServer(answer(503, BUSY, { 'retry-after': '7' }));
    const client = createClient({ baseUrl: server.url, retries: 0 });
    await assert.rejects(client.request('getUsage'), { status: 503, retryAfterSeconds: 7 });
    assert.equal(server.requests(), 1);
  });

  it('follow a broken connection and the failure of a proxy, with the same idempotency key', async () => {
    const keys = new Set<string | undefined>();
    const noted =
      (next: RequestListener): RequestListener =>
      (request, response) => {
        keys.add(String(request.headers['idempotency-key']));
        next(request, response);
      };
    const broken = noted((_request, response) => response.destroy());
    using server = await startServer(broken, noted(answer(502, 'Bad Gateway')), noted(answer(200, USAGE)));
    await createClient({ baseUrl: server.url }).upload(new Blob(['four']));
    assert.equal(server.requests(), 3);
    assert.equal(keys.size, 1);
    assert.match([...keys].join(), /^"[0-9a-f]{32}"$/);
  });

  it('do not repeat a deletion whose answer was lost', async () => {
    using server = await startServer((_request, response) => response.destroy());
    await assert.rejects(createClient({ baseUrl: server.url }).deleteImage('mGKS8uM7kXcO'), NetworkError);
    assert.equal(server.requests(), 1);
  });

  it('do not happen without Retry-After, beyond the longest wait, or after other failures', async () => {
    for (const refused of [
      answer(503, BUSY),
      answer(503, BUSY, { 'retry-after': '61' }),
      answer(500, BUSY, { 'retry-after': '0' }),
    ]) {
      using server = await startServer(refused);
      await assert.rejects(createClient({ baseUrl: server.url, retries: 3 }).request('getUsage'), ApiError);
      assert.equal(server.requests(), 1);
    }
  });

  it('end with the last error, and at once when the signal aborts', async () => {
    using busy = await startServer(answer(503, BUSY, { 'retry-after': '0' }));
    await assert.rejects(createClient({ baseUrl: busy.url, retries: 2 }).request('getUsage'), {
      code: 'SERVICE_UNAVAILABLE',
    });
    assert.equal(busy.requests(), 3);
    using slow = await startServer(answer(503, BUSY, { 'retry-after': '30' }));
    const signal = AbortSignal.timeout(100);
    await assert.rejects(createClient({ baseUrl: slow.url, retries: 1 }).upload(new Blob(['x']), { signal }));
    assert.equal(slow.requests(), 1);
  });
});

describe('responses that are not of the API', () => {
  const cases: [string, RequestListener, RegExp][] = [
    [
      "a proxy's page",
      answer(502, '<html>Bad Gateway</html>'),
      /^502 from http:\S+: not an imgd server, or a proxy error\.$/,
    ],
    ['a success without the envelope', answer(200, '{"hello":"world"}'), /^200 from http:\S+: not an imgd server/],
    ['JSON that is not an object', answer(400, 'null'), /^400 from http:\S+: not an imgd server/],
    ['a redirect', answer(301, '', { location: 'https://elsewhere.example/' }), /redirects to https:\/\/elsewhere/],
  ];
  for (const [name, listener, message] of cases) {
    it(`are an ApiError UNEXPECTED_RESPONSE: ${name}`, async () => {
      using server = await startServer(listener);
      const { request } = createClient({ baseUrl: server.url, retries: 0 });
      await assert.rejects(request('getUsage'), { name: 'ApiError', code: 'UNEXPECTED_RESPONSE', message });
    });
  }
});

describe('network failures', () => {
  it('are a NetworkError with reason and cause', async () => {
    const server = await startServer(answer(200, USAGE));
    server[Symbol.dispose]();
    await assert.rejects(createClient({ baseUrl: server.url }).request('getUsage'), (error: unknown) => {
      assert.ok(error instanceof NetworkError);
      assert.match(error.message, /^No response from http:\/\/127\.0\.0\.1:\d+: .*ECONNREFUSED/);
      assert.ok(error.cause instanceof Error);
      return true;
    });
  });

  it('are a NetworkError when the connection breaks', async () => {
    using server = await startServer((_request, response) => response.destroy());
    await assert.rejects(createClient({ baseUrl: server.url }).request('getUsage'), NetworkError);
  });

  it('are the reason of the aborted signal', async () => {
    using server = await startServer(() => {});
    const upload = createClient({ baseUrl: server.url }).upload(new Blob(['x']), { signal: AbortSignal.timeout(50) });
    await assert.rejects(upload, { name: 'TimeoutError' });
  });
});

describe('unreadable files', () => {
  it('fail with a system error', async () => {
    await assert.rejects(fileSource('/no/such/file.png'), { code: 'ENOENT' });
    await assert.rejects(fileSource('/'), /is not a file/);
  });

  it('fail when they grow or shrink during the upload', async () => {
    using server = await startServer(answer(200, USAGE));
    const { upload } = createClient({ baseUrl: server.url });
    for (const bytes of ['fourmore', 'fo']) {
      async function* open() {
        yield new TextEncoder().encode(bytes);
      }
      const uploading = upload({ filename: 'cat.png', sizeBytes: 4, open });
      await assert.rejects(uploading, { name: 'Error', message: 'cat.png changed while it was sent' });
    }
  });
});
