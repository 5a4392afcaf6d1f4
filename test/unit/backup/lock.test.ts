import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { lockStore } from '../../../src/backup/lock.ts';
import { createMemoryBlobs } from '../../support/memory-blobs.ts';

const NOW = Date.UTC(2026, 0, 1);
const clock = { now: () => NOW };

let tempDir: string;
before(async () => {
  tempDir = await mkdtemp(join(tmpdir(), 'imgd-lock-test-'));
});
after(() => rm(tempDir, { recursive: true }));

/** A target whose store has the lock of another run. */
function targetLockedBy(holder: object | undefined) {
  const blobs = new Map<string, Buffer>();
  if (holder !== undefined) blobs.set('locks/other', Buffer.from(JSON.stringify(holder)));
  return { blobs, target: { name: 's3://bucket/backups/', store: createMemoryBlobs(blobs), tempDir } };
}

describe('the lock of a target without locks of its own', () => {
  it('is held by one run, and free after it', async () => {
    const { blobs, target } = targetLockedBy(undefined);
    const unlock = await lockStore(target, clock);
    await assert.rejects(
      lockStore(target, clock),
      /Another backup into s3:\/\/bucket\/backups\/ runs on .* its lock ends at/,
    );
    await unlock();
    assert.deepEqual([...blobs.keys()], []);
    await (await lockStore(target, clock))();
  });

  it('of another machine ends when it is not renewed', async () => {
    const holder = { host: 'elsewhere', pid: 1 };
    const fresh = targetLockedBy({ ...holder, renewedAt: NOW - 299_000 });
    await assert.rejects(lockStore(fresh.target, clock), /runs on elsewhere \(process 1\)/);
    const stale = targetLockedBy({ ...holder, renewedAt: NOW - 301_000 });
    await (await lockStore(stale.target, clock))();
    assert.deepEqual([...stale.blobs.keys()], []);
  });

  it('of a killed process of this machine ends at once', async () => {
    const { target } = targetLockedBy({ host: hostname(), pid: 2 ** 30, renewedAt: NOW });
    await (await lockStore(target, clock))();
  });
});
