import { chmod, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** For its owner only. */
const MODE = 0o600;
const LOCK_WAIT_MS = 50;
const LOCK_ATTEMPTS = 100;
/** A lock this old is one of a process that ended. */
const STALE_LOCK_MS = 10_000;

type Environment = Readonly<Record<string, string | undefined>>;

/** A file of the user in a directory of the XDG Base Directory Specification. */
export function userFile(env: Environment, kind: 'config' | 'state', name: string): string {
  const variable = kind === 'config' ? env.XDG_CONFIG_HOME : env.XDG_STATE_HOME;
  // The specification ignores relative paths.
  const base = variable?.startsWith('/') === true ? variable : join(env.HOME || homedir(), `.${DEFAULTS[kind]}`);
  return join(base, 'imgd', name);
}
const DEFAULTS = { config: 'config', state: 'local/state' };

/** The text of a file, or undefined if there is none. */
export async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Whether other users may read a file. Windows has no such modes. */
export async function isReadableByOthers(path: string): Promise<boolean> {
  return process.platform !== 'win32' && ((await stat(path)).mode & 0o077) !== 0;
}

/** Replaces a file as a whole; readers see the old text or the new one. */
export async function writeText(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    const file = await open(temporary, 'w', MODE);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await chmod(temporary, MODE);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Runs a function while no other process does so for this path. @throws Error after five seconds */
export async function locked<T>(path: string, run: () => Promise<T>): Promise<T> {
  const lock = `${path}.lock`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  for (let attempt = 0; !(await created(lock)); attempt++) {
    if (attempt === LOCK_ATTEMPTS) throw new Error(`another process holds ${lock}`);
    const since = await stat(lock).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    if (since > STALE_LOCK_MS) await rm(lock, { force: true });
    else await new Promise((resolve) => setTimeout(resolve, LOCK_WAIT_MS));
  }
  try {
    return await run();
  } finally {
    await rm(lock, { force: true });
  }
}

async function created(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx', MODE)).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
