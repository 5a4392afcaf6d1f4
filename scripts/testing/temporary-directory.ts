import { chmodSync, closeSync, constants, mkdtempSync, openSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** As statfs(2) names it. */
const TMPFS_MAGIC = 0x01021994;
const PREFIX = 'imgd-tests-';
const IN_MEMORY: Place = { parent: '/dev/shm', neededBytes: 6 * 2 ** 30 };

interface Place {
  /** A file system in memory. */
  parent: string;
  /** Room for the files of a run and the data of its services. */
  neededBytes: number;
}

/**
 * Moves the temporary files of this process and of those that it starts into memory, where a sync costs nothing: the tests
 * sync thousands of files. Fault injection, which depends on a real disk, does not call this. Without enough
 * memory, and where TMPDIR is set, the directory of the system stays. The directory is removed with this process.
 * @returns the directory for temporary files
 */
export function useMemoryForTemporaryFiles(place = IN_MEMORY): string {
  if (process.env.TMPDIR !== undefined || !hasRoom(place)) return tmpdir();
  const directory = mkdtempSync(join(place.parent, PREFIX));
  // As /tmp: services in it run as other users.
  chmodSync(directory, 0o1777);
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  process.env.TMPDIR = directory;
  return directory;
}

/** The directory in memory that all processes of this run of the tests share, if it has one. */
export function directoryOfRun(): string | undefined {
  const { TMPDIR } = process.env;
  return TMPDIR !== undefined && basename(TMPDIR).startsWith(PREFIX) ? TMPDIR : undefined;
}

function hasRoom({ parent, neededBytes }: Place): boolean {
  const probe = join(parent, `imgd-probe-${process.pid}`);
  try {
    const { type, bavail, bsize } = statfsSync(parent);
    if (type !== TMPFS_MAGIC || bavail * bsize < neededBytes || process.availableMemory() < neededBytes) return false;
    // Ceph needs O_DIRECT, which tmpfs has since Linux 6.6.
    closeSync(openSync(probe, constants.O_CREAT | constants.O_RDWR | constants.O_DIRECT));
    return true;
  } catch {
    return false;
  } finally {
    rmSync(probe, { force: true });
  }
}
