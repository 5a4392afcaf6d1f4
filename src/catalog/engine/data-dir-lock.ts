import { DatabaseSync } from 'node:sqlite';

/**
 * Makes the data directory this process's own until it ends, however it ends: an open exclusive transaction
 * in a SQLite file of its own is a lock that the operating system gives back.
 * @returns a function that gives it back, or undefined when another process holds it
 */
export function lockDataDir(lockPath: string): (() => void) | undefined {
  const lock = new DatabaseSync(lockPath, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (error instanceof Error && /locked|busy/i.test(error.message)) return undefined;
    throw error;
  }
  return () => lock.close();
}
