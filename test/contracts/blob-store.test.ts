import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { createCachedBlobs } from '../../src/blobs/cached.ts';
import { createDiskBlobs } from '../../src/blobs/disk.ts';
import { createFallbackBlobs } from '../../src/blobs/fallback.ts';
import { createMemoryBlobs } from '../support/memory-blobs.ts';
import { blobStoreContract } from './blob-store.ts';

blobStoreContract('disk', async (directory) => {
  const root = join(directory, 'blobs');
  return {
    store: await createDiskBlobs(root),
    async plant(key, bytes) {
      await mkdir(dirname(join(root, key)), { recursive: true });
      await writeFile(join(root, key), bytes);
    },
    peek: (key) => readFile(join(root, key)),
    async keys() {
      const entries = await readdir(root, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile());
      return files.map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'));
    },
    close: async () => {},
  };
});

blobStoreContract('memory', async () => {
  const blobs = new Map<string, Buffer>();
  return {
    store: createMemoryBlobs(blobs),
    plant: async (key, bytes) => void blobs.set(key, bytes),
    peek: async (key) => blobs.get(key),
    keys: async () => [...blobs.keys()],
    close: async () => {},
  };
});

blobStoreContract('a cache in front of memory', async (directory) => {
  const blobs = new Map<string, Buffer>();
  const options = { directory: join(directory, 'cache'), maxBytes: 2 ** 24, maxAgeMs: 60_000 };
  const store = await createCachedBlobs(createMemoryBlobs(blobs), options);
  return {
    store,
    plant: async (key, bytes) => void blobs.set(key, bytes),
    peek: async (key) => blobs.get(key),
    keys: async () => [...blobs.keys()],
    close: async () => store.close(),
  };
});

blobStoreContract('a store with a fallback', async () => {
  const [blobs, old] = [new Map<string, Buffer>(), new Map<string, Buffer>()];
  let planted = 0;
  return {
    store: createFallbackBlobs(createMemoryBlobs(blobs), createMemoryBlobs(old)),
    // Alternates between the old store, both, and the new one.
    async plant(key, bytes) {
      const step = planted++ % 3;
      if (step < 2) old.set(key, bytes);
      if (step > 0) blobs.set(key, bytes);
    },
    peek: async (key) => blobs.get(key) ?? old.get(key),
    keys: async () => [...new Set([...blobs.keys(), ...old.keys()])],
    close: async () => {},
  };
});
