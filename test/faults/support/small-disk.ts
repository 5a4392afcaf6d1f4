import { spawnSync } from 'node:child_process';
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeTempDir } from './temp-dir.ts';

/** A small mounted file system. */
export interface SmallDisk extends AsyncDisposable {
  path: string;
  freeBytes(): Promise<number>;
  /** Fills the file system up to `leftBytes`, as another program would. */
  fillUpTo(leftBytes: number): Promise<void>;
  /** Removes the fill. */
  free(): Promise<void>;
}

const FILLER_BYTES = 4 * 2 ** 20;

/** @returns undefined without the permission to mount */
export async function mountSmallDisk(mebibytes: number): Promise<SmallDisk | undefined> {
  const directory = await makeTempDir();
  const path = join(directory.path, 'disk');
  await mkdir(path);
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'imgd-test', path]);
  if (status !== 0) {
    await directory[Symbol.asyncDispose]();
    return undefined;
  }
  const freeBytes = async () => {
    const { bavail, bsize } = await statfs(path);
    return bavail * bsize;
  };
  let fillers = 0;
  return {
    path,
    freeBytes,
    async fillUpTo(leftBytes) {
      for (;;) {
        const left = (await freeBytes()) - leftBytes;
        if (left <= 0) return;
        const filler = writeFile(join(path, `filler-${fillers++}`), Buffer.alloc(Math.min(left, FILLER_BYTES)));
        // The service may have taken the space since it was measured.
        await filler.catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'ENOSPC') throw error;
        });
      }
    },
    async free() {
      for (; fillers > 0; fillers--) await rm(join(path, `filler-${fillers - 1}`));
    },
    async [Symbol.asyncDispose]() {
      spawnSync('umount', ['-l', path]);
      await directory[Symbol.asyncDispose]();
    },
  };
}
