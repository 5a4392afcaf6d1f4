import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// The floor of many different answers: a bare Node.js server with one answer in memory for each path that was ever asked.
// Prints its address.
//   node bench/support/many-answers-program.ts BYTES

const bytes = Number(process.argv[2]);
const answers = new Map<string, Buffer>();

const server = createServer(({ url = '' }, response) => {
  let answer = answers.get(url);
  if (answer === undefined) {
    answer = Buffer.from(url.padEnd(bytes));
    answers.set(url, answer);
  }
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length }).end(answer);
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
