import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { NamedStream } from './sources.ts';

/** The path of an upload is not that of a regular file. */
export class NotAFileError extends Error {}

/**
 * A file as the source of an upload; its bytes are read while they are sent.
 * @throws NotAFileError, and the system error of a path that does not exist
 */
export async function fileSource(path: string, filename = basename(path)): Promise<NamedStream> {
  const stats = await stat(path);
  if (!stats.isFile()) throw new NotAFileError(`${path} is not a file`);
  return {
    filename,
    sizeBytes: stats.size,
    // One byte more, to notice a file that grows.
    open: (start, end) => createReadStream(path, { start, end: end === stats.size ? end : end - 1 }),
  };
}
