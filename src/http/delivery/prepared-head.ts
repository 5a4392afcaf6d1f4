import { IncomingMessage, ServerResponse, STATUS_CODES, validateHeaderName, validateHeaderValue } from 'node:http';
import { Socket } from 'node:net';

/** Header fields that many answers share, and their text once an answer was sent with it. */
export interface FixedFields {
  /** Names and values in turn, as `writeHead` takes them. Never changes. */
  readonly list: readonly string[];
  text?: string;
}

/** The head of an answer, except for the fields that each answer has. */
export interface Head {
  status: number;
  fixed: FixedFields;
  /** More names and values in turn, of this answer only. */
  headers: readonly string[];
}

/** Node.js keeps the text of a head in this member, which it does not document. */
type WithText = ServerResponse & { _header: string };

/** Whether this Node.js takes a text for the head that it would have written. */
const TAKES_TEXT = (() => {
  const probe = new ServerResponse(new IncomingMessage(new Socket())) as WithText;
  probe._header = 'HTTP/1.1 200 OK\r\n\r\n';
  return probe.headersSent;
})();

/**
 * Writes heads of answers with a known length to a server whose connections stay open. It gives the same bytes as
 * `writeHead`, which checks and joins all fields again for each answer: fixed fields are checked and joined once. What is
 * not plain HTTP/1.1 over a connection that stays open goes through `writeHead`.
 * @param common names and values in turn, of every answer
 * @param keepAliveMs of the server
 * @throws TypeError at the first answer with a field that HTTP does not allow
 */
export function createHeadWriter(
  common: readonly string[],
  keepAliveMs: number,
): (request: IncomingMessage, response: ServerResponse, requestId: string, head: Head) => void {
  const begin = flat(textOf(common));
  const end = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveMs / 1_000)}\r\n\r\n`;
  return (request, response, requestId, { status, fixed, headers }) => {
    const isPlain = request.httpVersion === '1.1' && response.shouldKeepAlive && request.headers.expect === undefined;
    if (!isPlain || !TAKES_TEXT) {
      response.writeHead(status, ['x-request-id', requestId, ...common, ...fixed.list, ...headers]);
      return;
    }
    fixed.text ??= flat(textOf(fixed.list));
    const own = headers.length === 0 ? fixed.text : fixed.text + textOf(headers);
    const line = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nx-request-id: ${requestId}\r\n`;
    response.statusCode = status;
    (response as WithText)._header = `${line}${begin}${own}Date: ${dateText()}\r\n${end}`;
  };
}

/** The same text in one piece: V8 keeps a joined text as its parts until it is written, and would join them each time. */
function flat(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}

function textOf(fields: readonly string[]): string {
  let text = '';
  for (let i = 0; i < fields.length; i += 2) {
    const [name, value] = [fields[i] as string, fields[i + 1] as string];
    validateHeaderName(name);
    validateHeaderValue(name, value);
    text += `${name}: ${value}\r\n`;
  }
  return text;
}

let second = 0;
let date = '';

function dateText(): string {
  const now = Math.floor(Date.now() / 1_000);
  if (now !== second) {
    second = now;
    date = new Date(now * 1_000).toUTCString();
  }
  return date;
}
