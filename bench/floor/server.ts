import { randomBytes } from 'node:crypto';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import multipart from '@fastify/multipart';
import express, { type NextFunction, type Request, type Response } from 'express';
import Fastify from 'fastify';
import multer, { type StorageEngine } from 'multer';
import { receiveFile } from '../../src/actions/upload/receive-file.ts';
import { createFreeSpace } from '../../src/actions/upload/require-free-space.ts';
import { createDiskBlobs } from '../../src/blobs/disk.ts';
import { bearerToken } from '../../src/core/caller.ts';
import { INPUT_FORMATS } from '../../src/core/formats.ts';
import { hashToken, newId, tokenKind } from '../../src/core/ids.ts';
import { DEFAULT_PLANS } from '../../src/core/plans.ts';
import { uploadView } from '../../src/http/images/image-view.ts';
import { API_HEADERS } from '../../src/http/protocol/api-headers.ts';
import { watchBodySize, watchSlowBody } from '../../src/http/protocol/watch-body.ts';
import { stepsUpTo } from './steps.ts';
import { type Owner, openStore, type Received } from './store.ts';

// The references for uploads with the promises of imgd added one after the other, each in the shortest way: what each of
// them costs, and whether imgd costs more than all of them. `eager` begins with the version by hand (express, multer,
// sharp), `lazy` with the bare Fastify, which makes no thumbnail. What imgd has a short function for, this calls. Prints its
// address.
//   node bench/floor/server.ts DIRECTORY eager|lazy STEP [FILE]
// DIRECTORY has a catalog of imgd with one account and its key. With a FILE `eager` answers every GET with it from memory.

const [directory = '', front = '', last = '', file = ''] = process.argv.slice(2);
const steps = stepsUpTo(last);
const isLazy = front === 'lazy';
const incoming = join(directory, 'incoming');
mkdirSync(incoming);
const plan = DEFAULT_PLANS.enterprise;
const MAX_BYTES = 64 * 2 ** 20;
const MIN_FREE_BYTES = 2 ** 28;
const HOST = 'http://localhost:8080';

const catalog = join(directory, 'imgd.sqlite');
const store = await openStore(directory, catalog, { isLazy, steps });
const blobs = await createDiskBlobs(join(directory, 'floor-blobs'));
const freeSpace = createFreeSpace({ blobs, tempDir: incoming, minFreeBytes: MIN_FREE_BYTES });
const reading = new DatabaseSync(catalog, { readOnly: true });
const KEYS = `SELECT keys.id AS keyId, keys.account_id AS accountId, keys.grants, keys.expires_at, accounts.plan,
  accounts.suspended_at, accounts.waiting_for FROM keys JOIN accounts ON accounts.id = keys.account_id`;
const findKey = reading.prepare(`${KEYS} WHERE keys.secret_hash = ?`);
const firstKey = reading.prepare(`${KEYS} LIMIT 1`).get() as unknown as Owner;
const anyBand = reading.prepare('SELECT block_id FROM block_bands LIMIT 1');

/** The owner of the images of a request. @throws Error for a wrong key */
function ownerOf({ authorization }: IncomingMessage['headers']): Owner {
  if (!steps.has('request')) return firstKey;
  const token = bearerToken(authorization ?? '');
  const key = token === undefined || tokenKind(token) !== 'api-key' ? undefined : findKey.get(hashToken(token));
  if (key === undefined || key.suspended_at !== null || key.waiting_for !== null) throw new Error('a wrong key');
  return key as unknown as Owner;
}

/** Receives a file: with the step `hash` as imgd does, else to the disk. */
async function receive(source: Readable): Promise<Received> {
  const path = join(incoming, randomBytes(9).toString('base64url'));
  if (steps.has('hash')) return receiveFile(source, path, { plan, formats: INPUT_FORMATS, freeSpace });
  const file = createWriteStream(path);
  await pipeline(source, file);
  return { path, sizeBytes: file.bytesWritten, sha256: '', format: 'JPEG' };
}

/** Runs the work of a request, which must not send too slowly or too much, and not fill the disk. */
async function watched<T>(request: IncomingMessage, work: () => Promise<T>): Promise<T> {
  if (!steps.has('request')) return work();
  await freeSpace.require();
  const watches = [watchSlowBody, (raw: IncomingMessage, fail: () => void) => watchBodySize(raw, MAX_BYTES, fail)];
  const running = watches.map((watch) => watch(request, () => request.destroy()));
  try {
    return await Promise.race([work(), ...running.map(({ error }) => error)]);
  } finally {
    for (const { stop } of running) stop();
  }
}

/** Stores a received file. @returns the answer */
async function answerFor(file: Received, name: string, owner: Owner) {
  // Only where an administrator has blocked pictures by their look, uploads need another hash.
  if (steps.has('rows') && anyBand.get() !== undefined) throw new Error('there are perceptual blocks');
  const image = await store(file, name, owner);
  const { id } = image;
  const data = steps.has('request') ? uploadView(image, HOST) : { id, url: `/i/${id}.jpg`, thumbnail: `/t/${id}.jpg` };
  return { success: true, data };
}

const headers = () => (steps.has('request') ? { ...API_HEADERS, 'x-request-id': newId('req') } : {});

function listenEager(): void {
  const storage: StorageEngine = {
    _handleFile: (_request, { stream }, done) =>
      void receive(stream).then(({ sizeBytes: size, ...file }) => done(null, { ...file, size } as object), done),
    _removeFile: (_request, _file, done) => done(null),
  };
  const upload = multer({ storage, limits: { fileSize: MAX_BYTES } }).single('file');
  const app = express();
  app.post('/api/v1/upload', async (request, response) => {
    const owner = ownerOf(request.headers);
    response.set(headers());
    await watched(
      request,
      () => new Promise((done, fail) => upload(request, response, (e) => (e ? fail(e) : done(0)))),
    );
    const { path, size, originalname, ...rest } = request.file as Express.Multer.File & Received;
    const { sha256, format } = rest;
    response.json(await answerFor({ path, sizeBytes: size, sha256, format }, originalname, owner));
  });
  // The load ends its connections in the middle of requests.
  app.use((error: Error, request: Request, response: Response, _next: NextFunction) => {
    if (!request.destroyed) process.stderr.write(`${error.stack}\n`);
    response.status(500).end();
  });
  const answer = file === '' ? undefined : readFileSync(file);
  const server = createServer((request, response) => {
    if (answer === undefined || request.method !== 'GET') return app(request, response);
    response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': answer.length }).end(answer);
  });
  server.listen(0, '127.0.0.1', () => {
    process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
  });
}

async function listenLazy(): Promise<void> {
  const app = Fastify();
  await app.register(multipart, { limits: { fileSize: MAX_BYTES } });
  app.post('/api/v1/upload', async (request, reply) => {
    const owner = ownerOf(request.headers);
    reply.headers(headers());
    const [file, name] = await watched(request.raw, async () => {
      const part = await request.file();
      if (part === undefined) throw new Error('there is no file');
      return [await receive(part.file), part.filename] as const;
    });
    return answerFor(file, name, owner);
  });
  process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
}

if (isLazy) await listenLazy();
else listenEager();
