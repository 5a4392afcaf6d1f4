import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';

/** Bytes of known number that can be read from their beginning, again for each attempt. */
export interface NamedStream {
  filename: string;
  sizeBytes: number;
  open: () => AsyncIterable<Uint8Array>;
}

/** What can be uploaded: the path of a file, a Blob or File, or a stream with its name and size. */
export type UploadSource = string | Blob | NamedStream;

/**
 * Makes any source a stream; nothing is read yet.
 * @throws Error when the path names nothing or no regular file
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
