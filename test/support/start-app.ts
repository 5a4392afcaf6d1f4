import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { OWNER_TOKEN_KEY } from '../../src/blobs/port.ts';
import { type ComposeOptions, compose, type Service } from '../../src/compose.ts';
import { loadConfig } from '../../src/config.ts';
import type { PageTexts } from '../../src/http/pages/texts.ts';
import { type Clock, systemClock } from '../../src/lib/clock.ts';
import { watchErrorCodes } from './declared-errors.ts';
import { dropEnginesOf, enginesOf } from './distributed.ts';
import { asOne, makeFront, secondDataDir } from './front.ts';
import { makeRoles } from './roles.ts';
import { blobEngine } from './s3-engine.ts';

/** A service for one test file, with its own data directory and port. */
export interface TestApp extends AsyncDisposable {
  /** For example `http://127.0.0.1:40123`. */
  url: string;
  /** The same service without the proxy that may be in front of it. */
  nodeUrl: string;
  dataDir: string;
  service: Service;
  /** Files in the temporary directory, left by requests. */
  temporaryFiles(): Promise<string[]>;
  /** Paths or keys of all blobs in the store. */
  blobFiles(): Promise<string[]>;
}

export interface TestAppOptions {
  /** Override the settings of tests (silent, any free port, 10,000 anonymous requests, any number of sign-ins). */
  env?: Record<string, string>;
  clock?: Clock;
  /** An existing data directory, which disposal keeps. */
  dataDir?: string;
  /** Folder of the built web application (see web-build.ts). */
  webDir?: string;
  pageTexts?: PageTexts;
}

/** Tests register and sign in far more often than people at one address. */
export const MANY_SIGN_INS = JSON.stringify({
  auth: { address: null, network: null },
  registrations: { address: null, network: null },
  failures: { address: null, network: null },
});

/**
 * Starts a service in this process on loopback; with TEST_ENGINE=distributed two nodes behind a proxy, with
 * TEST_ENGINE=processes a primary process and a worker process.
 */
export async function startApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { env = {}, clock = systemClock, webDir, pageTexts } = options;
  const directory = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'imgd-test-')));
  const engine = await blobEngine(directory);
  const shared = await enginesOf(directory);
  const roles = process.env.TEST_ENGINE === 'processes' ? makeRoles() : undefined;
  const front = shared || roles ? await makeFront() : undefined;
  const checks: (() => void)[] = [];
  const startNode = async (dataDir: string, role?: ComposeOptions['role']) => {
    const { config } = loadConfig({
      IMGD_DATA_DIR: dataDir,
      IMGD_PORT: '0',
      IMGD_LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
      IMGD_PLANS: '{"anonymous":{"requestsPerHour":10000}}',
      IMGD_WINDOWS: MANY_SIGN_INS,
      IMGD_MIN_FREE_BYTES: '0',
      IMGD_DECODER_PROCESSES: '1',
      IMGD_UPLOADS_AT_ONCE: '1000',
      ...(roles && { IMGD_PROCESSES: String(roles.length) }),
      ...engine?.env,
      ...shared?.env,
      ...env,
      ...front?.env(env),
    });
    const service = await compose(config, { clock, webDir, pageTexts, role });
    checks.push(watchErrorCodes(service.app));
    try {
      return { service, url: await service.listen() };
    } catch (error) {
      // Open, it would keep the test process from ending.
      await service.close(0);
      throw error;
    }
  };
  const directories = shared === undefined ? [directory] : [directory, await secondDataDir(directory)];
  const nodes =
    roles === undefined
      ? await allOrNone(directories.map((one) => startNode(one)))
      : await inOrder(roles.map((role) => () => startNode(directory, role)));
  const [first] = nodes as [Node, ...Node[]];
  const service = front === undefined ? first.service : asOne(nodes.map((node) => node.service) as [Service]);
  return {
    url: (await front?.open(nodes.map(({ url }) => url))) ?? first.url,
    nodeUrl: first.url,
    dataDir: directory,
    service,
    temporaryFiles: async () => (await Promise.all(directories.map((one) => filesBelow(join(one, 'tmp'))))).flat(),
    blobFiles: () => engine?.keys() ?? filesBelow(join(directory, 'blobs')).then(withoutOwnerToken),
    async [Symbol.asyncDispose]() {
      await service.close(5_000);
      await front?.close();
      if (options.dataDir !== undefined) return;
      await dropEnginesOf(directory);
      await rm(directory, { recursive: true, force: true });
      for (const check of checks) check();
    },
  };
}

interface Node {
  service: Service;
  url: string;
}

/** Worker processes need the catalog that the primary process has prepared. @throws the error of the one that fails */
async function inOrder(starts: readonly (() => Promise<Node>)[]): Promise<Node[]> {
  const nodes: Node[] = [];
  for (const start of starts) {
    try {
      nodes.push(await start());
    } catch (error) {
      for (const { service } of nodes) await service.close(0);
      throw error;
    }
  }
  return nodes;
}

/** Closes all nodes when one fails to start. @throws the error of that node */
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

/** Also without its temporary file, which is renamed. */
const withoutOwnerToken = (paths: string[]) => paths.filter((path) => !basename(path).startsWith(OWNER_TOKEN_KEY));
