import { mkdirSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { openDecoder } from '../../src/compose/decoder.ts';
import { loadConfig } from '../../src/config.ts';

// The floor of reads beside uploads: a bare Node.js server that answers every GET with one file from memory, and receives
// uploads on the same event loop in the cheapest way. It finds the file by the lengths of the form, writes and fsyncs it,
// has the decoder processes of imgd make the thumbnail, fsyncs that and the directory, and answers: no framework, no hash,
// no catalog. Prints its address.
//   node bench/support/receiving-server-program.ts DIRECTORY FILE

const [directory = '', file = ''] = process.argv.slice(2);
const answer = readFileSync(file);
const images = join(directory, 'images');
mkdirSync(images);
const decoder = await openDecoder(loadConfig({ IMGD_DATA_DIR: directory }).config);
decoder.warmUp();
let count = 0;

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': answer.length }).end(answer);
    return;
  }
  store(request).then(
    () => response.writeHead(200, { 'content-type': 'application/json' }).end('{"success":true}'),
    (error: Error) => {
      // The load ends its connections in the middle of requests.
      if (!request.destroyed) process.stderr.write(`${error.stack}\n`);
      response.destroy();
    },
  );
});

async function store(request: IncomingMessage): Promise<void> {
  const path = join(images, String(count++));
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const sizeBytes = await writeFileOf(chunks, request, path);
  const job = {
    inputPath: path,
    sha256: '0'.repeat(64),
    sizeBytes,
    format: 'JPEG' as const,
    outputPath: path,
    maxPixels: 100_000_000,
    keepMetadata: false,
    wantsHash: false,
    isLazy: false,
    formats: ['JPEG' as const],
  };
  const { thumbnail } = await decoder.process(job, { kind: 'upload', caller: 'load' });
  if (thumbnail.file === null) throw new Error('no thumbnail was made');
  await Promise.all([sync(thumbnail.file.path), sync(images)]);
}

/** Writes and fsyncs the only file of a form. @returns its size */
async function writeFileOf(form: readonly Buffer[], { headers }: IncomingMessage, path: string): Promise<number> {
  const boundary = headers['content-type']?.split('boundary=')[1] ?? '';
  const begin = (form[0]?.indexOf('\r\n\r\n') ?? 0) + 4;
  const end = form.reduce((sum, { length }) => sum + length, 0) - `\r\n--${boundary}--\r\n`.length;
  let at = 0;
  const chunks = form.map((chunk) => {
    const from = at;
    at += chunk.length;
    return chunk.subarray(Math.max(0, begin - from), Math.max(0, end - from));
  });
  const handle = await open(path, 'wx');
  await handle.writev(chunks);
  await handle.sync();
  await handle.close();
  return end - begin;
}

async function sync(path: string): Promise<void> {
  const handle = await open(path);
  await handle.sync();
  await handle.close();
}

server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
