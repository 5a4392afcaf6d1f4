import { connect } from 'node:net';
import { faultOfErrorBody } from './client.ts';

const GIVE_UP_MS = 15_000;

/** Sends bytes as they are, ends, and reads until the service closes. @returns what came; a hang rejects */
export function sendRaw(url: string, bytes: Buffer): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect({ host: hostname, port: Number(port) });
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`no end within ${GIVE_UP_MS} ms; so far: ${text.slice(0, 200)}`));
    }, GIVE_UP_MS);
    const done = () => {
      clearTimeout(timer);
      resolve(text);
    };
    socket
      .setEncoding('latin1')
      .on('data', (chunk) => {
        text += chunk;
      })
      // A reset is an end as well: the service does not have to read on.
      .on('error', done)
      .on('close', done)
      .end(bytes);
  });
}

/** What is wrong with the answers that came over a connection: 5xx, or an error whose body has not the documented shape. */
export function faultsOfRaw(text: string): string[] {
  const faults: string[] = [];
  for (const answer of text.split(/(?=^HTTP\/1\.1 \d{3} )/m)) {
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? 0);
    if (status === 0) continue;
    if (status >= 500) faults.push(`answered ${answer.slice(0, 300)}`);
    const body = answer.slice(answer.indexOf('\r\n\r\n') + 4);
    const json = /^content-type: application\/json/im.test(answer);
    const bodyless = body === '' || /^transfer-encoding: chunked/im.test(answer);
    if (status < 400 || bodyless) continue;
    // Pages are for people: they answer outside the API.
    if (json) faults.push(...[faultOfErrorBody(status, body)].filter((fault) => fault !== undefined));
    else if (!/^content-type: text\/html/im.test(answer)) faults.push(`no JSON: ${answer.slice(0, 300)}`);
  }
  return faults;
}
