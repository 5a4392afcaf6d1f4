import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { WrittenFile } from './port.ts';

/** Size and SHA-256 of a file. */
export async function describeFile(path: string): Promise<WrittenFile> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return { path, sizeBytes: (await stat(path)).size, sha256: hash.digest('hex') };
}
