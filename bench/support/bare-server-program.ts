import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import multipart from '@fastify/multipart';
import Fastify from 'fastify';

// The reference for uploads without thumbnails: writes each file of a form, fsyncs it and its directory, and answers.
// Prints its address.
//   node bench/support/bare-server-program.ts DIRECTORY

const [directory = ''] = process.argv.slice(2);
const MAX_BYTES = 64 * 2 ** 20;
let count = 0;

const app = Fastify();
await app.register(multipart, { limits: { fileSize: MAX_BYTES } });
app.post('/api/v1/upload', async (request) => {
  const part = await request.file();
  if (part === undefined) throw new Error('there is no file');
  const path = join(directory, String(count++));
  await pipeline(part.file, createWriteStream(path, { flush: true }));
  const folder = await open(directory);
  await folder.sync();
  await folder.close();
  return { success: true };
});
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
