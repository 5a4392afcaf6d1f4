import { mkdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { lockDataDir } from '../catalog/engine/sqlite-file.ts';
import type { Config } from '../config.ts';

/** @returns the absolute path of the data directory, which exists then @throws Error that names it and its setting */
export async function makeDataDir(config: Config): Promise<string> {
  const dataDir = resolve(config.storage.dataDir);
  try {
    await makeDirectory(dataDir);
  } catch (error) {
    throw new Error(`The data directory ${dataDir} (IMGD_DATA_DIR) cannot be created:`, { cause: error });
  }
  return dataDir;
}

/** Like a recursive mkdir, which tries for ever below directories such as /proc that refuse new entries with ENOENT. */
async function makeDirectory(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const existing = await stat(path).catch(() => undefined);
    if (existing?.isDirectory() === true) return;
    if (code !== 'ENOENT' || (await stat(dirname(path)).catch(() => undefined)) !== undefined) throw error;
    await makeDirectory(dirname(path));
    await mkdir(path, { mode: 0o700 });
  }
}

/** @throws Error that names the directory and its setting */
export function inDataDir<T>(dataDir: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    // The text of the database does not say which file it is about.
    throw new Error(`The catalog in ${dataDir} (IMGD_DATA_DIR) cannot be opened:`, { cause: error });
  }
}

/**
 * Locks the imports of a data directory, so that a server that starts does not take the blobs of their uploads in progress
 * for orphans.
 * @returns ends the lock @throws Error while another import runs
 */
export async function lockImports(config: Config): Promise<() => void> {
  const unlock = tryLockImports(await makeDataDir(config));
  if (unlock === undefined)
    throw new Error('Another import uses the data directory, or a server is just starting: try again.');
  return unlock;
}

/** The same without waiting. @returns undefined while an import runs */
export function tryLockImports(dataDir: string): (() => void) | undefined {
  return inDataDir(dataDir, () => lockDataDir(join(dataDir, 'import.lock')));
}

/** A warning where other users of the machine can enter the data directory; undefined where they cannot. */
export async function dataDirWarning(config: Config): Promise<string | undefined> {
  const dataDir = resolve(config.storage.dataDir);
  const { mode } = await stat(dataDir);
  if ((mode & OPEN_TO_OTHERS) === 0) return undefined;
  const octal = (mode & 0o7777).toString(8).padStart(4, '0');
  return `other users can enter the data directory ${dataDir} (mode ${octal}), which holds all images and accounts: chmod 700`;
}

/** Any permission of others, or write permission of the group. */
const OPEN_TO_OTHERS = 0o027;
