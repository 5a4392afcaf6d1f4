import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { json, upload, uploaded } from '../support/api.ts';
import { type LoggedService, lineOf, serve } from '../support/logged-service.ts';
import { bearer, call, send, smallPng } from '../support/requests.ts';
import { until } from '../support/until.ts';

async function connectTo(service: LoggedService): Promise<Socket> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

const uploadHead = (id: string, boundary: string, length: number) =>
  `POST /api/v1/upload HTTP/1.1\r\nHost: x\r\nX-Request-Id: ${id}\r\n` +
  `Content-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${length}\r\n\r\n` +
  `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n`;

describe('the log has one line for each request', () => {
  let service: LoggedService;
  let key: string;
  let keyId: string;
  let accountId: string;
  before(async () => {
    service = await serve('info', { IMGD_DELIVERY_LOG_LEVEL: 'info' });
    const made = await json<{ data: { account: { id: string }; api_key: { id: string; key: string } } }>(
      await send(service, '/auth/register', { email: 'a@example.com', password: 'a long password 7' }),
    );
    ({ key, id: keyId } = made.data.api_key);
    accountId = made.data.account.id;
  });
  after(() => service[Symbol.asyncDispose]());

  it('with its duration, the address, the account and the key', async () => {
    const image = await uploaded(
      upload(service, await smallPng(1), {}, { 'x-request-id': 'with-key', ...bearer(key) }),
    );
    const line = await lineOf(service, 'with-key');
    const { status, ip, account_id, key_id, aborted } = line;
    assert.deepEqual([status, ip, account_id, key_id, aborted], [200, '127.0.0.1', accountId, keyId, undefined]);
    assert.ok(Number.isInteger(line.ms));
    // From memory, and by the route.
    for (const query of ['', '', '?x=1']) {
      const id = `info${query.length}${Math.random()}`;
      await call(service, 'GET', `/image/${image.id}${query}`, key, { 'x-request-id': id });
      const info = await lineOf(service, id);
      assert.deepEqual([info.account_id, info.key_id], [accountId, keyId]);
    }
    await call(service, 'GET', '/usage', undefined, { 'x-request-id': 'anonymous' });
    const anonymous = await lineOf(service, 'anonymous');
    assert.deepEqual([anonymous.account_id, anonymous.key_id], [undefined, undefined]);
  });

  it('with the trace id of a valid traceparent', async () => {
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const traces: [string, string | undefined][] = [
      [`00-${traceId}-00f067aa0ba902b7-01`, traceId],
      [`01-${traceId}-00f067aa0ba902b7-01-more`, traceId],
      [`ff-${traceId}-00f067aa0ba902b7-01`, undefined],
      [`00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, undefined],
      ['imgd_key', undefined],
    ];
    for (const [index, [traceparent, wanted]] of traces.entries()) {
      for (const path of ['/livez', '/api/v1/usage', '/nothing']) {
        const id = `trace-${index}${path.replaceAll('/', '-')}`;
        await fetch(service.url + path, { headers: { traceparent, 'x-request-id': id } });
        assert.equal((await lineOf(service, id)).trace_id, wanted, traceparent);
      }
    }
  });

  it('that the client cut off while it sent a body: status 499 and the bytes that came', async () => {
    const socket = await connectTo(service);
    socket.write(uploadHead('cut-upload', 'b', 5_000_000));
    socket.write(await smallPng());
    for (let sent = 0; sent < 4; sent++) {
      socket.write(Buffer.alloc(50_000));
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    socket.destroy();
    const line = await lineOf(service, 'cut-upload');
    assert.deepEqual([line.status, line.aborted, line.url], [499, true, '/api/v1/upload']);
    assert.ok(Number(line.bytes_received) > 50_000 && Number(line.bytes_received) < 250_000, JSON.stringify(line));
    assert.ok(Number(line.ms) >= 90);
    assert.equal(line.ip, '127.0.0.1');
  });

  it('that the client cut off while it read: the status that was sent and the bytes that went', async () => {
    const { default: sharp } = await import('sharp');
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const large = await sharp({ create: { width: 2_400, height: 2_400, channels: 3, background: 'red', noise } })
      .png({ compressionLevel: 0 })
      .toBuffer();
    const image = await uploaded(upload(service, large));
    const socket = await connectTo(service);
    const path = new URL(image.links.direct).pathname;
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nX-Request-Id: cut-download\r\n\r\n`);
    await once(socket, 'data');
    socket.destroy();
    const line = await lineOf(service, 'cut-download');
    assert.deepEqual([line.status, line.aborted], [200, true]);
    assert.ok(Number(line.bytes_sent) > 0 && Number(line.bytes_sent) < large.length, JSON.stringify(line));
  });

  it('that is malformed, or has a malformed path', async () => {
    for (const text of ['nonsense\r\n\r\n', 'GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n']) {
      const socket = await connectTo(service);
      socket.write(text);
      let answer = '';
      for await (const chunk of socket) answer += chunk;
      const line = await lineOf(service, /X-Request-Id: (\S+)/i.exec(answer)?.[1] ?? assert.fail(answer));
      assert.deepEqual([line.status, line.ip], [400, '127.0.0.1']);
    }
    const socket = await connectTo(service);
    const chunked = 'Transfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\nzz\r\n';
    socket.write(`POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nX-Request-Id: bad-chunk\r\n${chunked}`);
    socket.resume();
    await once(socket, 'close');
    assert.equal((await lineOf(service, 'bad-chunk')).status, 400);
  });

  it('that asks for an unsupported format, without an error', async () => {
    const url = '/oembed?url=x&format=xml';
    assert.equal((await fetch(service.url + url, { headers: { 'x-request-id': 'xml' } })).status, 501);
    assert.equal((await lineOf(service, 'xml')).level, 30);
    assert.deepEqual(
      service.log.filter(({ request_id, level }) => request_id === 'xml' && Number(level) > 30),
      [],
    );
  });

  it('that comes behind others on a connection that closes', async () => {
    const socket = await connectTo(service);
    socket.write(uploadHead('first-of-two', 'b', 200_000) + 'x'.repeat(1_000));
    await until(() => true);
    const pipelined = await connectTo(service);
    const one = (id: string) => `GET /api/v1/usage HTTP/1.1\r\nHost: x\r\nX-Request-Id: ${id}\r\n\r\n`;
    pipelined.write(one('pipelined-1') + one('pipelined-2') + one('pipelined-3'));
    pipelined.destroySoon();
    for (const id of ['pipelined-1', 'pipelined-2', 'pipelined-3']) await lineOf(service, id);
    socket.destroy();
    await lineOf(service, 'first-of-two');
  });
});

it('the log has a line for SIGTERM and for the end', async () => {
  await using service = await serve('info', { IMGD_DELIVERY_LOG_LEVEL: 'info' });
  await service.stop();
  const [begin, end] = service.log.slice(-2);
  assert.deepEqual([begin?.msg, begin?.reason, begin?.level], ['shutting down', 'SIGTERM', 30]);
  assert.equal(end?.msg, 'shut down');
});

it('the log contains no secret of a URL, in whatever encoding', async () => {
  await using service = await serve('trace');
  const body = 'Zq7Rw3Xk9Vb2Nm5Lp8Td1Hg4';
  const kinds = ['imgd', 'imgdd', 'imgds', 'imgdr', 'imgdt', 'imgdu', 'imgdx'];
  const encode = (text: string, hex: (code: string) => string) =>
    [...text].map((letter) => `%${hex((letter.codePointAt(0) ?? 0).toString(16))}`).join('');
  const encodings: ((text: string) => string)[] = [
    (text) => text,
    (text) => text.replace('_', '%5f'),
    (text) => text.replace('_', '%5F'),
    (text) => text.replace('_', '%255F'),
    (text) => text.replace('_', '%25255f'),
    (text) => encode(text, (hex) => hex),
    (text) => encode(text, (hex) => hex.toUpperCase()),
    (text) => encode(text, (hex) => `25${hex}`),
    (text) => text.replace('imgd', '%69mgd').replace('Z', '%5a'),
    (text) => encodeURIComponent(text),
  ];
  const urls = encodings.flatMap((encoded) => [
    ...kinds.flatMap((kind) => {
      const secret = encoded(`${kind}_${body}`);
      return [
        `/image/AAAAAAAAAAAA/delete/${secret}`,
        `/api/v1/usage?x=${secret}`,
        `/api/v1/uploads/${secret}`,
        `/3/image/AAAAAAAAAAAA.${secret}`,
        `/api/v1/${secret}/x`,
        `/oembed?url=http%3A%2F%2Fx%2F${secret}`,
        `/%zz${secret}`,
        `/${secret}${'x'.repeat(9_000)}`,
      ];
    }),
    ...['api_key', 'token', 'key', 'access_token', 'Password', 'code', 'state', '%74oken', 'X-Amz-Signature'].map(
      (name) => `/api/v1/usage?a=b&${name}=${encoded(body)}&c=d`,
    ),
    `/a/${encoded(body)}`,
    `/a/${encoded(body)}/AAAAAAAAAAAA?cursor=x`,
    `/%61/${encoded(body)}`,
    `/a%2f${encoded(body)}`,
    `/oembed?url=${encodeURIComponent(`http://x/a/${encoded(body)}`)}`,
  ]);
  for (const [index, url] of urls.entries()) {
    await fetch(service.url + url, { headers: { 'x-request-id': `planted-${index}` } });
  }
  await call(service, 'GET', '/usage', undefined, { 'x-request-id': `imgd_${body}` });
  await until(() => service.log.some(({ request_id }) => request_id === `planted-${urls.length - 1}`));
  const decoded = (text: string) =>
    text.replace(/%(?:25)*([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
  for (const line of service.output().split('\n')) assert.ok(!decoded(line).includes(body), line.slice(0, 300));
  const kept = service.log.find(({ url }) => String(url).endsWith('c=d'));
  assert.equal(kept?.url, '/api/v1/usage?a=b&api_key=[redacted]&c=d');
  assert.ok(service.log.some(({ url }) => url === '/a/[redacted]'));
});
