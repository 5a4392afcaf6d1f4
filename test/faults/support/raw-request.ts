import { connect } from 'node:net';
import { errorBodyProblem } from './client.ts';

const GIVE_UP_MS = 15_000;

/** Sends raw bytes and reads until the service closes the connection. @throws Error when it does not */
export function sendRaw(url: string, bytes: Buffer): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect({ host: hostname, port: Number(port) });
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`connection still open after ${GIVE_UP_MS} ms; received: ${text.slice(0, 200)}`));
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
      // A reset is allowed: the service does not have to read the rest.
      .on('error', done)
      .on('close', done)
      .end(bytes);
  });
}

/** Problems of the responses on a connection: a 5xx, or an error body without the documented shape. */
export function rawResponseProblems(text: string): string[] {
  const problems: string[] = [];
  for (const answer of text.split(/(?=^HTTP\/1\.1 \d{3} )/m)) {
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? 0);
    if (status === 0) continue;
    if (status >= 500) problems.push(`received ${answer.slice(0, 300)}`);
    const body = answer.slice(answer.indexOf('\r\n\r\n') + 4);
    const json = /^content-type: application\/json/im.test(answer);
    const bodyless = body === '' || /^transfer-encoding: chunked/im.test(answer);
    if (status < 400 || bodyless) continue;
    // Pages outside the API respond with HTML.
    if (json) problems.push(...[errorBodyProblem(status, body)].filter((problem) => problem !== undefined));
    else if (!/^content-type: text\/html/im.test(answer)) problems.push(`not JSON: ${answer.slice(0, 300)}`);
  }
  return problems;
}
