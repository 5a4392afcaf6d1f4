import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { scanBomb } from '../../fixtures/costly/jpeg.ts';
import { createRandom } from './random.ts';

/**
 * A program: one caller that sends what costs the service most, all at once, until it is killed.
 * Arguments: the URL of the service, the caller's own address, the path of a large image, the path of a public album, a seed.
 * Its last message to the parent process is a `Tally`.
 */
export interface Tally {
  /** Bytes of the uploads and of all other requests. */
  sentBytes: number;
  /** Responses by kind and status, such as `upload 200`. */
  answers: Record<string, number>;
}

const STALLED_READERS = 150;
/** What a caller does after a refusal: it tries again soon, against Retry-After. */
const PAUSE_MS = 100;

const [url = '', address = '', image = '', album = '', seed = '1'] = process.argv.slice(2);
const { hostname, port } = new URL(url);
const agent = new Agent({ keepAlive: true, localAddress: address, maxSockets: 64 });
const tally: Tally = { sentBytes: 0, answers: {} };
const random = createRandom(Number(seed));

interface Sent {
  method?: string;
  headers?: Record<string, string | number>;
  body?: Buffer;
}

/** Sends one request from the caller's address. @returns the body of a success, as far as it is JSON; '' for a refusal */
function send(kind: string, path: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<string> {
  return new Promise((resolve) => {
    const done = (status: number | string, text: string) => {
      const name = `${kind} ${status}`;
      tally.answers[name] = (tally.answers[name] ?? 0) + 1;
      resolve(typeof status === 'number' && status < 400 ? text || 'ok' : '');
    };
    const length = body === undefined ? {} : { 'content-length': body.length };
    const request = httpRequest(
      { hostname, port, path, method, agent, localAddress: address, headers: { ...headers, ...length } },
      (response) => {
        let text = '';
        const isJson = String(response.headers['content-type']).includes('json');
        response.on('data', (chunk) => {
          if (isJson) text += chunk;
        });
        response.on('error', () => done('cut', ''));
        response.on('end', () => done(response.statusCode ?? 0, text));
      },
    );
    request.on('error', () => done('failed', ''));
    tally.sentBytes += body?.length ?? 200;
    request.end(body);
  });
}

function bulkForm(files: readonly Buffer[]): Sent {
  const boundary = 'x'.repeat(24);
  const parts = files.flatMap((bytes, i) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="${i}.jpg"\r\n\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ]);
  return {
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
  };
}

/** Repeats `work` for ever; a refusal is followed by a short pause. */
async function repeat(count: number, work: (round: number) => Promise<string>): Promise<void> {
  const one = async (client: number) => {
    for (let round = client; ; round += count) if ((await work(round)) === '') await sleep(PAUSE_MS);
  };
  await Promise.all(Array.from({ length: count }, (_, client) => one(client)));
}

/** Readers that ask for a large image and never read it. */
function stall(): void {
  for (let i = 0; i < STALLED_READERS; i++) {
    const socket = connect({ host: hostname, port: Number(port), localAddress: address });
    socket.on('error', () => {});
    socket.on('connect', () => {
      socket.pause();
      socket.write(`GET ${image} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
    });
  }
}

/** A picture of noise, which compresses badly in every format, and is tall. */
async function noise(): Promise<Buffer> {
  const [width, height] = [1_921, 4_000];
  return sharp(random.bytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 40 })
    .toBuffer();
}

async function main(): Promise<void> {
  const bombs = [scanBomb(250), scanBomb(880), scanBomb(60), scanBomb(20)];
  const large = await noise();
  const answer = await send('upload', '/api/v1/upload/bulk', bulkForm([large]));
  const ids = [...answer.matchAll(/"id":"(\w{12})"/g)].map(([, id]) => id);
  const paths = ids.flatMap((id) =>
    [1_920, 1_280, 640, 320, 160].flatMap((width) =>
      ['png', 'avif', 'webp', 'jpg'].map((extension) => `/v/${id}/${width}.${extension}`),
    ),
  );
  process.send?.('ready');
  stall();
  await Promise.all([
    repeat(4, (round) => {
      const files = Array.from({ length: 10 }, (_, i) => bombs[(round + i) % bombs.length] as Buffer);
      return send('upload', '/api/v1/upload/bulk', bulkForm(files));
    }),
    repeat(8, (round) => send('variant', paths[round % Math.max(1, paths.length)] ?? '/v/none/160.jpg')),
    repeat(16, (round) => {
      const body = Buffer.from(JSON.stringify({ email: `unknown-${round}@example.com`, password: 'wrong password' }));
      return send('sign-in', '/api/v1/auth/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
    }),
    repeat(4, () => send('album', album)),
  ]);
}

process.on('SIGTERM', () => {
  process.send?.(tally, () => process.exit(0));
});
await main();
