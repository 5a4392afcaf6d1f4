import { type Exchange, type StreamBody, sendsStreams } from './exchange.ts';

/** Bytes of known length that can be read again for each attempt; `imgd-client/node` makes one of a file. */
export interface NamedStream {
  filename: string;
  sizeBytes: number;
  /** Reads from byte `start` to before byte `end`. */
  open(start: number, end: number): AsyncIterable<Uint8Array>;
}

/** A Blob or File, or a stream with its name and size. */
export type UploadSource = Blob | NamedStream;

export function nameOf(source: UploadSource): string {
  if (!(source instanceof Blob)) return source.filename;
  return 'name' in source ? String(source.name) : 'blob';
}

export function sizeOf(source: UploadSource): number {
  return source instanceof Blob ? source.size : source.sizeBytes;
}

/**
 * The bytes of a source from `start` to before `end`, as a body: a Blob where the platform counts what it sends,
 * otherwise a stream that counts itself.
 */
export function partOf(
  source: UploadSource,
  start: number,
  end: number,
  onProgress?: (sent: number) => void,
): Blob | StreamBody {
  if (source instanceof Blob && !(sendsStreams && onProgress)) return source.slice(start, end);
  return counted([{ source, start, end }], [new Uint8Array(), new Uint8Array()], onProgress);
}

/**
 * A form (RFC 7578) of files and text fields. It reads the files when the body is sent.
 * @param onProgress called with the bytes of all files that were handed to the network
 * @returns a body and its headers
 */
export function formOf(
  fieldName: string,
  sources: readonly UploadSource[],
  fields: Readonly<Record<string, string>>,
  onProgress?: (sentBytes: number) => void,
): Pick<Exchange, 'body'> & { headers: Record<string, string> } {
  const blobs = sources.filter((source) => source instanceof Blob);
  if (blobs.length === sources.length && !(sendsStreams && onProgress)) {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    for (const blob of blobs) form.append(fieldName, blob, nameOf(blob));
    return { body: form, headers: {} };
  }
  const boundary = `imgd-${randomHex()}`;
  const encode = (text: string) => new TextEncoder().encode(text);
  const head = (name: string, rest: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name=${name}${rest}\r\n`;
  const texts = Object.entries(fields).map(([name, value]) => `${head(quoted(name), '')}\r\n${value}\r\n`);
  const heads = sources.map(
    (source) =>
      `${head(quoted(fieldName), `; filename=${quoted(nameOf(source))}`)}Content-Type: application/octet-stream\r\n\r\n`,
  );
  const between = [...heads, `--${boundary}--\r\n`].map((text, index) =>
    encode(index === 0 ? texts.join('') + text : `\r\n${text}`),
  );
  const parts = sources.map((source) => ({ source, start: 0, end: sizeOf(source) }));
  const body = counted(parts, between, onProgress);
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}

interface Part {
  source: UploadSource;
  start: number;
  end: number;
}

/** Parts with bytes before, between and behind them: one more than parts. Only the bytes of the parts count. */
function counted(parts: readonly Part[], between: Uint8Array[], onProgress?: (sentBytes: number) => void): StreamBody {
  let failure: unknown;
  async function* open() {
    let sentBytes = 0;
    onProgress?.(sentBytes);
    for (const [index, part] of parts.entries()) {
      yield between[index] as Uint8Array;
      try {
        for await (const chunk of exactly(part)) {
          yield chunk;
          sentBytes += chunk.byteLength;
          onProgress?.(sentBytes);
        }
      } catch (error) {
        failure = error;
        throw error;
      }
    }
    yield between.at(-1) as Uint8Array;
  }
  return {
    length:
      parts.reduce((sum, { start, end }) => sum + end - start, 0) +
      between.reduce((sum, bytes) => sum + bytes.byteLength, 0),
    open,
    failure: () => failure,
  };
}

/** The bytes of a part. @throws Error when their number is not the expected one */
async function* exactly({ source, start, end }: Part): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  const chunks = source instanceof Blob ? chunksOf(source.slice(start, end)) : source.open(start, end);
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    if (bytes > end - start) break;
    yield chunk;
  }
  if (bytes !== end - start) throw new Error(`${nameOf(source)} changed while it was sent`);
}

/** The stream of a Blob; some browsers cannot iterate over it. */
async function* chunksOf(blob: Blob): AsyncGenerator<Uint8Array> {
  const reader = blob.stream().getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
}

/** Escapes a name as browsers do (WHATWG HTML, multipart/form-data encoding). */
function quoted(name: string): string {
  return `"${name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')}"`;
}

/** 128 random bits; crypto.randomUUID is missing on pages without TLS. */
export function randomHex(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
