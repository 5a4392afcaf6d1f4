import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import express, { type NextFunction, type Request, type Response } from 'express';
import multer from 'multer';
import sharp from 'sharp';

// The reference for uploads: what somebody writes in an afternoon with express, multer and sharp. It receives a file,
// makes its thumbnail, moves both into place, writes one row and answers the links. `durable` fsyncs both files and their
// folders, and SQLite commits with synchronous=FULL. It hashes, checks, limits and scrubs nothing. Prints its address.
//   node bench/support/by-hand-program.ts DIRECTORY durable|plain

const [directory = '', mode = ''] = process.argv.slice(2);
const isDurable = mode === 'durable';
const [incoming, images, thumbnails] = ['incoming', 'images', 'thumbnails'].map((name) => join(directory, name)) as [
  string,
  string,
  string,
];
for (const folder of [incoming, images, thumbnails]) mkdirSync(folder);

const db = new DatabaseSync(join(directory, 'images.sqlite'));
db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${isDurable ? 'FULL' : 'OFF'};`);
db.exec('CREATE TABLE images (id TEXT PRIMARY KEY, name TEXT, format TEXT, width INT, height INT, bytes INT, at INT)');
const insert = db.prepare('INSERT INTO images VALUES (?, ?, ?, ?, ?, ?, ?)');

const upload = multer({ dest: incoming, limits: { fileSize: 64 * 2 ** 20 } });
const app = express();
app.post('/api/v1/upload', upload.single('file'), async (request, response) => {
  const { file } = request;
  if (file === undefined) {
    response.status(400).json({ success: false });
    return;
  }
  const id = randomBytes(9).toString('base64url');
  const { format, width, height } = await sharp(file.path).metadata();
  const name = `${id}.${format === 'jpeg' ? 'jpg' : format}`;
  const thumbnail = sharp(file.path).rotate().resize(320, 320, { fit: 'inside', withoutEnlargement: true });
  const paths = [join(images, name), join(thumbnails, name)] as const;
  await (format === 'png' ? thumbnail.png() : thumbnail.jpeg({ quality: 80 })).toFile(paths[1]);
  await rename(file.path, paths[0]);
  if (isDurable) await Promise.all([...paths, images, thumbnails].map(sync));
  insert.run(id, file.originalname, format, width, height, file.size, Date.now());
  response.json({ success: true, data: { id, url: `/i/${name}`, thumbnail: `/t/${name}` } });
});

// The load ends its connections in the middle of requests.
app.use((error: Error, _request: Request, response: Response, _next: NextFunction) => {
  if (error.message !== 'Request aborted') process.stderr.write(`${error.stack}\n`);
  response.status(500).end();
});

async function sync(path: string): Promise<void> {
  const handle = await open(path);
  await handle.sync();
  await handle.close();
}

const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  process.stdout.write(`http://127.0.0.1:${address.port}\n`);
});
