import { readFile, rm } from 'node:fs/promises';
import type { BlobStore } from '../../src/blobs/port.ts';

/**
 * Blobs in memory, for tests: the same contract without durability.
 * @param blobs their storage, for access around the port
 */
export function createMemoryBlobs(blobs = new Map<string, Buffer>()): BlobStore {
  let ownerToken: string | undefined;
  return {
    async put(key, path) {
      blobs.set(key, await readFile(path));
      await rm(path);
      return { moved: true };
    },
    read: async (key) => blobs.get(key),
    async open(key, range) {
      const bytes = blobs.get(key);
      if (bytes === undefined) return undefined;
      return chunksOf(range === undefined ? bytes : bytes.subarray(range.start, range.end + 1));
    },
    link: async () => undefined,
    size: async (key) => blobs.get(key)?.length,
    async delete(key) {
      blobs.delete(key);
    },
    async *list(after = '') {
      for (const key of [...blobs.keys()].sort()) {
        if (key > after) yield { key, sizeBytes: blobs.get(key)?.length ?? 0 };
      }
    },
    abandonUnfinished: async () => 0,
    readOwnerToken: async () => ownerToken,
    async writeOwnerToken(text) {
      ownerToken = text;
    },
    check: async () => ({ freeBytes: null }),
  };
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}
