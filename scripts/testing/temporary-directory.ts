import { chmodSync, closeSync, constants, mkdtempSync, openSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SHARED_MEMORY = '/dev/shm';
/** As statfs(2) names it. */
const TMPFS_MAGIC = 0x01021994;
/** Room for the files of a run and the data of its services. */
const NEEDED_BYTES = 6 * 2 ** 30;

/**
 * Moves the temporary files of this process and of those that it starts into memory, where a sync costs nothing: the tests
 * sync thousands of files. Fault injection, which depends on a real disk, does not call this. Without enough
 * memory, and where TMPDIR is set, the directory of the system stays. The directory is removed with this process.
 * @returns the directory for temporary files
 */
export function useMemoryForTemporaryFiles(): string {
  if (process.env.TMPDIR !== undefined || !hasRoom()) return tmpdir();
  const directory = mkdtempSync(join(SHARED_MEMORY, 'imgd-tests-'));
  // As /tmp: services in it run as other users.
  chmodSync(directory, 0o1777);
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  process.env.TMPDIR = directory;
  return directory;
}

function hasRoom(): boolean {
  const probe = join(SHARED_MEMORY, `imgd-probe-${process.pid}`);
  try {
    const { type, bavail, bsize } = statfsSync(SHARED_MEMORY);
    if (type !== TMPFS_MAGIC || bavail * bsize < NEEDED_BYTES || process.availableMemory() < NEEDED_BYTES) return false;
    // Ceph needs O_DIRECT, which tmpfs has since Linux 6.6.
    closeSync(openSync(probe, constants.O_CREAT | constants.O_RDWR | constants.O_DIRECT));
    return true;
  } catch {
    return false;
  } finally {
    rmSync(probe, { force: true });
  }
}
