import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';

/** What the proxy does to a request instead of passing it on. */
export type Failure =
  /** Resets the connection on the request. */
  | { kind: 'reset' }
  /** Passes nothing on and never responds. */
  | { kind: 'hang' }
  /** Responds instead of the server. */
  | { kind: 'answer'; status: number; body: string }
  /** Passes the request on, drops the response and resets the connection. */
  | { kind: 'lose-answer' }
  /** Resets the connection, or stops sending, after this many bytes of the response. */
  | { kind: 'cut'; afterBytes: number; silently?: boolean }
  /** Passes the request on later. */
  | { kind: 'delay'; ms: number };

export interface FailureOptions {
  /** Only requests whose head matches, for example `/^PUT /`. */
  matching?: RegExp;
  /** The number of requests. Default: all until `clear`. */
  times?: number;
}

/** A proxy to a server on loopback that injects failures. */
export interface TcpProxy extends AsyncDisposable {
  port: number;
  /** Adds a failure. The first one that matches a request applies. */
  set(failure: Failure, options?: FailureOptions): void;
  /** Removes all failures and resets the connections that hang. */
  clear(): void;
  /** The number of requests that met a failure. */
  hits(): number;
}

interface Rule {
  failure: Failure;
  matching: RegExp;
  left: number;
}

const METHOD = /^(?:GET|HEAD|PUT|POST|DELETE) /;

/** Starts a proxy to a port on loopback. It finds requests by their first line; a connection carries one at a time. */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  let rules: Rule[] = [];
  let hits = 0;
  const sockets = new Set<Socket>();
  const hanging = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  };

  const failureOf = (head: string): Failure | undefined => {
    const rule = rules.find(({ matching, left }) => left > 0 && matching.test(head));
    if (rule === undefined) return undefined;
    rule.left--;
    hits++;
    return rule.failure;
  };

  const server = createServer((client) => {
    keep(client);
    const target = createConnection(targetPort, '127.0.0.1');
    keep(target);
    let failure: Failure | undefined;
    let answered = 0;
    let owed = 0;

    client.on('data', (chunk: Buffer) => {
      if (METHOD.test(chunk.toString('latin1', 0, 8))) {
        const head = chunk.toString('latin1');
        failure = failureOf(head);
        answered = 0;
        owed = /\r\nexpect:/i.test(head) ? 0 : Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
        owed -= chunk.length - head.indexOf('\r\n\r\n') - 4;
      } else owed -= chunk.length;
      if (failure?.kind === 'reset') client.resetAndDestroy();
      else if (failure?.kind === 'hang') hanging.add(client);
      else if (failure?.kind === 'answer') {
        if (owed <= 0) client.end(answerOf(failure.status, failure.body));
      } else if (failure?.kind === 'delay') setTimeout(() => target.write(chunk), failure.ms);
      else if (!target.write(chunk)) client.pause();
    });
    target.on('drain', () => client.resume());
    target.on('data', (chunk: Buffer) => {
      // An interim response does not count: the request body is still to come.
      const interim = chunk.toString('latin1', 0, 12) === 'HTTP/1.1 100';
      if (failure?.kind === 'lose-answer' && !interim) return client.resetAndDestroy();
      if (failure?.kind === 'cut' && !interim) {
        const passing = chunk.subarray(0, Math.max(0, failure.afterBytes - answered));
        answered += chunk.length;
        client.write(passing);
        if (answered <= failure.afterBytes) return;
        if (failure.silently === true) hanging.add(client);
        else client.destroySoon();
        return;
      }
      if (!client.write(chunk)) target.pause();
    });
    client.on('drain', () => target.resume());
    client.on('close', () => target.destroy());
    target.on('close', () => {
      if (!hanging.has(client)) client.destroySoon();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    port: (server.address() as AddressInfo).port,
    set(failure, { matching = /^/, times = Number.POSITIVE_INFINITY } = {}) {
      rules.push({ failure, matching, left: times });
    },
    clear() {
      rules = [];
      for (const socket of hanging) socket.resetAndDestroy();
      hanging.clear();
    },
    hits: () => hits,
    async [Symbol.asyncDispose]() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function answerOf(status: number, body: string): string {
  const head = [`HTTP/1.1 ${status} Canned`, 'Content-Type: application/xml', `Content-Length: ${body.length}`];
  return `${[...head, 'Connection: close'].join('\r\n')}\r\n\r\n${body}`;
}

/** The XML body of an S3 error response. */
export function s3Error(code: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;
}
