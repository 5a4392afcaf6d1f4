import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';

/** What happens to a request on its way to a server, instead of being passed on. */
export type Fault =
  /** The connection is reset when the request has come. */
  | { kind: 'reset' }
  /** Nothing is ever answered, and nothing passed on. */
  | { kind: 'hang' }
  /** Somebody else's answer. */
  | { kind: 'answer'; status: number; body: string }
  /** The server does what is asked; its answer is lost and the connection reset. */
  | { kind: 'lose-answer' }
  /** The connection is reset, or goes silent, after this many bytes of the answer. */
  | { kind: 'cut'; afterBytes: number; silently?: boolean }
  /** The request is passed on later. */
  | { kind: 'delay'; ms: number };

export interface FaultOptions {
  /** Only requests whose head matches, such as `/^PUT /`. */
  matching?: RegExp;
  /** How many requests; all while the fault is there unless told. */
  times?: number;
}

/** A way to a server on loopback on which faults can be put. */
export interface TcpProxy extends AsyncDisposable {
  port: number;
  /** From now on; those set before stay, and the first that matches counts. */
  set(fault: Fault, options?: FaultOptions): void;
  /** Everything passes again. Connections that hang are reset. */
  clear(): void;
  /** Requests that met a fault. */
  hits(): number;
}

interface Rule {
  fault: Fault;
  matching: RegExp;
  left: number;
}

const METHOD = /^(?:GET|HEAD|PUT|POST|DELETE) /;

/** Passes connections on to a port of loopback. Requests are told apart by their first line, one at a time on a connection. */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  let rules: Rule[] = [];
  let hits = 0;
  const sockets = new Set<Socket>();
  const hanging = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  };

  const faultOf = (head: string): Fault | undefined => {
    const rule = rules.find(({ matching, left }) => left > 0 && matching.test(head));
    if (rule === undefined) return undefined;
    rule.left--;
    hits++;
    return rule.fault;
  };

  const server = createServer((client) => {
    keep(client);
    const target = createConnection(targetPort, '127.0.0.1');
    keep(target);
    let fault: Fault | undefined;
    let answered = 0;
    let owed = 0;

    client.on('data', (chunk: Buffer) => {
      if (METHOD.test(chunk.toString('latin1', 0, 8))) {
        const head = chunk.toString('latin1');
        fault = faultOf(head);
        answered = 0;
        owed = /\r\nexpect:/i.test(head) ? 0 : Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
        owed -= chunk.length - head.indexOf('\r\n\r\n') - 4;
      } else owed -= chunk.length;
      if (fault?.kind === 'reset') client.resetAndDestroy();
      else if (fault?.kind === 'hang') hanging.add(client);
      else if (fault?.kind === 'answer') {
        if (owed <= 0) client.end(answerOf(fault.status, fault.body));
      } else if (fault?.kind === 'delay') setTimeout(() => target.write(chunk), fault.ms);
      else if (!target.write(chunk)) client.pause();
    });
    target.on('drain', () => client.resume());
    target.on('data', (chunk: Buffer) => {
      // An interim answer is none: the body of the request is still to come.
      const interim = chunk.toString('latin1', 0, 12) === 'HTTP/1.1 100';
      if (fault?.kind === 'lose-answer' && !interim) return client.resetAndDestroy();
      if (fault?.kind === 'cut' && !interim) {
        const passing = chunk.subarray(0, Math.max(0, fault.afterBytes - answered));
        answered += chunk.length;
        client.write(passing);
        if (answered <= fault.afterBytes) return;
        if (fault.silently === true) hanging.add(client);
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
    set(fault, { matching = /^/, times = Number.POSITIVE_INFINITY } = {}) {
      rules.push({ fault, matching, left: times });
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

/** The body in which S3 says what is wrong. */
export function s3Error(code: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;
}
