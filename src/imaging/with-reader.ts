import { closeSync, openSync } from 'node:fs';
import { CorruptImageError } from './errors.ts';
import { type ByteReader, createByteReader } from './file-bytes.ts';

/**
 * Lends random access to a file's bytes for the duration of `use`.
 * Reading past the end throws CorruptImageError; file system errors pass through.
 */
export function withReader<T>(path: string, use: (reader: ByteReader) => T): T {
  const fd = openSync(path, 'r');
  try {
    return use(createByteReader(fd, (offset, length) => new CorruptImageError(offset, `ends before ${length} bytes`)));
  } finally {
    closeSync(fd);
  }
}
