import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';

/** A multipart/form-data body (RFC 7578), written while it is sent. */
export interface MultipartBody {
  contentType: string;
  /** Bytes of the whole body. */
  contentLength: number;
  /** A new stream of the body, for each attempt. */
  open(): ReadableStream<Uint8Array>;
  /** The error of a file that could not be read; fetch reports it as a network error. */
  failure(): unknown;
}

/**
 * Builds a form of files and text fields. It reads the files when the body is sent.
 * @param onProgress called with the bytes of all files that were handed to the network
 */
export function multipartBody(
  fieldName: string,
  files: readonly NamedStream[],
  fields: Readonly<Record<string, string>>,
  onProgress: (sentBytes: number) => void = () => {},
): MultipartBody {
  const boundary = `imgd-${crypto.randomUUID()}`;
  const text = new TextEncoder();
  const fieldParts = text.encode(
    Object.entries(fields)
      .map(([name, value]) => `${head(boundary, name)}\r\n${value}\r\n`)
      .join(''),
  );
  const heads = files.map(({ filename }) =>
    text.encode(`${head(boundary, fieldName, filename)}Content-Type: application/octet-stream\r\n\r\n`),
  );
  const lineEnd = text.encode('\r\n');
  const tail = text.encode(`--${boundary}--\r\n`);

  let failure: unknown;

  async function* parts(): AsyncGenerator<Uint8Array> {
    let sentBytes = 0;
    onProgress(sentBytes);
    yield fieldParts;
    for (const [index, file] of files.entries()) {
      yield heads[index]!;
      for await (const chunk of exactly(file, (error) => {
        failure = error;
      })) {
        yield chunk;
        sentBytes += chunk.byteLength;
        onProgress(sentBytes);
      }
      yield lineEnd;
    }
    yield tail;
  }

  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    contentLength:
      sum([fieldParts, ...heads, tail].map((bytes) => bytes.byteLength)) +
      sum(files.map(({ sizeBytes }) => sizeBytes + lineEnd.byteLength)),
    open: () => ReadableStream.from(parts()),
    failure: () => failure,
  };
}

/** The bytes of a file. @throws Error when its length is no longer the Content-Length */
async function* exactly(file: NamedStream, onFailure: (error: unknown) => void): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const chunk of file.open()) {
      bytes += chunk.byteLength;
      if (bytes > file.sizeBytes) break;
      yield chunk;
    }
    if (bytes !== file.sizeBytes) throw new Error(`${file.filename} changed while it was sent`);
  } catch (error) {
    onFailure(error);
    throw error;
  }
}

/** Escapes a name as browsers do (WHATWG HTML, multipart/form-data encoding). */
function head(boundary: string, name: string, filename?: string): string {
  const quoted = (value: string) => `"${value.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')}"`;
  const file = filename === undefined ? '' : `; filename=${quoted(filename)}`;
  return `--${boundary}\r\nContent-Disposition: form-data; name=${quoted(name)}${file}\r\n`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** A stream of known length that can be opened again for each attempt. */
export interface NamedStream {
  filename: string;
  sizeBytes: number;
  open: () => AsyncIterable<Uint8Array>;
}

/** The path of a file, a Blob or File, or a stream with its name and size. */
export type UploadSource = string | Blob | NamedStream;

/**
 * Converts a source to a stream that reads when it is opened.
 * @throws Error when the path does not exist or is not a regular file
 */
export async function openSource(source: UploadSource): Promise<NamedStream> {
  if (typeof source === 'string') {
    const stats = await stat(source);
    if (!stats.isFile()) throw new Error(`${source} is not a file`);
    return { filename: basename(source), sizeBytes: stats.size, open: () => createReadStream(source) };
  }
  if (source instanceof Blob) {
    const filename = source instanceof File ? source.name : 'blob';
    return { filename, sizeBytes: source.size, open: () => source.stream() };
  }
  return source;
}
