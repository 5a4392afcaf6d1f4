import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { OWNER_TOKEN_KEY } from '../../src/blobs/port.ts';
import { compose, type Service } from '../../src/compose.ts';
import { loadConfig } from '../../src/config.ts';
import { type Clock, systemClock } from '../../src/lib/clock.ts';
import { dropEnginesOf, enginesOf } from './distributed.ts';
import { asOne, makeFront, secondDataDir } from './front.ts';
import { blobEngine } from './s3-engine.ts';

/** A service of its own for one test file: own data directory, own port, nothing shared. */
export interface TestApp extends AsyncDisposable {
  /** Such as `http://127.0.0.1:40123`. */
  url: string;
  /** The same service, past a proxy that may be in front of it. */
  nodeUrl: string;
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
  /** Folder of the built web application (see web-build.ts). */
  webDir?: string;
}

/** Starts a service in this process, listening on loopback; with TEST_ENGINE=distributed two nodes behind a proxy. */
export async function startApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { env = {}, clock = systemClock, webDir } = options;
  const directory = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'imgd-test-')));
  const engine = await blobEngine(directory);
  const shared = await enginesOf(directory);
  const front = shared && (await makeFront());
  const startNode = async (dataDir: string) => {
    const { config } = loadConfig({
      IMGD_DATA_DIR: dataDir,
      IMGD_PORT: '0',
      IMGD_LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
      IMGD_PLANS: '{"anonymous":{"requestsPerHour":10000}}',
      IMGD_MIN_FREE_BYTES: '0',
      IMGD_UPLOADS_AT_ONCE: '1000',
      ...engine?.env,
      ...shared?.env,
      ...env,
      ...front?.env(env),
    });
    const service = await compose(config, { clock, webDir });
    return { service, url: await service.listen() };
  };
  const directories = front === undefined ? [directory] : [directory, await secondDataDir(directory)];
  const nodes = await allOrNone(directories.map(startNode));
  const [first] = nodes as [Node, ...Node[]];
  const service = front === undefined ? first.service : asOne(nodes.map((node) => node.service) as [Service]);
  return {
    url: (await front?.open(nodes.map(({ url }) => url))) ?? first.url,
    nodeUrl: first.url,
    dataDir: directory,
    service,
    temporaryFiles: async () => (await Promise.all(directories.map((one) => filesBelow(join(one, 'tmp'))))).flat(),
    blobFiles: () => engine?.keys() ?? filesBelow(join(directory, 'blobs')).then(withoutMark),
    async [Symbol.asyncDispose]() {
      await service.close(5_000);
      await front?.close();
      if (options.dataDir !== undefined) return;
      await dropEnginesOf(directory);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

interface Node {
  service: Service;
  url: string;
}

/** @throws what one of them failed for, when the others have been closed again */
async function allOrNone(starting: Promise<Node>[]): Promise<Node[]> {
  const outcomes = await Promise.allSettled(starting);
  const nodes = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  if (nodes.length < outcomes.length) await Promise.all(nodes.map(({ service }) => service.close(0)));
  await Promise.all(starting);
  return nodes;
}

async function filesBelow(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** The catalog's mark lies beside the blobs. */
const withoutMark = (paths: string[]) => paths.filter((path) => basename(path) !== OWNER_TOKEN_KEY);
