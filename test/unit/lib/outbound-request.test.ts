import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { gzipSync } from 'node:zlib';
import {
  isPublicAddress,
  OutboundError,
  type OutboundFailure,
  type OutboundRequest,
  outboundRequest,
  parseOutboundUrl,
} from '../../../src/lib/outbound-request.ts';

const PUBLIC = [
  '8.8.8.8',
  '1.1.1.1',
  '172.15.255.255',
  '172.32.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '198.17.0.1',
  '223.255.255.255',
];
const PUBLIC_IPV6 = ['2606:4700:4700::1111', '2a00:1450:4001::200e', '2001:4860:4860::8888'];

/** Each class of special use with the first and the last of its addresses, or known ones. */
const SPECIAL: Record<string, string[]> = {
  'this network': ['0.0.0.0', '0.1.2.3', '0.255.255.255', '::'],
  private: ['10.0.0.0', '10.255.255.255', '172.16.0.0', '172.31.255.255', '192.168.0.0', '192.168.255.255'],
  loopback: ['127.0.0.1', '127.255.255.255', '::1'],
  'link-local': ['169.254.0.0', '169.254.255.255', 'fe80::1', 'febf::1', 'fe80::1%eth0'],
  'metadata services': ['169.254.169.254', 'fd00:ec2::254', '100.100.100.200', '192.0.0.192'],
  'shared address space': ['100.64.0.0', '100.127.255.255'],
  'protocol assignments': ['192.0.0.1', '192.0.0.8', '2001:1::1', '2001:3::1', '2001:1ff::1'],
  documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
  benchmarking: ['198.18.0.0', '198.19.255.255', '2001:2::1'],
  '6to4 relays, AS112 and AMT': ['192.88.99.1', '192.31.196.1', '192.175.48.1', '192.52.193.1'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1'],
  'reserved and broadcast': ['240.0.0.1', '255.255.255.254', '255.255.255.255'],
  'unique local': ['fc00::1', 'fdff:ffff::1'],
  'site-local': ['fec0::1', 'feff::1'],
  'IPv4-mapped': ['::ffff:8.8.8.8', '::ffff:127.0.0.1', '::ffff:a00:1'],
  'IPv4-compatible': ['::127.0.0.1', '::8.8.8.8'],
  'IPv4-translated': ['::ffff:0:127.0.0.1'],
  NAT64: ['64:ff9b::8.8.8.8', '64:ff9b::a00:1', '64:ff9b:1::1', '64:ff9b:1:ffff::1'],
  '6to4': ['2002:7f00:1::', '2002:808:808::1'],
  Teredo: ['2001::1', '2001:0:53aa:64c::1'],
  'ORCHID and discard': ['2001:10::1', '2001:20::1', '100::1'],
  unassigned: ['4000::1', '5f00::1', 'e000::1'],
};

const NAME = 'images.example';
/** Limits that no test reaches but by its own. */
const LIMITS = { headerTimeoutMs: 20_000, timeoutMs: 20_000, maxBytes: 1_000_000 };

describe('isPublicAddress', () => {
  for (const [name, addresses] of Object.entries(SPECIAL)) {
    it(`refuses ${name}`, () => assert.deepEqual(addresses.filter(isPublicAddress), []));
  }

  it('accepts the addresses beside them', () => {
    const all = [...PUBLIC, ...PUBLIC_IPV6];
    assert.deepEqual(all.filter(isPublicAddress), all);
  });

  it('refuses text that is no address', () => assert.equal(isPublicAddress(NAME), false));
});

describe('parseOutboundUrl', () => {
  const refused = [
    'ftp://images.example/a.png',
    'file:///etc/passwd',
    'data:image/png;base64,AA==',
    '//images.example/a.png',
    '',
    'http://',
    'http://user@images.example/',
    'http://user:secret@images.example/',
    'http://images.example:22/',
    'http://images.example:1023/',
    'http://images.example:0/',
    `http://images.example/${'a'.repeat(2_048)}`,
  ];
  for (const url of refused) {
    it(`refuses ${JSON.stringify(url.slice(0, 40))}`, () =>
      assert.throws(() => parseOutboundUrl(url), hasReason('invalid-url')));
  }

  it('accepts default and unprivileged ports, and drops the fragment', () => {
    for (const port of ['', ':80', ':443', ':1024', ':8443', ':65535']) {
      assert.match(parseOutboundUrl(`https://images.example${port}/a?b#c`).href, /\/a\?b$/);
    }
  });
});

describe('outboundRequest', () => {
  let server: Server;
  let listener: RequestListener;
  let port: number;
  const seen: IncomingMessage[] = [];

  before(async () => {
    server = createHttpServer((request, response) => {
      seen.push(request);
      listener(request, response);
    });
    port = await listen(server);
  });

  after(() => close(server));

  const answer = (body: string | Buffer, status = 200, headers = {}) => {
    listener = (_request, response) => response.writeHead(status, headers).end(body);
  };

  const fetchLocal = (options: Partial<OutboundRequest> = {}) =>
    outboundRequest({ url: `http://127.0.0.1:${port}/`, allowPrivate: true, ...LIMITS, ...options });

  describe('refuses before any connection', () => {
    const local = [
      '127.0.0.1',
      '127.0.0.1.',
      '127.1',
      '0x7f.1',
      '0x7f000001',
      '0177.0.0.1',
      '2130706433',
      '①②⑦.0.0.1',
      '0',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[64:ff9b::7f00:1]',
      '[2002:7f00:1::]',
      'localhost',
      'LOCALHOST.',
      'a.localhost',
      '%6cocalhost',
    ];
    for (const host of local) {
      it(`http://${host}/`, async () => {
        const before = seen.length;
        await assert.rejects(
          fetchLocal({ url: `http://${host}:${port}/`, allowPrivate: false }),
          hasReason('refused-address'),
        );
        assert.equal(seen.length, before);
      });
    }

    it('a name with a private address', () => rejectsName(['10.0.0.1'], 'refused-address'));
    it('a name with a public and a private address, in both orders', async () => {
      await rejectsName(['8.8.8.8', '127.0.0.1'], 'refused-address');
      await rejectsName(['::1', '2606:4700::1'], 'refused-address');
    });
    it('a name without an address', () => rejectsName([], 'unresolved'));

    const rejectsName = (addresses: string[], reason: OutboundFailure) =>
      assert.rejects(
        fetchLocal({ url: `http://${NAME}:${port}/`, allowPrivate: false, resolve: async () => addresses }),
        hasReason(reason),
      );
  });

  it('resolves a name once, connects to that address, and keeps the name in Host', async () => {
    answer('hello');
    const asked: string[] = [];
    const resolve = async (name: string) => {
      asked.push(name);
      return asked.length === 1 ? ['127.0.0.1'] : ['127.0.0.2'];
    };
    using response = await fetchLocal({ url: `http://${NAME}.:${port}/a%20b?c=d#e`, resolve });
    assert.equal(await textOf(response.body), 'hello');
    assert.deepEqual(asked, [NAME]);
    const { headers, url } = seen.at(-1) as IncomingMessage;
    assert.equal(headers.host, `${NAME}:${port}`);
    assert.equal(url, '/a%20b?c=d');
  });

  it('tries the other addresses of a name', async () => {
    answer('hello');
    const resolve = async () => ['127.0.0.9', '127.0.0.1'];
    using response = await fetchLocal({ url: `http://${NAME}:${port}/`, resolve });
    assert.equal(await textOf(response.body), 'hello');
  });

  it('sends a body and the given header fields, and nothing else about this server', async () => {
    let received = '';
    listener = async (request, response) => {
      received = await textOf(request);
      response.end();
    };
    using response = await fetchLocal({ method: 'POST', body: 'ä', headers: { 'x-test': '1' } });
    assert.equal(response.status, 200);
    assert.equal(received, 'ä');
    const { headers } = seen.at(-1) as IncomingMessage;
    assert.deepEqual(Object.keys(headers).sort(), ['connection', 'content-length', 'host', 'x-test']);
  });

  it('does not follow a redirect', async () => {
    answer('', 302, { location: `http://127.0.0.1:${port}/next` });
    const before = seen.length;
    using response = await fetchLocal();
    assert.deepEqual([response.status, seen.length - before], [302, 1]);
    assert.equal(response.headers.location, `http://127.0.0.1:${port}/next`);
  });

  it('does not decompress: a gzip bomb stays small', async () => {
    const bomb = gzipSync(Buffer.alloc(5_000_000));
    answer(bomb, 200, { 'content-encoding': 'gzip' });
    using response = await fetchLocal({ maxBytes: 100_000 });
    assert.equal((await bytesOf(response.body)).length, bomb.length);
  });

  it('ends an endless body at the given bytes', async () => {
    let written = 0;
    listener = (_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384))) written += 16_384;
      };
      response.on('drain', more).on('error', () => {});
      more();
    };
    using response = await fetchLocal({ maxBytes: 100_000 });
    await assert.rejects(bytesOf(response.body), hasReason('too-large'));
    assert.ok(written < 50_000_000, `${written} bytes were written`);
  });

  it('ends a slow body after its time', async () => {
    listener = (_request, response) => void response.write('a');
    using response = await fetchLocal({ timeoutMs: 300 });
    await assert.rejects(bytesOf(response.body), hasReason('timeout'));
  });

  it('ends a request without a response header after its time', async () => {
    listener = () => {};
    await assert.rejects(fetchLocal({ headerTimeoutMs: 100 }), hasReason('timeout'));
  });

  it('ends a resolution that never answers after its time', async () => {
    const resolve = () => new Promise<string[]>(() => {});
    await assert.rejects(fetchLocal({ url: `http://${NAME}/`, resolve, headerTimeoutMs: 100 }), hasReason('timeout'));
  });

  it('ends with the signal of its caller, before and during the body', async () => {
    await assert.rejects(fetchLocal({ signal: AbortSignal.abort() }), hasReason('cancelled'));
    listener = (_request, response) => void response.write('a');
    const controller = new AbortController();
    using response = await fetchLocal({ signal: controller.signal });
    const body = response.body[Symbol.asyncIterator]();
    await body.next();
    controller.abort();
    await assert.rejects(Promise.resolve(body.next()), hasReason('cancelled'));
  });

  it('closes the connection of a response that is not read', async () => {
    answer(Buffer.alloc(1_000_000));
    {
      using response = await fetchLocal();
      assert.equal(response.status, 200);
    }
    const { socket } = seen.at(-1) as IncomingMessage;
    if (!socket.destroyed) await once(socket, 'close');
  });

  it('fails where nothing listens', async () => {
    const other = createHttpServer();
    const free = await listen(other);
    await close(other);
    await assert.rejects(fetchLocal({ url: `http://127.0.0.1:${free}/` }), hasReason('failed'));
  });

  const RAW: [name: string, bytes: string][] = [
    ['a flood of header fields', `HTTP/1.1 200 OK\r\n${`x-a: ${'b'.repeat(1_000)}\r\n`.repeat(20)}\r\n`],
    ['another protocol', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['a switch of protocols', 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: a\r\n\r\n'],
    ['an end before the header', 'HTTP/1.1 200 OK\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\na'],
  ];
  for (const [name, bytes] of RAW) {
    it(`fails with ${name}`, async () => {
      await withRawServer(bytes, async (url) => {
        await assert.rejects(fetchLocal({ url }), hasReason('failed'));
      });
    });
  }

  it('fails with a body that ends early', async () => {
    await withRawServer('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc', async (url) => {
      using response = await fetchLocal({ url });
      await assert.rejects(bytesOf(response.body), hasReason('failed'));
    });
  });
});

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

describe('outboundRequest over TLS', { skip: !hasOpenssl && 'openssl is not installed' }, () => {
  const directory = mkdtempSync(join(tmpdir(), 'imgd-outbound-'));
  const trusted = getCACertificates();
  let server: Server;
  let port: number;
  let serverName: string | false | null | undefined;

  before(async () => {
    const [key, cert] = [join(directory, 'key.pem'), join(directory, 'cert.pem')];
    const made = spawnSync(
      'openssl',
      ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
        .concat(['-subj', `/CN=${NAME}`, '-addext', `subjectAltName=DNS:${NAME}`])
        .concat(['-keyout', key, '-out', cert]),
    );
    assert.equal(made.status, 0, String(made.stderr));
    setDefaultCACertificates([...trusted, readFileSync(cert, 'utf8')]);
    server = createHttpsServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
      serverName = (request.socket as Socket & { servername?: string }).servername;
      response.end('hello');
    });
    port = await listen(server);
  });

  after(async () => {
    setDefaultCACertificates(trusted);
    await close(server);
    rmSync(directory, { recursive: true });
  });

  const fetchName = (name: string) =>
    outboundRequest({
      url: `https://${name}:${port}/`,
      allowPrivate: true,
      ...LIMITS,
      resolve: async () => ['127.0.0.1'],
    });

  it('sends the name and verifies the certificate for it, although the address is pinned', async () => {
    using response = await fetchName(NAME);
    assert.equal(await textOf(response.body), 'hello');
    assert.equal(serverName, NAME);
  });

  it('fails with the certificate of another name', () =>
    assert.rejects(fetchName('other.example'), hasReason('failed')));
});

function hasReason(reason: OutboundFailure) {
  return (error: unknown) => {
    assert.ok(error instanceof OutboundError, String(error));
    assert.equal(error.reason, reason, error.message);
    return true;
  };
}

async function bytesOf(body: AsyncIterable<Buffer>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(body));
}

async function textOf(body: AsyncIterable<Buffer>): Promise<string> {
  return (await bytesOf(body)).toString();
}

/** Answers each connection with the given bytes and closes it. */
async function withRawServer(bytes: string, work: (url: string) => Promise<void>): Promise<void> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(bytes));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.close();
  }
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
