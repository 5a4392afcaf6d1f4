// Gives the visitors of your pages upload tickets, so that no key is in a page. Node.js 20:
//   IMGD_URL=https://images.example IMGD_CLIENT_KEY=imgd_… node server.js
import { createServer } from 'node:http';
import process from 'node:process';

const { IMGD_URL, IMGD_CLIENT_KEY, PORT = '3000', PAGES = '*' } = process.env;

createServer(async (request, response) => {
  response.setHeader('access-control-allow-origin', PAGES);
  response.setHeader('content-type', 'application/json');
  // Ask here who the visitor is: a ticket allows to upload three images of 5 MB to your album within ten minutes.
  if (request.method !== 'POST' || request.url !== '/ticket') return response.writeHead(404).end('{}');
  const answer = await fetch(`${IMGD_URL}/api/v1/tickets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${IMGD_CLIENT_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ uploads: 3, expires_in: 600, max_bytes: 5_000_000, album: 'From the page' }),
  }).catch(() => undefined);
  const { data } = answer?.ok ? await answer.json() : {};
  response.writeHead(data ? 200 : 502).end(JSON.stringify({ ticket: data?.ticket }));
}).listen(PORT, () => process.stdout.write(`tickets at http://localhost:${PORT}/ticket\n`));
