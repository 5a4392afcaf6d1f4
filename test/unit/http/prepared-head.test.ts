import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, it } from 'node:test';
import { createHeadWriter } from '../../../src/http/delivery/prepared-head.ts';

const KEEP_ALIVE_MS = 5_000;
const COMMON = ['strict-transport-security', 'max-age=60'];
const BODY = Buffer.from('the body');
const FIXED = ['etag', '"a"', 'content-disposition', 'inline; filename="caf\u00e9.jpg"'];
const ID = 'req_1';

/** All bytes of the answers to raw requests, without the dates. */
async function exchange(answer: (request: IncomingMessage, response: ServerResponse) => void, sent: string) {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS, requireHostHeader: false }, answer);
  server.on('checkContinue', answer);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.end(sent, 'latin1');
    const chunks = await Array.fromAsync<Buffer>(socket);
    return Buffer.concat(chunks)
      .toString('latin1')
      .replace(/^Date: .*$/gm, (line) => {
        assert.ok(Math.abs(Date.parse(line.slice(6)) - Date.now()) < 60_000, line);
        return 'Date';
      });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Status, own fields and body of the answer to each path. */
function answerTo({ url, method }: IncomingMessage) {
  const length = ['content-length', String(BODY.length)];
  if (url === '/304') return { status: 304, headers: [] as string[], body: undefined };
  if (url === '/206') return { status: 206, headers: ['content-range', 'bytes 0-7/9', ...length], body: BODY };
  return { status: 200, headers: length, body: method === 'HEAD' ? undefined : BODY };
}

function answerPlainly(request: IncomingMessage, response: ServerResponse): void {
  const { status, headers, body } = answerTo(request);
  response.writeHead(status, ['x-request-id', ID, ...COMMON, ...FIXED, ...headers]).end(body);
}

function answerPrepared(fixed: readonly string[] = FIXED) {
  const write = createHeadWriter(COMMON, KEEP_ALIVE_MS);
  const prepared = { list: fixed };
  return (request: IncomingMessage, response: ServerResponse) => {
    const { status, headers, body } = answerTo(request);
    write(request, response, ID, { status, fixed: prepared, headers });
    assert.equal(response.statusCode, status);
    response.end(body);
  };
}

const HOST = '\r\nHost: a\r\n\r\n';

describe('a prepared head', () => {
  for (const [name, sent] of [
    ['GET', `GET / HTTP/1.1${HOST}`],
    ['HEAD', `HEAD / HTTP/1.1${HOST}`],
    ['304', `GET /304 HTTP/1.1${HOST}`],
    ['a range', `GET /206 HTTP/1.1${HOST}`],
    [
      'several requests, one behind the other',
      `GET / HTTP/1.1${HOST}HEAD / HTTP/1.1${HOST}GET /304 HTTP/1.1${HOST}`.repeat(5),
    ],
    ['Connection: close', 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
    ['a last request behind others', `GET / HTTP/1.1${HOST}GET /304 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`],
    ['HTTP/1.0', 'GET / HTTP/1.0\r\n\r\n'],
    ['HTTP/1.0 that stays open', 'GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET /304 HTTP/1.0\r\n\r\n'],
    ['Expect: 100-continue', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 0\r\n\r\n'],
  ] as const) {
    it(`gives the same bytes as writeHead: ${name}`, async () => {
      const plain = await exchange(answerPlainly, sent);
      assert.match(plain, /^HTTP\/1\.1 \d/);
      assert.equal(await exchange(answerPrepared(), sent), plain);
    });
  }

  it('refuses fields that would end the head', () => {
    const write = createHeadWriter([], KEEP_ALIVE_MS);
    const request = { httpVersion: '1.1', headers: {} } as IncomingMessage;
    const response = { shouldKeepAlive: true } as ServerResponse;
    for (const list of [
      ['etag', 'a\r\nset-cookie: b'],
      ['etag\r\nset-cookie', 'b'],
      ['content-disposition', 'inline; filename="\u4e2d.jpg"'],
    ]) {
      const code = list[0] === 'etag\r\nset-cookie' ? 'ERR_INVALID_HTTP_TOKEN' : 'ERR_INVALID_CHAR';
      assert.throws(() => write(request, response, ID, { status: 200, fixed: { list }, headers: [] }), { code });
      const own = { status: 200, fixed: { list: [] }, headers: list };
      assert.throws(() => write(request, response, ID, own), { code });
    }
  });

  it('goes out with the body in one write', async () => {
    const writes: number[] = [];
    await exchange((request, response) => {
      const socket = request.socket as unknown as { _writev(chunks: unknown[], done: () => void): void };
      const { _writev } = socket;
      socket._writev = (chunks, done) => {
        writes.push(chunks.length);
        _writev.call(socket, chunks, done);
      };
      answerPrepared()(request, response);
    }, `GET / HTTP/1.1${HOST}`);
    assert.deepEqual(writes, [2]);
  });
});
