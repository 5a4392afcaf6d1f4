import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { MARK_KEY } from '../../src/blobs/keys.ts';
import { compose, type Service } from '../../src/compose.ts';
import { loadConfig } from '../../src/config.ts';
import { type Clock, systemClock } from '../../src/lib/clock.ts';
import { dropEnginesOf, enginesOf } from './distributed.ts';
import { blobEngine } from './s3-engine.ts';

/** A service of its own for one test file: own data directory, own port, nothing shared. */
export interface TestApp extends AsyncDisposable {
  /** Such as `http://127.0.0.1:40123`. */
  url: string;
  dataDir: string;
  service: Service;
  /** Files that requests have left in the temporary directory. */
  temporaryFiles(): Promise<string[]>;
  /** Names of all blobs in the store. */
  blobFiles(): Promise<string[]>;
}

export interface TestAppOptions {
  /** Settings over those of tests (silent, any free port, 10,000 anonymous requests). */
  env?: Record<string, string>;
  clock?: Clock;
  /** Keeps an existing data directory, to start again on it. */
  dataDir?: string;
  /** Folder of the built browser application (see web-build.ts). */
  webDir?: string;
}

/** Starts a service in this process, listening on loopback. */
export async function startApp({
  env = {},
  clock = systemClock,
  dataDir,
  webDir,
}: TestAppOptions = {}): Promise<TestApp> {
  const directory = dataDir ?? (await mkdtemp(join(tmpdir(), 'imgd-test-')));
  const engine = await blobEngine(directory);
  const shared = await enginesOf(directory);
  const { config } = loadConfig({
    IMGD_DATA_DIR: directory,
    IMGD_PORT: '0',
    IMGD_LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
    IMGD_PLANS: '{"anonymous":{"requestsPerHour":10000}}',
    IMGD_MIN_FREE_BYTES: '0',
    ...engine?.env,
    ...shared?.env,
    ...env,
  });
  const service = await compose(config, { clock, webDir });
  const url = await service.listen();
  return {
    url,
    dataDir: directory,
    service,
    temporaryFiles: () => filesBelow(join(directory, 'tmp')),
    blobFiles: () => engine?.keys() ?? filesBelow(join(directory, 'blobs')).then(withoutMark),
    async [Symbol.asyncDispose]() {
      await service.close(5_000);
      if (dataDir !== undefined) return;
      await dropEnginesOf(directory);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function filesBelow(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** The catalog's mark lies beside the blobs. */
const withoutMark = (paths: string[]) => paths.filter((path) => basename(path) !== MARK_KEY);
