import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// The reference of delivery: a bare Node.js server with files in memory, the n-th at /n with two header fields. At
// /n/fields it has the fields of FILE.json, names and values in turn, where there is such a file. Prints its address.
//   node bench/support/bare-http.ts FILE…

const files = process.argv.slice(2).map((path) => ({
  bytes: readFileSync(path),
  fields: existsSync(`${path}.json`) ? (JSON.parse(readFileSync(`${path}.json`, 'utf8')) as string[]) : undefined,
}));
const server = createServer((request, response) => {
  const [, index, kind] = request.url?.split('/') ?? [];
  const file = files[Number(index)];
  if (file === undefined) response.writeHead(404).end();
  else if (kind === 'fields') response.writeHead(200, file.fields).end(file.bytes);
  else response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': file.bytes.length }).end(file.bytes);
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
