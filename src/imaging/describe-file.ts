import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import type { WrittenFile } from './port.ts';

const PIECE_BYTES = 256 * 1024;

/**
 * Size and SHA-256 of a file.
 * Synchronous: for decoder processes, where a stream would cost more than the reading.
 */
export function describeFile(path: string): WrittenFile {
  const hash = createHash('sha256');
  const piece = Buffer.allocUnsafe(PIECE_BYTES);
  const file = openSync(path, 'r');
  try {
    let sizeBytes = 0;
    for (;;) {
      const count = readSync(file, piece);
      if (count === 0) return { path, sizeBytes, sha256: hash.digest('hex') };
      sizeBytes += count;
      hash.update(piece.subarray(0, count));
    }
  } finally {
    closeSync(file);
  }
}
