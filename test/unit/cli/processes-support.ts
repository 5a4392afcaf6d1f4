import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { smallPng } from '../../support/requests.ts';
import { until } from '../../support/until.ts';
import { type Server, serve } from './support.ts';

/** Logs each request, so that a test knows which process answered it. */
const SETTINGS = { IMGD_LOG_LEVEL: 'info', IMGD_DELIVERY_LOG_LEVEL: 'info' };

/** `imgd serve` with several processes. */
export function serveTogether(dataDir: string, count: number, env: Record<string, string> = {}): Promise<Server> {
  return serve(dataDir, { IMGD_PROCESSES: String(count), ...SETTINGS, ...env });
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A connection that is kept, so that one process answers all of its requests. */
export interface Connection extends Disposable {
  send(method: string, path: string, headers?: Record<string, string>, body?: Buffer): Promise<Answer>;
}

/** @param to the address of a server, or the path of its Unix socket */
export function connect(to: string): Connection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const place = to.startsWith('unix:') ? { socketPath: to.slice('unix:'.length) } : urlOf(to);
  return {
    send: (method, path, headers = {}, body) =>
      new Promise((resolve, reject) => {
        const sent = request({ ...place, method, path, headers, agent }, (answer) => {
          const facts = { status: answer.statusCode ?? 0, headers: answer.headers };
          buffer(answer).then((bytes) => resolve({ ...facts, body: bytes }), reject);
        });
        sent.on('error', reject).end(body);
      }),
    [Symbol.dispose]: () => agent.destroy(),
  };
}

function urlOf(text: string): { host: string; port: string } {
  const { hostname: host, port } = new URL(text);
  return { host, port };
}

/** The process that answers a connection: 0 = the primary. */
async function processOf(server: Server, connection: Connection): Promise<number> {
  const { headers } = await connection.send('GET', '/api/v1/plans');
  const id = String(headers['x-request-id']);
  const line = await until(() =>
    server
      .stdout()
      .split('\n')
      .find((one) => one.includes(`"${id}"`) && one.endsWith('}')),
  );
  return JSON.parse(line).worker ?? 0;
}

/** A connection to each process. @param count of processes */
export async function connectToEach(server: Server, count: number): Promise<Connection[]> {
  const found = new Map<number, Connection>();
  await until(async () => {
    const connection = connect(server.url);
    const number = await processOf(server, connection);
    if (found.has(number)) connection[Symbol.dispose]();
    else found.set(number, connection);
    return found.size === count;
  });
  return Array.from({ length: count }, (_, number) => found.get(number)!);
}

/** Uploads a small picture. @returns its id, the path of its original and its delete token */
export async function uploadBy(
  connection: Connection,
  shade: number,
): Promise<{ status: number; id: string; path: string; deleteToken: string }> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await smallPng(shade))]), 'small.png');
  const encoded = new Response(form);
  const body = Buffer.from(await encoded.arrayBuffer());
  const type = String(encoded.headers.get('content-type'));
  const headers = { 'content-type': type, 'content-length': String(body.length) };
  const answer = await connection.send('POST', '/api/v1/upload', headers, body);
  const data = answer.status === 200 ? JSON.parse(answer.body.toString()).data : undefined;
  const path = data === undefined ? '' : new URL(data.links.direct).pathname;
  return { status: answer.status, id: data?.id, path, deleteToken: data?.delete_token };
}
