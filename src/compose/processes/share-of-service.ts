import { join, resolve } from 'node:path';
import type { Config } from '../../config.ts';

/**
 * The settings of one process. Bounds are for the service: its processes divide decoders, memory, copies of blobs on the
 * disk, uploads and connections.
 * @param number of the process; 0 = the primary one; undefined where one process serves
 */
export function shareOfService(config: Config, number: number | undefined): Config {
  const { http, imaging, storage } = config;
  const count = http.serviceProcesses;
  if (number === undefined) return config;
  const part = (total: number) => Math.floor(total / count) + (number < total % count ? 1 : 0);
  /** Of what is unlimited at 0, and needed in each process. */
  const atLeastOne = (total: number) => (total === 0 ? 0 : Math.max(1, part(total)));
  const blobCacheDir = resolve(storage.blobCacheDir ?? join(storage.dataDir, 'blob-cache'));
  return {
    ...config,
    http: {
      ...http,
      answerCacheBytes: part(http.answerCacheBytes),
      maxConnections: atLeastOne(http.maxConnections),
      connectionsPerAddress: atLeastOne(http.connectionsPerAddress),
    },
    imaging: {
      ...imaging,
      processes: atLeastOne(imaging.processes),
      maxWaiting: atLeastOne(imaging.maxWaiting),
      uploadsAtOnce: atLeastOne(imaging.uploadsAtOnce),
    },
    storage: {
      ...storage,
      memoryCacheBytes: part(storage.memoryCacheBytes),
      blobCacheBytes: part(storage.blobCacheBytes),
      // The primary process adopts those of earlier runs, or evicts them.
      blobCacheDir: number === 0 ? storage.blobCacheDir : join(blobCacheDir, `worker-${number}`),
    },
  };
}
