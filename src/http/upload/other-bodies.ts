import { PassThrough } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../core/errors.ts';
import { watchBodySize, watchSlowBody } from '../protocol/watch-body.ts';
import { type Fields, MAX_NAME_BYTES, MAX_TEXT_FIELDS, MAX_VALUE_BYTES } from './multipart.ts';

/**
 * The body of a request as it arrives.
 * @throws AppError REQUEST_TOO_LARGE, REQUEST_TIMEOUT, INVALID_MULTIPART when the client disconnects
 */
export async function* bodyOf({ raw }: Pick<FastifyRequest, 'raw'>, maxBytes: number): AsyncGenerator<Buffer> {
  const body = new PassThrough();
  // After a refusal nothing reads the body, and its failure does not matter.
  body.on('error', () => {});
  const fail = (error: AppError) => body.destroy(error);
  const watches = [watchSlowBody(raw, fail), watchBodySize(raw, maxBytes, fail)];
  raw.pipe(body);
  try {
    yield* body as AsyncIterable<Buffer>;
  } finally {
    raw.unpipe(body);
    for (const watch of watches) watch.stop();
  }
}

interface PairOptions {
  /** Names of values with a file, which are not held in memory. */
  isUpload: (name: string) => boolean;
  textFields: readonly string[];
  onFile: (name: string, source: AsyncIterable<Buffer>) => Promise<void>;
  onField: (name: string, value: string) => Promise<void>;
}

const AMPERSAND = 0x26;
const EQUALS = 0x3d;

/**
 * Reads an application/x-www-form-urlencoded body (URL Standard, section 5.1) as a stream.
 * @returns its text fields; the last of repeated fields counts
 * @throws AppError INVALID_REQUEST beyond the limits of names, values and their number; errors of `onFile` and `onField`
 */
export async function readPairs(body: AsyncIterable<Buffer>, options: PairOptions): Promise<Fields> {
  const reader = createReader(body);
  const fields = new Map<string, string>();
  for (let count = 0; ; count++) {
    const { text: name, end } = await reader.textUntil([EQUALS, AMPERSAND], MAX_NAME_BYTES);
    if (name === '' && end === undefined) return fields;
    if (count >= MAX_TEXT_FIELDS) throw tooMuch(`more than ${MAX_TEXT_FIELDS} fields`);
    if (end === EQUALS && options.isUpload(name)) {
      await options.onFile(name, unescapedBytes(reader.bytesUntil(AMPERSAND)));
      // The rest of a value that was not read to its end.
      for await (const _rest of reader.bytesUntil(AMPERSAND));
      continue;
    }
    const value = end === EQUALS ? (await reader.textUntil([AMPERSAND], MAX_VALUE_BYTES)).text : '';
    if (!options.textFields.includes(name)) continue;
    fields.set(name, value);
    await options.onField(name, value);
  }
}

function tooMuch(what: string): AppError {
  return new AppError('INVALID_REQUEST', { detail: `The URL-encoded body has ${what}.` });
}

/** Reads a body up to delimiters, and no further. */
function createReader(body: AsyncIterable<Buffer>) {
  const chunks = body[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  let hasEnded = false;
  /** The delimiter that ended the last value was read. */
  let isBetween = true;
  const fill = async () => {
    while (rest.length === 0 && !hasEnded) {
      const { done, value } = await chunks.next();
      if (done === true) hasEnded = true;
      else rest = value;
    }
    return rest.length > 0;
  };
  const firstOf = (delimiters: readonly number[]) => rest.findIndex((byte) => delimiters.includes(byte));
  return {
    /** @returns the text before the delimiter, and the delimiter; undefined at the end of the body */
    async textUntil(delimiters: readonly number[], maxBytes: number): Promise<{ text: string; end?: number }> {
      const read: Buffer[] = [];
      let bytes = 0;
      while (await fill()) {
        const at = firstOf(delimiters);
        const part = at < 0 ? rest : rest.subarray(0, at);
        read.push(part);
        bytes += part.length;
        // An escape has three bytes.
        if (bytes > maxBytes * 3) throw tooMuch(`a name or value of more than ${maxBytes} bytes`);
        const end = at < 0 ? undefined : rest[at];
        rest = at < 0 ? Buffer.alloc(0) : rest.subarray(at + 1);
        isBetween = end === AMPERSAND;
        if (end !== undefined) return { text: unescapedText(Buffer.concat(read)), end };
      }
      return { text: unescapedText(Buffer.concat(read)) };
    },
    async *bytesUntil(delimiter: number): AsyncGenerator<Buffer> {
      while (!isBetween && (await fill())) {
        const at = rest.indexOf(delimiter);
        const part = at < 0 ? rest : rest.subarray(0, at);
        rest = at < 0 ? Buffer.alloc(0) : rest.subarray(at + 1);
        isBetween = at >= 0;
        if (part.length > 0) yield part;
      }
    },
  };
}

/** A malformed escape stays as it is, as the standard says. */
function unescapedText(bytes: Buffer): string {
  const latin1 = bytes
    .toString('latin1')
    .replaceAll('+', ' ')
    .replace(/%([0-9a-f]{2})/gi, unescapeOne);
  return Buffer.from(latin1, 'latin1').toString('utf8');
}

const unescapeOne = (_escape: string, hex: string) => String.fromCharCode(Number.parseInt(hex, 16));

/** The bytes of an escaped value. A `+` is a space. */
async function* unescapedBytes(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let carry = '';
  for await (const chunk of source) {
    const text = carry + chunk.toString('latin1');
    const cut = /%[0-9a-f]?$/i.exec(text)?.index ?? text.length;
    carry = text.slice(cut);
    const whole = text
      .slice(0, cut)
      .replaceAll('+', ' ')
      .replace(/%([0-9a-f]{2})/gi, unescapeOne);
    if (whole !== '') yield Buffer.from(whole, 'latin1');
  }
  if (carry !== '') yield Buffer.from(carry, 'latin1');
}
