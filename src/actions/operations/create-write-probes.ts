import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BlobStore, newBlobKey } from '../../blobs/port.ts';
import { probeWrite } from '../../catalog/operations/statistics.ts';
import type { Db } from '../../catalog/schema.ts';
import { randomBase62 } from '../../core/ids.ts';
import type { Clock } from '../../lib/clock.ts';
import { createKept } from '../../lib/coalesce.ts';
import { withTimeout } from '../../lib/retry.ts';

/** Parts of the service that may still be read when they can no longer be written. */
export type WrittenPart = 'database' | 'storage' | 'disk';

/** Writes a little to a part, at most every few seconds for all callers together. @returns whether it worked */
export type WriteProbes = Record<WrittenPart, () => Promise<boolean>>;

export interface ProbeDeps {
  db: Db;
  clock: Clock;
  /** The store itself, without its cache. */
  blobs: BlobStore;
  tempDir: string;
  /** Called for each probe that has failed. */
  onFailure(part: WrittenPart, error: unknown): void;
}

const KEPT_MS: Record<WrittenPart, number> = {
  database: 5_000,
  disk: 5_000,
  // Remote stores bill each request.
  storage: 15_000,
};
/** A probe load balancer waits for the answer. */
const TIMEOUT_MS = 3_000;
const PROBE_BYTES = Buffer.alloc(4_096, 'imgd');

/**
 * Probes by real writes: a full quota, a read-only database and a read-only file system answer every read. A blob that
 * a crash leaves behind is an orphan, which the collector removes.
 */
export function createWriteProbes({ db, clock, blobs, tempDir, onFailure }: ProbeDeps): WriteProbes {
  async function withFile<T>(use: (path: string) => Promise<T>): Promise<T> {
    const path = join(tempDir, `probe-${randomBase62(12)}`);
    try {
      await writeFile(path, PROBE_BYTES);
      return await use(path);
    } finally {
      await rm(path, { force: true });
    }
  }

  async function probeStorage(): Promise<void> {
    const key = newBlobKey(clock.now());
    let hasFile = false;
    await withFile(async (path) => {
      hasFile = true;
      await blobs.put(key, path);
    }).catch((error) => {
      // Without the file, the disk is to blame, which has a probe of its own.
      if (hasFile) throw error;
    });
    if (hasFile) await blobs.delete(key);
  }

  const probe = (part: WrittenPart, write: () => Promise<void>) =>
    createKept(KEPT_MS[part], async () => {
      try {
        await withTimeout(TIMEOUT_MS, write);
        return true;
      } catch (error) {
        onFailure(part, error);
        return false;
      }
    });

  return {
    database: probe('database', () => probeWrite(db, clock.now())),
    storage: probe('storage', probeStorage),
    disk: probe('disk', () => withFile(async () => {})),
  };
}
