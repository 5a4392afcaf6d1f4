import { mkdtemp, rm } from 'node:fs/promises';
import { TEMP_PREFIX } from './options.ts';

/** A directory that disposal removes. */
export interface TempDir extends AsyncDisposable {
  path: string;
}

export async function makeTempDir(): Promise<TempDir> {
  const path = await mkdtemp(TEMP_PREFIX);
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 3 }) };
}
