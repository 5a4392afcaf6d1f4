import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';

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
