import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// The reference of the short run: a bare Node.js server with files in memory, the n-th at /n. Prints its address.
//   node bench/support/bare-http.ts FILE…

const files = process.argv.slice(2).map((path) => readFileSync(path));
const server = createServer((request, response) => {
  const file = files[Number(request.url?.slice(1))];
  if (file === undefined) response.writeHead(404).end();
  else response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': file.length }).end(file);
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
